import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { createTestCluster } from '../../../src/node/testing/test-cluster.js'
import { matchers } from '../../../src/cluster/testing/matchers.js'

const cluster = () => createCluster({ seed: 1 })

test('a matcher that passes has the message for .not', async () => {
  const ready = { status: { conditions: [{ type: 'Ready', status: 'True' }] } }
  expect(matchers.toHaveCondition(ready, 'Ready').message()).toMatch(/^expected no condition Ready \{\}; there is \{/)
  expect(matchers.toHaveCondition(ready, 'Lost').message()).toMatch(
    /^expected the condition Lost \{\}; there are Ready/,
  )
  const held = await matchers.toHaveObject(cluster(), 'Namespace', { name: 'default' })
  expect(held.message()).toMatch(/^expected the cluster not to hold Namespace/)
  const missing = await matchers.toHaveObject(cluster(), 'Namespace', { name: 'none' })
  expect(missing.message()).toMatch(/^expected the cluster to hold Namespace/)
})

test('toHaveObject compares only the given fields, and its message has no managedFields', async () => {
  const held = cluster()
  await held.create('Lease', {
    metadata: { name: 'a', labels: { tier: 'one' } },
    spec: { holderIdentity: 'me', leaseDurationSeconds: 10 },
  })
  const partial = { metadata: { labels: { tier: 'two' } }, spec: { holderIdentity: 'you', acquireTime: '1' } }
  const verdict = await matchers.toHaveObject(held, 'Lease', { name: 'a' }, partial)
  expect(verdict).toMatchObject({ pass: false, expected: partial })
  expect(verdict.actual).toEqual({ metadata: { labels: { tier: 'one' } }, spec: { holderIdentity: 'me' } })
  expect(verdict.message()).toContain('"leaseDurationSeconds": 10')
  expect(verdict.message()).not.toContain('managedFields')
})

test('toHaveReceivedRequest has messages for any number, for .not and for an exact number', async () => {
  const asked = cluster()
  await asked.fetch('/api/v1/namespaces/default')
  const say = (times?: number) => matchers.toHaveReceivedRequest(asked, { kind: 'Namespace' }, times).message()
  expect(say()).toMatch(/^expected none of the requests .*there were 1/s)
  expect(say(1)).toMatch(/^expected any number but 1 of the requests/)
  expect(say(2)).toMatch(/^expected 2 of the requests/)
})

test.each([
  ['Lease', 'journal.requests: must be options such as { kind: "Lease" }, not "Lease"'],
  [{ kind: 'Leese' }, 'journal.requests: kind: no kind "Leese" is served; did you mean "Lease"?'],
  [{ verb: 'updat' }, 'journal.requests: verb: no such word as "updat"; did you mean "update"?'],
  [{ via: 'htp' }, 'journal.requests: via: no such word as "htp"; did you mean "http"?'],
  [{ wrote: 'yes' }, 'journal.requests: wrote: must be true or false, not "yes"'],
])('the filter %j is refused', (filter, message) => {
  expect(() => matchers.toHaveReceivedRequest(cluster(), filter as never)).toThrow(message)
})

test('the report tells no hooks, unfired hooks and fired hooks apart', async () => {
  const testCluster = await createTestCluster()
  testCluster.next()
  expect(testCluster.report()).toContain('no hooks\n')
  testCluster.cluster.hooks.before({ kind: 'Namespace' }, 503)
  expect(testCluster.report()).toContain('hooks that never fired:\n')
  await testCluster.cluster.fetch('/api/v1/namespaces')
  expect(testCluster.report()).toContain('every hook has fired')
  await testCluster.close()
})

test.each([
  [
    'cut',
    ['line'],
    'watch.cut: where: must be "mid-line", for the middle of the next event’s line, or nothing, for now, not "line"',
  ],
  ['release', [0], 'watch.release: count: must be a whole number of at least 1, not 0'],
] as const)('%s(%j) of an open watch throws a TypeError', async (method, given, message) => {
  const held = cluster()
  const watch = held.watch('Namespace')
  await held.settled().catch(() => undefined)
  const [open] = held.watches()
  // As JavaScript callers can call it.
  const call = open?.[method] as ((...given: readonly unknown[]) => unknown) | undefined
  expect(() => call?.(...given)).toThrow(new TypeError(message))
  await watch.return?.()
})

test('advance() of a system clock advises only { clock: "virtual" }', async () => {
  const own = createCluster({ clock: 'system', seed: 7 })
  await expect(own.clock.advance('1s')).rejects.toThrow(
    "the clock is the system's and cannot be moved; make the cluster with { clock: 'virtual' }",
  )
  expect((await own.clock.advance('1s').catch((error: Error) => error.message)) ?? '').not.toContain('seed')
})
