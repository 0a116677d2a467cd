import { expect, test } from 'vitest'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'
import { openServer } from '../../kinds/asking.js'

const PODS = '/api/v1/namespaces/default/pods'

/** Resizes a pod on a node; returns the reply. */
async function resize(version: KubernetesVersion, requests: object, node: object = {}, nodeName: string | null = 'n') {
  const ask = openServer({ kubernetesVersion: version })
  const allocatable = { cpu: '2', memory: '2Gi', pods: '10' }
  await ask('POST', '/api/v1/nodes', { metadata: { name: 'n', ...node }, status: { allocatable } })
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '1', memory: '1Gi' } } }]
  await ask('POST', PODS, { metadata: { name: 'p' }, spec: { containers, ...(nodeName ? { nodeName } : {}) } })
  const change = { spec: { containers: [{ name: 'c', resources: { requests } }] } }
  const { code, body } = await ask('PATCH', `${PODS}/p/resize`, change, {
    'content-type': 'application/strategic-merge-patch+json',
  })
  const { causes } = (body['details'] ?? {}) as { readonly causes?: unknown } // of a Status
  return code === 200 ? code : [code, String(body['message']).replace('pods "p" is forbidden: ', ''), causes]
}

const LARGE = { cpu: '2500m', memory: '3Gi' }
const CAPACITY = [{ reason: 'NodeCapacity' }]
const short = (what: string) => [403, `node didn't have enough allocatable resources: ${what}`, CAPACITY]
const WINDOWS = { labels: { 'kubernetes.io/os': 'windows' } }

test('since v1.36 a pod is not resized to more than its node may allocate', async () => {
  expect(await resize('1.35', LARGE)).toBe(200)
  expect(await resize('1.36', { cpu: '2', memory: '2Gi' })).toBe(200)
  expect(await resize('1.36', { cpu: '2001m' })).toEqual(short('cpu, requested: 2001, allocatable: 2000'))
  expect(await resize('1.37', LARGE)).toEqual(
    short('cpu, requested: 2500, allocatable: 2000; memory, requested: 3221225472, allocatable: 2147483648'),
  )
})

test('nor on a node of Windows, or one that is gone; a pod without a node, or as it was, is not looked at', async () => {
  const why = 'pod resize is only supported on linux nodes, node "n" is "windows"'
  expect(await resize('1.37', { cpu: '1500m' }, WINDOWS)).toEqual([403, why, [{ reason: 'UnsupportedPlatform' }]])
  expect(await resize('1.37', { cpu: '1500m' }, {}, 'gone')).toEqual([403, 'node "gone" not found', undefined])
  expect(await resize('1.37', LARGE, {}, null)).toBe(200)
  expect(await resize('1.37', { cpu: '1' }, WINDOWS)).toBe(200)
})

/** Resizes a pod of one init container on a node that declares features; returns the reply. */
async function resizeWith(version: KubernetesVersion, change: object, declaredFeatures: readonly string[] = []) {
  const ask = openServer({ kubernetesVersion: version })
  const allocatable = { cpu: '4', memory: '4Gi', pods: '10' }
  await ask('POST', '/api/v1/nodes', { metadata: { name: 'n' }, status: { allocatable, declaredFeatures } })
  const container = (name: string) => ({ name, image: 'i', resources: { requests: { cpu: '1' } } })
  const spec = { nodeName: 'n', initContainers: [container('init')], containers: [container('c')] }
  await ask('POST', PODS, { metadata: { name: 'p' }, spec: { ...spec, resources: { requests: { cpu: '2' } } } })
  const type = { 'content-type': 'application/strategic-merge-patch+json' }
  const { code, body } = await ask('PATCH', `${PODS}/p/resize`, { spec: change }, type)
  return code === 200 ? code : [code, body['message']]
}

const more = (name: string) => [{ name, resources: { requests: { cpu: '1500m' } } }]
const INIT = 'InPlacePodVerticalScalingInitContainers'
const WHOLE = 'InPlacePodLevelResourcesVerticalScaling'
const undeclared = (features: string) => [
  403,
  `pods "p" is forbidden: pod update requires features ${features} which are not available on node "n"`,
]

test('since v1.36 init containers, and a pod as a whole, are resized only on a node that declares it', async () => {
  const both = { initContainers: more('init'), resources: { requests: { cpu: '3' } } }
  expect(await resizeWith('1.36', { initContainers: more('init') })).toEqual(undeclared(INIT))
  expect(await resizeWith('1.36', { initContainers: more('init') }, [INIT])).toBe(200)
  expect(await resizeWith('1.37', both)).toEqual(undeclared(`${WHOLE}, ${INIT}`))
  expect(await resizeWith('1.37', both, [INIT])).toEqual(undeclared(WHOLE))
  expect(await resizeWith('1.37', both, [WHOLE, INIT])).toBe(200)
  expect(await resizeWith('1.37', { containers: more('c') })).toBe(200)
})
