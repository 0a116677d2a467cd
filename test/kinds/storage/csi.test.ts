import { describe, expect, test } from 'vitest'
import { changeRefusal, openServer, refusal, wordsOf } from '../asking.js'

const STORAGE = '/apis/storage.k8s.io/v1'
const CAPACITIES = `${STORAGE}/namespaces/default/csistoragecapacities`

describe('a CSIDriver', () => {
  test.each([
    [
      { fsGroupPolicy: 'X' },
      'spec.fsGroupPolicy: Unsupported value: "X": supported values: "File", "None", "ReadWriteOnceWithFSType"',
    ],
    [
      { volumeLifecycleModes: ['X'] },
      'spec.volumeLifecycleModes: Unsupported value: "X": supported values: "Persistent", "Ephemeral"',
    ],
    [{ tokenRequests: [{ audience: 'a' }, { audience: 'a' }] }, 'spec.tokenRequests[1].audience: Duplicate value: "a"'],
    [
      { tokenRequests: [{ audience: 'a', expirationSeconds: 1 }] },
      'spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes',
    ],
  ])('is refused with %j', async (spec, wanted) => {
    expect(await refusal(`${STORAGE}/csidrivers`, { spec })).toBe(wanted)
  })

  test.each([
    [{ attachRequired: false }, 'spec.attachedRequired: Invalid value: false: field is immutable'],
    [
      { volumeLifecycleModes: ['Ephemeral'] },
      'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Ephemeral"}: field is immutable',
    ],
  ])('cannot change to %j', async (spec, wanted) => {
    expect(await changeRefusal(`${STORAGE}/csidrivers`, { spec: {} }, { spec })).toBe(wanted)
  })

  test('has no generation before its first change, which sets it to 1', async () => {
    const ask = openServer()
    const { body: made } = await ask('POST', `${STORAGE}/csidrivers`, {
      metadata: { name: 'a' },
      spec: { nodeAllocatableUpdatePeriodSeconds: 5 },
    })
    const { body } = await ask('PATCH', `${STORAGE}/csidrivers/a`, { spec: { podInfoOnMount: true } })
    expect([made['metadata'], made['spec']]).not.toMatchObject([{ generation: 1 }, {}])
    expect(made['spec']).not.toHaveProperty('nodeAllocatableUpdatePeriodSeconds')
    expect(body['metadata']).toMatchObject({ generation: 1 })
  })
})

describe('a CSINode', () => {
  const driver = { name: 'd.example.io', nodeID: 'n' }
  test.each([
    [[{ name: 'd' }], 'spec.drivers[0].nodeID: Required value'],
    [
      [{ ...driver, nodeID: 'n'.repeat(257) }],
      `spec.drivers[0].nodeID: Invalid value: "${'n'.repeat(257)}": must be 256 characters or less`,
    ],
    [[driver, driver], 'spec.drivers[1].name: Duplicate value: "d.example.io"'],
    [
      [{ ...driver, allocatable: { count: -1 } }],
      'spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0',
    ],
    [[{ ...driver, topologyKeys: ['a', 'a'] }], 'spec.drivers[0]: Duplicate value: "a"'],
  ])('is refused with the drivers %j', async (drivers, wanted) => {
    expect(await refusal(`${STORAGE}/csinodes`, { spec: { drivers } })).toBe(wanted)
  })

  test('cannot change a driver, but can remove it', async () => {
    const spec = { drivers: [driver] }
    expect(
      await changeRefusal(`${STORAGE}/csinodes`, { spec }, { spec: { drivers: [{ ...driver, nodeID: 'm' }] } }),
    ).toMatch(/^spec\.drivers: Invalid value: storage\.CSINodeDriver\{.*\}: field is immutable$/)
    expect(await changeRefusal(`${STORAGE}/csinodes`, { spec }, { spec: { drivers: [] } })).toBe(200)
  })

  test('stores empty drivers as null, with an owner', async () => {
    const { body } = await openServer()('POST', `${STORAGE}/csinodes`, {
      metadata: { name: 'a' },
      spec: { drivers: [] },
    })
    expect([body['spec'], body['metadata']]).toMatchObject([
      { drivers: null },
      { managedFields: [{ fieldsV1: { 'f:spec': { 'f:drivers': {} } } }] },
    ])
  })
})

test.each([
  [{ storageClassName: 'fast', capacity: '-1' }, 'capacity: Invalid value: "-1": must be greater than or equal to 0'],
  [
    { storageClassName: 'fast', nodeTopology: { matchExpressions: [{ key: 'a', operator: 'X' }] } },
    'nodeTopology.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator',
  ],
])('rejects a CSIStorageCapacity with %j', async (object, wanted) => {
  expect(await refusal(CAPACITIES, object)).toBe(wanted)
})

test('the class of a CSIStorageCapacity is immutable; deprecated labels give a warning', async () => {
  expect(await changeRefusal(CAPACITIES, { storageClassName: 'fast' }, { storageClassName: 'slow' })).toBe(
    'storageClassName: Invalid value: "slow": field is immutable',
  )
  const { warning } = await openServer()('POST', CAPACITIES, {
    metadata: { name: 'a' },
    storageClassName: 'fast',
    nodeTopology: { matchLabels: { 'beta.kubernetes.io/os': 'linux' } },
  })
  expect(warning).toContain('nodeTopology.matchLabels.beta.kubernetes.io/os: deprecated since v1.14')
})

describe('a VolumeAttachment', () => {
  const ATTACHMENTS = `${STORAGE}/volumeattachments`
  const spec = { attacher: 'd.example.io', nodeName: 'n', source: { persistentVolumeName: 'v' } }
  const inline = (volume: object) => ({ spec: { ...spec, source: { inlineVolumeSpec: volume } } })
  const csi = { driver: 'd.example.io', volumeHandle: 'h' }
  const at = 'spec.source.inlineVolumeSpec'
  test.each([
    [
      { spec: { ...spec, source: {} } },
      'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
    ],
    [inline({ accessModes: ['ReadWriteOnce'], csi }), 201],
    [
      inline({ accessModes: ['ReadWriteOnce'], csi, capacity: { storage: '1Gi' } }),
      `${at}.capacity: Forbidden: may not be specified in the context of inline volumes`,
    ],
    [
      inline({ accessModes: ['ReadWriteOnce'], csi, persistentVolumeReclaimPolicy: 'Delete' }),
      `${at}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes`,
    ],
    [
      inline({ accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }),
      `${at}.csi: Required value: has to be specified in the context of inline volumes`,
    ],
  ])('is validated with %j', async (object, wanted) => {
    expect(await refusal(ATTACHMENTS, object)).toBe(wanted)
  })

  test('is immutable except for its status, which drops error codes', async () => {
    expect(await changeRefusal(ATTACHMENTS, { spec }, { spec: { nodeName: 'm' } })).toMatch(
      /^spec: Invalid value: .*: field is immutable$/,
    )
    const ask = openServer()
    await ask('POST', ATTACHMENTS, { metadata: { name: 'a' }, spec })
    const { body } = await ask('PATCH', `${ATTACHMENTS}/a/status`, {
      metadata: { labels: { a: 'b' } },
      status: { attached: true, attachError: { message: 'm', errorCode: 5 } },
    })
    expect(body['status']).toEqual({ attached: true, attachError: { time: null, message: 'm' } })
    expect(body['metadata']).not.toHaveProperty('labels')
  })
})

test.each([
  ['1.34', /^spec.drivers: Invalid value: .*: field is immutable$/],
  ['1.35', /^200$/],
] as const)('%s: the volumes that a driver can take on a node change: %s', async (kubernetesVersion, words) => {
  const ask = openServer({ kubernetesVersion })
  const drivers = (count: number, nodeID = 'n') => ({ drivers: [{ name: 'd.io', nodeID, allocatable: { count } }] })
  await ask('POST', `${STORAGE}/csinodes`, { metadata: { name: 'a' }, spec: drivers(1) })
  const change = async (spec: object) => wordsOf(await ask('PATCH', `${STORAGE}/csinodes/a`, { spec }))
  expect(String(await change(drivers(2)))).toMatch(words)
  expect(await change(drivers(1, 'm'))).toMatch(/"?Allocatable"?:.*field is immutable$/)
})

test('since v1.37 the driver of a changed attachment is told of in other words than that of a new one', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const path = `${STORAGE}/volumeattachments`
  const spec = { attacher: 'd.io', nodeName: 'n', source: { persistentVolumeName: 'v' } }
  expect(wordsOf(await ask('POST', path, { metadata: { name: 'a' }, spec: { ...spec, attacher: 'a..b' } }))).toMatch(
    /^spec.attacher: Invalid value: "a..b": an RFC 1123 subdomain/,
  )
  await ask('POST', path, { metadata: { name: 'a' }, spec })
  expect(wordsOf(await ask('PATCH', `${path}/a`, { spec: { attacher: 'a..b' } }))).toMatch(
    /^\[spec.attacher: Invalid value: "a..b": a lowercase RFC 1123 subdomain .*, spec: .*: field is immutable\]$/,
  )
})

test.each([
  ['1.35', /^\[spec.source: Required .*, spec.attacher: Too long/],
  ['1.36', /^\[spec.attacher: Too long.*, spec.source: Required/],
] as const)('%s: what is wrong with the driver of an attachment has its place', async (kubernetesVersion, words) => {
  const body = { metadata: { name: 'a' }, spec: { attacher: 'a'.repeat(64), nodeName: 'n', source: {} } }
  expect(wordsOf(await openServer({ kubernetesVersion })('POST', `${STORAGE}/volumeattachments`, body))).toMatch(words)
})
