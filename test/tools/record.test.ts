import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StartOptions } from '../../src/node/options.js'
import { type StartedCluster, startCluster } from '../../src/node/start.js'
import { connect } from '../../tools/record/connect.js'
import { normalize } from '../../tools/record/normalize.js'
import { type Server, play } from '../../tools/record/play.js'
import { corpusText, record } from '../../tools/record/record.js'
import type { Script, Story } from '../../tools/record/story.js'
import { compareStory } from '../conformance/compare.js'
import { readStories } from '../conformance/recorded.js'

let folder: string
const started: StartedCluster[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fakecluster-record-'))
})

afterAll(async () => {
  await Promise.all(started.map((server) => server.close()))
  rmSync(folder, { recursive: true })
})

/** Starts a server, and connects to it by its kubeconfig and with its clock. */
async function fresh(options: StartOptions = {}): Promise<Server> {
  const kubeconfig = join(folder, `${started.length}.yaml`)
  const server = await startCluster({
    clock: 'virtual',
    seed: started.length,
    controllers: 'none',
    kubeconfig,
    ...options,
  })
  started.push(server)
  const { clock } = server.cluster
  return { ...connect(kubeconfig), now: clock.now, pass: (ms) => clock.advance(ms) }
}

const TOLD = ['Lease/apply', 'Lease/watch', 'ServiceCIDR/shapes']
const scripts: readonly Script[] = readStories('stories', 'kubernetes').filter(({ story }) => TOLD.includes(story))

test('a third server gives the replies recorded from two', async () => {
  const servers = [await fresh(), await fresh()]
  const third = await fresh()
  const stories: Story[] = []
  for (const script of scripts) stories.push(await record(servers, script))
  const read = JSON.parse(corpusText(stories)) as readonly Story[] // the text that record wrote
  expect(read.map(({ story }) => story)).toEqual(TOLD)
  for (const story of read) {
    expect(story.replies).not.toContain(null)
    const compared = compareStory(story, normalize(await play(third, story), third.now()), () => false)
    expect(compared.filter(({ verdict }) => verdict !== 'same')).toEqual([])
    expect(compared).toHaveLength(story.steps.length)
  }
})

const asksForOne: Script = {
  story: 'Namespace/one',
  kind: 'Namespace',
  steps: [
    { method: 'GET', path: '/api/v1/namespaces/one' },
    { method: 'GET', path: '/version' },
  ],
}
const one = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'one' } }

test('replies that differ are null, whether the other server was recorded now or earlier', async () => {
  const [without, having] = [await fresh(), await fresh()]
  await having.fetch(
    new Request(`${having.base}/api/v1/namespaces`, {
      method: 'POST',
      body: JSON.stringify(one),
      headers: { 'content-type': 'application/json' },
    }),
  )
  const both = await record([without, having], asksForOne)
  expect(both.replies).toEqual([null, expect.objectContaining({ status: 200 })])
  const before = await record([without], asksForOne)
  expect(before.replies).toEqual([expect.objectContaining({ status: 404 }), expect.objectContaining({ status: 200 })])
  expect(await record([having], asksForOne, before)).toEqual(both)
})

test('a story with other steps than the earlier recording is refused', async () => {
  const before = await record([await fresh()], asksForOne)
  await expect(record([await fresh()], { ...asksForOne, steps: [] }, before)).rejects.toThrow(
    'Namespace/one was recorded with 2 steps and has 0: record it anew.',
  )
})

test('connects to a server with a certificate and a token', async () => {
  const server = await fresh({ tls: true, token: 'secret' })
  const { replies } = await record([server], asksForOne)
  expect(replies[0]).toMatchObject({ status: 404 })
})

test('refuses a kubeconfig without a server', () => {
  const file = join(folder, 'none.yaml')
  writeFileSync(file, 'current-context: here\n')
  expect(() => connect(file)).toThrow(`${file} has no server for its current-context (here).`)
})
