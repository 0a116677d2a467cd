import { afterEach, expect, test } from 'vitest'
import { type StartedCluster, startCluster } from '../../../src/node/start.js'
import { runCtl } from '../../../src/node/cli/ctl/run.js'

const servers: StartedCluster[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(): Promise<StartedCluster> {
  const server = await startCluster()
  servers.push(server)
  return server
}

async function ctl(...argv: readonly string[]): Promise<{ readonly code: number; readonly printed: string }> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await runCtl(argv, { out: print, err: print, env: {} })
  return { code, printed: lines.join('\n') }
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : error,
  )

test('a paused server refuses and breaks connections, and resumes at the same port with the same state', async () => {
  const server = await start()
  const { url, cluster } = server
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  const lease = `${url}/apis/coordination.k8s.io/v1/namespaces/default/leases/leader`
  const watch = await fetch(`${url}/api/v1/namespaces?watch=true`)
  const reading = watch.text()
  await server.pause()
  await expect(reading).rejects.toThrow('terminated')
  expect(await codeOf(fetch(lease))).toBe('ECONNREFUSED')
  await server.pause()
  expect(cluster.watches()).toEqual([])
  await server.resume()
  await server.resume()
  expect(await (await fetch(lease)).json()).toMatchObject({ metadata: { name: 'leader' } })
})

test('a server can be closed while it is paused', async () => {
  const server = await start()
  await server.pause()
  await server.close()
  expect(await codeOf(fetch(server.url))).toBe('ECONNREFUSED')
})

test('ctl pause prints a URL, through which ctl resume reaches the paused server', async () => {
  const { url } = await start()
  const { code, printed: aside } = await ctl('pause', '--server', url)
  expect([code, aside]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)])
  expect(await codeOf(fetch(`${url}/version`))).toBe('ECONNREFUSED')
  expect((await fetch(`${aside}/version`)).status).toBe(503)
  expect(await ctl('clock', '--server', aside)).toMatchObject({ code: 0 })
  expect(await ctl('resume', '--server', aside)).toEqual({ code: 0, printed: '' })
  expect((await fetch(`${url}/version`)).status).toBe(200)
})

test('ctl idle waits until no request has come for the --quiet time', async () => {
  const { url } = await start()
  expect(await ctl('idle', '--quiet', '5ms', '--server', url)).toMatchObject({ code: 0 })
  expect(await ctl('idle', '--quiet', 'long', '--server', url)).toMatchObject({ code: 2 })
})

test('ctl clock advance of a system clock names the flag that is needed', async () => {
  const { url } = await start()
  expect(await ctl('clock', 'advance', '5s', '--server', url)).toEqual({
    code: 1,
    printed:
      "fakecluster ctl: clock advance: the clock is the system's and cannot be moved; start the server with --clock virtual",
  })
})
