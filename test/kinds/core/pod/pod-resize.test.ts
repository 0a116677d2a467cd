import { expect, test } from 'vitest'
import type { KubernetesVersion } from '../../../../src/model/registry/kubernetes-version.js'
import { openServer, wordsOf } from '../../asking.js'

const PODS = '/api/v1/namespaces/default/pods'
const AMOUNTS = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } }

type Given = Readonly<Record<'container' | 'spec' | 'metadata' | 'status', object>>

async function open(given: Partial<Given> = {}, kubernetesVersion: KubernetesVersion = '1.33') {
  const { container = {}, spec = {}, metadata = {}, status = {} } = given
  const ask = openServer({ kubernetesVersion })
  const main = { name: 'c', image: 'i', resources: AMOUNTS, ...container }
  const pod = { metadata: { name: 'p', ...metadata }, spec: { containers: [main], ...spec } }
  const made = await ask('POST', PODS, pod)
  expect(made.code).toBe(201)
  if (Object.keys(status).length > 0) await ask('PATCH', `${PODS}/p/status`, { status })
  const stored = made.body['spec'] as { readonly containers: readonly object[] } // of the pod just made
  const resize = async (change: object, more: object = {}) =>
    ask('PATCH', `${PODS}/p/resize`, { spec: { containers: [{ ...stored.containers[0], ...change }], ...more } })
  return { ask, resize }
}

test('a resize changes only the resources of a container', async () => {
  const { resize } = await open()
  const { code, body } = await resize({
    image: 'other',
    resources: { ...AMOUNTS, requests: { cpu: '1500m', memory: '1Gi' } },
  })
  expect([code, body]).toMatchObject([
    200,
    {
      metadata: { generation: 2 },
      spec: { containers: [{ image: 'i', resources: { requests: { cpu: '1500m', memory: '1Gi' } } }] },
    },
  ])
})

test('a resize and a container for debugging have no fields whose gates are off', async () => {
  const { ask, resize } = await open()
  const claims = [{ name: 'no' }]
  expect(wordsOf(await resize({ resources: { ...AMOUNTS, claims } }))).toBe(200)
  const ephemeralContainers = [{ name: 'debug', image: 'i', resources: { claims } }]
  const debugged = await ask('PATCH', `${PODS}/p/ephemeralcontainers`, { spec: { ephemeralContainers } })
  expect(debugged.body).toMatchObject({
    spec: { containers: [{ resources: AMOUNTS }], ephemeralContainers: [{ resources: {} }] },
  })
})

const limits = (memory: string) => ({ resources: { ...AMOUNTS, limits: { cpu: '2', memory } } })
const RUNNING = {
  containerStatuses: [{ name: 'c', image: 'i', imageID: 'i', ready: true, restartCount: 0, state: { running: {} } }],
}

test.each([
  ['a limit below the request', {}, limits('512Mi'), /must be less than or equal to memory limit of 512Mi/],
  [
    'a lower memory limit',
    {},
    limits('1536Mi'),
    'spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be decreased unless resizePolicy is RestartContainer',
  ],
  [
    'removing limits',
    {},
    { resources: { requests: AMOUNTS.requests } },
    'spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed',
  ],
  [
    'another container name',
    {},
    { name: 'd' },
    'spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize',
  ],
  [
    'a resource other than cpu and memory',
    {},
    { resources: { ...AMOUNTS, requests: { ...AMOUNTS.requests, 'ephemeral-storage': '1Gi' } } },
    'spec: Forbidden: only cpu and memory resources are mutable',
  ],
  [
    'another QoS class',
    {},
    { resources: { requests: AMOUNTS.limits, limits: AMOUNTS.limits } },
    'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
  ],
  [
    'any resize on a node without support',
    { status: RUNNING },
    {},
    'spec: Forbidden: Pod running on node without support for resize',
  ],
  [
    'any resize of a static pod',
    { spec: { nodeName: 'n' }, metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } },
    {},
    '[]: Forbidden: static pods cannot be resized',
  ],
])('%s is refused', async (_, given, change, words) => {
  const { resize } = await open(given)
  expect(wordsOf(await resize(change))).toMatch(words)
})

test('a memory limit may be lowered with resizePolicy RestartContainer', async () => {
  const { resize } = await open({
    container: { resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] },
  })
  expect((await resize(limits('1536Mi'))).code).toBe(200)
})

test('since v1.34 a memory limit may be lowered anyhow; what is resized stays at its place', async () => {
  const { resize } = await open({}, '1.34')
  const { code, body } = await resize(limits('1536Mi'))
  const [container = {}] = (body['spec'] as { readonly containers: readonly object[] }).containers // of a pod
  expect([code, Object.keys(container).slice(0, 3)]).toEqual([200, ['name', 'image', 'resources']])
})

const WHOLE = { requests: { cpu: '3', memory: '3Gi' }, limits: { cpu: '4', memory: '4Gi' } }
const REMOVED = 'spec.resources.limits: Forbidden: pod-level resource limits cannot be removed'
const OFF =
  '[]: Forbidden: resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled'

test.each([
  ['1.34', { requests: { cpu: '3500m' } }, '[]: Forbidden: pods with pod-level resources cannot be resized'],
  ['1.35', { requests: { cpu: '3500m' } }, OFF],
  ['1.37', { requests: { cpu: '3500m' } }, 200],
  ['1.37', { limits: { memory: null } }, REMOVED],
  [
    '1.37',
    { limits: { 'hugepages-2Mi': '2Mi' } },
    'spec: Forbidden: only cpu and memory resources are mutable at pod-level',
  ],
] as const)('%s: a resize of the resources of a pod as a whole to %j: %s', async (version, resources, words) => {
  const { ask } = await open({ spec: { resources: WHOLE } }, version)
  expect(wordsOf(await ask('PATCH', `${PODS}/p/resize`, { spec: { resources } }))).toBe(words)
})

test.each([
  ['1.36', undefined],
  ['1.37', WHOLE],
] as const)('%s: clients that do not know the resources of a pod as a whole leave %j', async (version, left) => {
  const { ask } = await open({ spec: { resources: WHOLE } }, version)
  const { code, body } = await ask('PATCH', `${PODS}/p`, { spec: { resources: null } })
  expect([code, (body['spec'] as { readonly resources?: object } | undefined)?.resources]).toEqual([
    left ? 200 : 422,
    left,
  ])
})

test('since v1.36 init containers are resized as well, unless they would be restarted for that', async () => {
  const init = { name: 'i', image: 'i', resources: AMOUNTS }
  const larger = { ...init, resources: { ...AMOUNTS, limits: { cpu: '3', memory: '2Gi' } } }
  const { resize } = await open({ spec: { initContainers: [init] } }, '1.36')
  const at = 'spec.initContainers[0]: Forbidden: '
  const files = { requests: { ...AMOUNTS.requests, 'ephemeral-storage': '1Gi' }, limits: AMOUNTS.limits }
  const restarted = { ...larger, resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }
  expect(wordsOf(await resize({}, { initContainers: [larger] }))).toBe(200)
  expect(wordsOf(await resize({}, { initContainers: [{ ...init, resources: files }] }))).toContain(
    `${at}only cpu and memory resources for init or sidecar containers are mutable`,
  )
  expect(wordsOf(await resize({}, { initContainers: [restarted] }))).toContain(
    `${at}non-sidecar init containers with a resize policy of RestartContainer cannot be resized`,
  )
})

test('a resize neither removes init containers nor changes their resources', async () => {
  const init = { name: 'i', image: 'i', resources: AMOUNTS }
  const { ask, resize } = await open({ spec: { initContainers: [init] } })
  expect(wordsOf(await resize({}, { initContainers: [{ ...init, resources: limits('3Gi').resources }] }))).toBe(
    'spec: Forbidden: resources for non-sidecar init containers are immutable',
  )
  expect(wordsOf(await resize({}, { initContainers: [] }))).toBe(
    'spec.initContainers: Forbidden: initContainers may not be added or removed on resize',
  )
  const { body } = await ask('GET', `${PODS}/p/resize`)
  expect(body['kind']).toBe('Pod')
})

test('ephemeral containers can be added, but neither removed nor changed', async () => {
  const { ask } = await open()
  const change = (list: readonly object[]) =>
    ask('PATCH', `${PODS}/p/ephemeralcontainers`, {
      metadata: { labels: { a: 'b' } },
      spec: { ephemeralContainers: list },
    })
  const debug = { name: 'd', image: 'i', targetContainerName: 'c' }
  const { code, body } = await change([debug])
  expect([code, body]).toMatchObject([200, { metadata: { generation: 2 }, spec: { ephemeralContainers: [debug] } }])
  expect(body['metadata']).not.toHaveProperty('labels')
  expect(wordsOf(await change([]))).toMatch(/existing ephemeral containers "d" may not be removed/)
  expect(wordsOf(await change([{ ...debug, image: 'other' }]))).toMatch(/containers "d" may not be changed/)
})

const claims = [{ name: 'r' }]
const resourceClaims = [{ name: 'r', resourceClaimName: 'own' }]
const COMPUTING = 'spec: Forbidden: only cpu and memory resources are mutable'

test.each([
  ['1.36', COMPUTING, 200],
  ['1.37', 200, COMPUTING],
] as const)('%s: a container that claims devices is resized: %s; claims some: %s', async (version, has, gets) => {
  const larger = { requests: { cpu: '2', memory: '1Gi' } }
  const claiming = await open({ container: { resources: { ...AMOUNTS, claims } }, spec: { resourceClaims } }, version)
  expect(wordsOf(await claiming.resize({ resources: { ...AMOUNTS, ...larger, claims } }))).toBe(has)
  const { resize } = await open({ spec: { resourceClaims } }, version)
  expect(wordsOf(await resize({ resources: { ...AMOUNTS, ...larger, claims } }))).toBe(gets)
})

test.each([
  ['1.34', 200],
  ['1.35', COMPUTING],
] as const)('%s: a container without amounts gets some of other resources: %s', async (version, expected) => {
  const { resize } = await open({ container: { resources: {} } }, version)
  expect(wordsOf(await resize({ resources: { limits: { 'ex.io/g': '1' } } }))).toBe(expected)
})
