import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { LoadError } from '../../src/base/input/load-error.js'

const BINDS = `
# A claim binds after a while.
- when: { kind: PersistentVolumeClaim, is: { status: { phase: Pending } } }
  after: 2s
  then:
    - status: { phase: Bound, accessModes: '{{ spec.accessModes }}', capacity: '{{ spec.resources.requests }}' }
    - event: { reason: Bound, note: '{{ metadata.name }} is bound' }
- before: { client: test, verb: delete, kind: PersistentVolumeClaim }
  then: { status: Forbidden }
`

const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}

test('a script has reactions and hooks, both of which end when it is disposed of', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const script = await cluster.hooks.script(BINDS)
  await cluster.create('PersistentVolumeClaim', claim)
  await cluster.clock.advance('2s')
  expect((await cluster.get('PersistentVolumeClaim', { name: 'data' })).status?.phase).toBe('Bound')
  expect((await cluster.list('Event')).items.map(({ note }) => note)).toEqual(['data is bound'])
  await expect(cluster.delete('PersistentVolumeClaim', { name: 'data' })).rejects.toMatchObject({ code: 403 })
  script.dispose()
  await cluster.create('PersistentVolumeClaim', { ...claim, metadata: { name: 'more' } })
  await cluster.clock.advance('1m')
  expect((await cluster.get('PersistentVolumeClaim', { name: 'more' })).status?.phase).toBe('Pending')
})

test('a fork has the reactions of its cluster', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.hooks.script(BINDS)
  const fork = cluster.fork()
  await fork.create('PersistentVolumeClaim', claim)
  await fork.clock.advance('2s')
  expect((await fork.get('PersistentVolumeClaim', { name: 'data' })).status?.phase).toBe('Bound')
})

test.each([
  ['when: { kind: Lease }', 'must say with "then" or "choose" what happens'],
  [
    'when: { kind: Lease, state: {} }\nthen: []',
    'no such member; there is "kind", "namespace", "name", "labels", "is", "not" or "quiet"',
  ],
  ['when: {}\nthen: []', 'a state is that of objects of a kind: there is no "kind"'],
  [
    'when: { kind: Lease }\nafter: 3s..1s\nthen: []',
    '"3s..1s" is not a range: put the smaller value first, as in "1s..3s"',
  ],
  [
    'when: { kind: Lease }\nthen: [{ patch: {}, delete: true }]',
    'cannot go together with "patch"; make it a step of its own',
  ],
  [
    'when: { kind: Lease }\nthen: [{ event: { reason: X } }]',
    'an Event says what happened and why: there is no "note"',
  ],
  ['when: { kind: Lease }\nchoose: [{ weight: 0, then: [] }]', 'must be a number above 0, not 0'],
])('rejects %s', async (text, message) => {
  const failing = createCluster({ profile: 'example', seed: 1 }).hooks.script({ name: 'wrong.yaml', text })
  await expect(failing).rejects.toThrow(LoadError)
  await expect(failing).rejects.toThrow(message)
  await expect(failing).rejects.toThrow('wrong.yaml:')
})

test('react rejects an incomplete reaction', () => {
  const { controllers } = createCluster({ profile: 'example', seed: 1 })
  expect(() => controllers.react({ when: { kind: 'Lease' } } as never)).toThrow(
    'controllers.react: must say with "then" or "choose" what happens',
  )
})
