import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const SCRIPT = `
- invariants:
    - name: transitions
      kind: leases
      rule: "oldObject == null || object == null || object.spec.leaseTransitions >= oldObject.spec.leaseTransitions"
      message: transitions never go back
    - name: no deletion of the leader
      rule: "object != null || oldObject.kind != 'Lease' || oldObject.metadata.name != 'leader'"
`

const seeded = async () => {
  const cluster = createCluster({ seed: 1 })
  const script = await cluster.hooks.script({ name: 'rules.yaml', text: SCRIPT })
  await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { leaseTransitions: 2 } })
  return { cluster, script }
}
const back = { spec: { leaseTransitions: 1 } }

test('a write that violates a rule is refused with its message, over HTTP too', async () => {
  const { cluster } = await seeded()
  await expect(cluster.patch('Lease', { name: 'leader' }, back)).rejects.toThrow(
    'the invariant "transitions" does not hold: transitions never go back; Lease default/leader was to be changed',
  )
  const reply = await cluster.fetch('/apis/coordination.k8s.io/v1/namespaces/default/leases/leader', {
    method: 'DELETE',
  })
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({
    message: expect.stringContaining("failed expression: object != null || oldObject.kind != 'Lease'"),
  })
  expect(await cluster.get('Lease', { name: 'leader' })).toMatchObject({ spec: { leaseTransitions: 2 } })
  expect(cluster.invariant.violations.map(({ invariant }) => invariant)).toEqual([
    'transitions',
    'no deletion of the leader',
  ])
})

test('a write for which a rule has an evaluation error is refused', async () => {
  const { cluster } = await seeded()
  await expect(cluster.patch('Lease', { name: 'leader' }, { spec: { leaseTransitions: null } })).rejects.toThrow(
    'the invariant "transitions" does not hold: no such key: leaseTransitions',
  )
})

test('forks keep the rules; disposing of the script removes them', async () => {
  const { cluster, script } = await seeded()
  const fork = cluster.fork()
  await expect(fork.patch('Lease', { name: 'leader' }, back)).rejects.toThrow('transitions never go back')
  script.dispose()
  expect(await cluster.patch('Lease', { name: 'leader' }, back)).toMatchObject(back)
})

test.each([
  ['rule: "object.spec ==="', /^bad\.yaml:1:\d+.*compilation failed: /],
  ['rule: "1 + 1"', /must evaluate to a bool/],
  ['rule: "self.spec == 1"', /undeclared reference to 'self'|Unknown variable: self/],
  ['kind: Lease', /an invariant needs a rule/],
  ['rule: "true", mesage: x', /message/],
])('%s is an error of the script', async (members, message) => {
  const cluster = createCluster({ seed: 1 })
  await expect(
    cluster.hooks.script({ name: 'bad.yaml', text: `- invariants: [{ name: x, ${members} }]` }),
  ).rejects.toThrow(message)
})

test('the kind of an invariant function may be given as its plural', async () => {
  const cluster = createCluster({ seed: 1 })
  cluster.invariant('none', () => 'no leases here', { kind: 'leases' })
  await expect(cluster.create('Lease', { metadata: { name: 'a' } })).rejects.toThrow('no leases here')
})
