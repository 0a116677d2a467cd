import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const AGENT = { headers: { 'User-Agent': 'operator/1' } }
const kubernetes = (strict = false) => createCluster({ seed: 1, strict })

/** The lines of the error that verify throws, with positions in this file replaced by HERE. */
function complaints(verify: () => void): readonly string[] {
  try {
    verify()
    return []
  } catch (error) {
    return String(error)
      .split('\n')
      .map((line) => line.replace(/\S*expect\.test\.ts:\d+:\d+/, 'HERE'))
  }
}

test('verify passes when each hook fired and each expected request came', async () => {
  const { hooks, fetch } = kubernetes()
  hooks.before({ kind: 'Node' }, { pass: true })
  hooks.expect({ kind: 'Node', verb: 'list' }, { times: 1 })
  await fetch('/api/v1/nodes', AGENT)
  expect([complaints(hooks.verify), hooks.unexpected()]).toEqual([[], []])
})

test('verify lists hooks that never fired and expected requests that never came, with their positions', async () => {
  const { hooks } = kubernetes()
  hooks.before({ verb: ['create', 'upd*'], kind: 'Lease', body: { spec: { holderIdentity: 'a b' } } }, { cut: true })
  hooks.watch({}, { drop: true })
  hooks.expect({ kind: 'Node', verb: 'list' })
  await hooks.script({
    name: 'a.yaml',
    text: '- after: {}\n  then: { cut: true }\n- expect: { name: leader }\n  times: 3\n',
  })
  expect(complaints(hooks.verify)).toEqual([
    'Error: the expectations of the scripts were not met:',
    '  HERE: before { verb: [create, upd*], kind: Lease, body: { spec: { holderIdentity: "a b" } } } never fired',
    '  HERE: watch {} never fired',
    '  HERE: expected { kind: Node, verb: list } never came',
    '  a.yaml:1: after {} never fired',
    '  a.yaml:3: expected { name: leader } came 0 of 3 times',
  ])
})

test('verify lists unexpected requests, without those of the test itself', async () => {
  const cluster = kubernetes()
  const { hooks, fetch } = cluster
  await fetch('/api/v1/nodes', AGENT)
  const nodes = hooks.expect({ kind: 'Node' }, { times: 1 })
  await cluster.list('Lease')
  for (const path of [
    '/api/v1/nodes',
    '/api/v1/nodes',
    '/api/v1/namespaces/default',
    '/apis/coordination.k8s.io/v1/namespaces/default/leases',
  ])
    await fetch(path, AGENT)
  await fetch('/api/v1/namespaces/default/status', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: '{}',
  })
  expect([nodes.calls, complaints(hooks.verify)]).toEqual([
    1,
    [
      'Error: the expectations of the scripts were not met:',
      '  nobody expected list Node by operator/1',
      '  nobody expected get Namespace default by operator/1',
      '  nobody expected list Lease default by operator/1',
      '  nobody expected patch Namespace/status default',
    ],
  ])
  expect(hooks.unexpected()[1]).toEqual({
    verb: 'get',
    kind: 'Namespace',
    namespace: '',
    name: 'default',
    subresource: '',
    userAgent: 'operator/1',
  })
  hooks.clear()
  expect(hooks.unexpected()).toEqual([])
})

test('a snapshot keeps expectations, unexpected requests and counts', async () => {
  const cluster = kubernetes()
  cluster.hooks.expect({ kind: 'Node' })
  const saved = cluster.snapshot()
  await cluster.fetch('/api/v1/namespaces', AGENT)
  expect(cluster.fork().hooks.unexpected()).toHaveLength(1)
  cluster.restore(saved)
  expect([cluster.hooks.unexpected(), cluster.hooks.pending()]).toMatchObject([[], [{ phase: 'expect' }]])
})

test('closing a strict cluster throws what verify would throw', () => {
  const cluster = kubernetes(true)
  cluster.close()
  cluster.hooks.before({}, { cut: true })
  expect(() => cluster.close()).toThrow(
    /^the expectations of the scripts were not met:\n {2}.*expect\.test\.ts:\d+:\d+: before \{\} never fired$/,
  )
  expect(() => kubernetes().close()).not.toThrow()
})

test.each([
  [
    'an action',
    { expect: {}, then: { cut: true } },
    'hooks.add: then: what is expected is only counted; there is "times"',
  ],
  ['a frequency', { expect: {}, every: 2 }, 'hooks.add: every: what is expected is only counted; there is "times"'],
])('an expectation with %s is refused', (_, record, message) => {
  const { hooks } = kubernetes()
  expect(() => hooks.add(record as never)).toThrow(new TypeError(message)) // wrong on purpose
})
