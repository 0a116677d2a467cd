import { expect, test } from 'vitest'
import { startCluster } from '../../../src/node/start.js'

const SCRIPT = '- before: { kind: Lease }\n  then: { status: Conflict }\n'
const UNMET = /the expectations of the scripts were not met:\n {2}script:1: before \{ kind: Lease \} never fired$/

test('a fork of a strict cluster frees its port when it is closed, and tells of the hooks that never fired', async () => {
  const server = await startCluster({ strict: true, seed: 1 })
  const ask = async (method: string, path: string, body?: string): Promise<{ readonly [member: string]: unknown }> => {
    const reply = await fetch(`${server.url}/_fakecluster${path}`, { method, ...(body === undefined ? {} : { body }) })
    return { code: reply.status, ...((await reply.json()) as object) }
  }
  const isServed = (url: unknown) =>
    fetch(`${String(url)}/version`).then(
      () => true,
      () => false,
    )
  await ask('POST', '/hooks', SCRIPT)
  const { port, url } = await ask('POST', '/forks')
  expect(await ask('POST', '/forks', JSON.stringify({ port }))).toMatchObject({
    code: 409,
    message: expect.stringMatching(/^fork: Port \d+ of 127\.0\.0\.1 is taken/),
  })
  expect(await ask('DELETE', `/forks/${String(port)}`)).toMatchObject({
    code: 409,
    message: expect.stringMatching(new RegExp(`^the fork on port ${String(port)} is closed; ${UNMET.source}`)),
  })
  expect(await isServed(url)).toBe(false)
  const { url: other } = await ask('POST', '/forks')
  await expect(server.close()).rejects.toThrow(UNMET)
  expect([await isServed(other), await isServed(server.url)]).toEqual([false, false])
})
