import { expect, test } from 'vitest'
import { openServer, refusal, wordsOf } from '../asking.js'

const VOLUMES = '/api/v1/persistentvolumes'
const IMMUTABLE = expect.stringMatching(
  /nodeAffinity: Invalid value: .*: field is immutable, except for updating from beta label to GA/,
)

const onNodes = (key: string) => ({
  metadata: { name: 'a' },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: '/x' },
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] } },
  },
})

test.each([
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone', 200],
  ['beta.kubernetes.io/os', 'kubernetes.io/os', 200],
  ['beta.kubernetes.io/os', 'kubernetes.io/arch', IMMUTABLE],
  ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone', IMMUTABLE],
  ['a', 'b', IMMUTABLE],
])('validates a change of the node affinity from %s to %s', async (before, after, want) => {
  const ask = openServer()
  await ask('POST', VOLUMES, onNodes(before))
  expect(wordsOf(await ask('PUT', `${VOLUMES}/a`, onNodes(after)))).toEqual(want)
})

const ROOT = "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"

test.each([
  ['/', ROOT],
  ['/./', ROOT],
  ['//', ROOT],
  ['/...', 201],
  ['/.a', 201],
])('a volume of the path %s of nodes is recycled, or not', async (path, want) => {
  const { metadata, spec } = onNodes('a')
  const volume = { metadata, spec: { ...spec, hostPath: { path }, persistentVolumeReclaimPolicy: 'Recycle' } }
  expect(wordsOf(await openServer()('POST', VOLUMES, volume))).toBe(want)
})

test('rejects a second source under the name the server uses for it', async () => {
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }
  expect(await refusal(VOLUMES, { spec: { ...spec, cephfs: { monitors: ['m'] } } })).toBe(
    'spec.cephFS: Forbidden: may not specify more than 1 volume type',
  )
})

test('a hostPath without a path has no error for its type', async () => {
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] }
  expect(await refusal(VOLUMES, { spec: { ...spec, hostPath: { path: '', type: 'Odd' } } })).toBe(
    'spec.hostPath.path: Required value',
  )
})
