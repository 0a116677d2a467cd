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
