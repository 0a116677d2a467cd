import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'

const GROUP = '/apis/resource.k8s.io/v1'
const CLAIMS = `${GROUP}/namespaces/default/resourceclaims`
const request = { name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }

async function sent(version: KubernetesVersion, path: string, body: object) {
  const cluster = createCluster({ kubernetesVersion: version, controllers: 'none' })
  const headers = { 'content-type': 'application/json' }
  const reply = await cluster.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await reply.json()) as {
    readonly spec?: object
    readonly message?: string
    readonly details?: { readonly causes?: readonly { readonly field: string; readonly message: string }[] }
  } // an object or a Status
}

const claimOf = (devices: object) => ({ metadata: { name: 'a' }, spec: { devices } })
const causes = async (version: KubernetesVersion, path: string, body: object) =>
  (await sent(version, path, body)).details?.causes?.map(({ field, message }) => `${field}: ${message}`)

test('the kinds are there since v1.34, and rules of taints since v1.37', async () => {
  const status = async (version: KubernetesVersion, plural: string) =>
    (await createCluster({ kubernetesVersion: version, controllers: 'none' }).fetch(`${GROUP}/${plural}`)).status
  expect(await status('1.33', 'resourceclaims')).toBe(404)
  expect(await status('1.34', 'resourceclaims')).toBe(200)
  expect(await status('1.36', 'devicetaintrules')).toBe(404)
  expect(await status('1.37', 'devicetaintrules')).toBe(200)
})

test('a request is of one device unless it says otherwise', async () => {
  const { spec } = await sent('1.34', CLAIMS, claimOf({ requests: [request] }))
  expect(spec).toEqual({
    devices: {
      requests: [{ name: 'gpu', exactly: { ...request.exactly, allocationMode: 'ExactCount', count: 1 } }],
    },
  })
})

test('tolerations are dropped in v1.35, where devices have no taints', async () => {
  const tolerant = { name: 'gpu', exactly: { ...request.exactly, tolerations: [{ operator: 'Exists' }] } }
  const spec = async (version: KubernetesVersion) =>
    JSON.stringify((await sent(version, CLAIMS, claimOf({ requests: [tolerant] }))).spec)
  expect(await spec('1.34')).toContain('tolerations')
  expect(await spec('1.35')).not.toContain('tolerations')
  expect(await spec('1.36')).toContain('tolerations')
})

test('a distinct attribute is dropped in v1.35, where its gate is off', async () => {
  const devices = { requests: [request], constraints: [{ distinctAttribute: 'a.example.com/b' }] }
  expect(JSON.stringify((await sent('1.34', CLAIMS, claimOf(devices))).spec)).toContain('distinctAttribute')
  expect(await causes('1.35', CLAIMS, claimOf(devices))).toEqual([
    'spec.devices.constraints[0].matchAttribute: Required value',
  ])
})

test('repeated requests are told at the field until v1.34, then at the item, since v1.37 whole', async () => {
  const twice = claimOf({ requests: [request, request] })
  expect(await causes('1.34', CLAIMS, twice)).toEqual(['spec.devices.requests[1].name: Duplicate value: "gpu"'])
  expect(await causes('1.36', CLAIMS, twice)).toEqual(['spec.devices.requests[1]: Duplicate value: "gpu"'])
  const [cause] = (await causes('1.37', CLAIMS, twice)) ?? []
  expect(cause).toContain('spec.devices.requests[1]: Duplicate value: {"name":"gpu","exactly":{')
})

test('what the tags of structs tell comes last since v1.37', async () => {
  const devices = { requests: [request], constraints: [{ matchAttribute: 'x', requests: ['none'] }], config: [{}] }
  const fields = async (version: KubernetesVersion) =>
    (await sent(version, CLAIMS, claimOf(devices))).details?.causes?.map(({ field }) => field)
  const [ref, attribute, opaque] = [
    'spec.devices.constraints[0].requests[0]',
    'spec.devices.constraints[0].matchAttribute',
    'spec.devices.config[0].opaque',
  ]
  expect(await fields('1.36')).toEqual([ref, attribute, opaque])
  expect(await fields('1.37')).toEqual([ref, opaque, attribute])
})

test('devices of others may be asked for in namespaces that allow it', async () => {
  const admin = claimOf({ requests: [{ name: 'gpu', exactly: { ...request.exactly, adminAccess: true } }] })
  expect(await causes('1.34', CLAIMS, admin)).toEqual([
    'spec.devices.requests[0].adminAccess: Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace',
  ])
})

test('what a driver tells of a device goes when the device is no longer allocated', async () => {
  const cluster = createCluster({ kubernetesVersion: '1.37', controllers: 'none' })
  await cluster.create('ResourceClaim', claimOf({ requests: [request] }))
  const device = { driver: 'gpu.example.com', pool: 'a', device: 'gpu-0' }
  const allocation = { devices: { results: [{ request: 'gpu', ...device }] } }
  const patched = (status: object) =>
    cluster.patch('ResourceClaim', { name: 'a' }, { status }, { subresource: 'status' })
  expect((await patched({ allocation, devices: [device] })).status).toEqual({
    allocation,
    devices: [{ ...device, conditions: null }],
  })
  expect((await patched({ allocation: null })).status).toEqual({})
  await expect(patched({ devices: [device] })).rejects.toThrow('must be an allocated device in the claim')
})

test('a slice says when its taints were added, and of which one node, or of all, it is', async () => {
  const slice = (spec: object) => ({
    metadata: { name: 'a' },
    spec: {
      driver: 'gpu.example.com',
      pool: { name: 'a', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'gpu-0', taints: [{ key: 'a', effect: 'NoSchedule' }] }],
      ...spec,
    },
  })
  const { spec } = await sent('1.37', `${GROUP}/resourceslices`, slice({ nodeName: 'a' }))
  expect(spec).toMatchObject({ devices: [{ taints: [{ timeAdded: expect.any(String) as string }] }] })
  expect(await causes('1.37', `${GROUP}/resourceslices`, slice({ nodeName: 'a', allNodes: true }))).toEqual([
    'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set',
  ])
})

test('whose the fields of a device are is told by the keys that it has', async () => {
  const cluster = createCluster({ kubernetesVersion: '1.37', controllers: 'none' })
  await cluster.create('ResourceClaim', claimOf({ requests: [request] }))
  const device = { driver: 'gpu.example.com', pool: 'a', device: 'gpu-0' }
  const allocation = { devices: { results: [{ request: 'gpu', ...device }] } }
  const status = { allocation, devices: [device] }
  const { metadata } = await cluster.patch('ResourceClaim', { name: 'a' }, { status }, { subresource: 'status' })
  expect(JSON.stringify(metadata.managedFields)).toContain(
    String.raw`k:{\"device\":\"gpu-0\",\"driver\":\"gpu.example.com\",\"pool\":\"a\"}`,
  )
})

test.each([
  ['1.34', /: \[metadata.generateName: .*, metadata.name: .* no more than 253 characters\]$/],
  ['1.35', /invalid: metadata.name: .* no more than 253 bytes$/],
] as const)('%s: what a DeviceClass may be called: %s', async (kubernetesVersion, words) => {
  const metadata = { name: 'a'.repeat(254), generateName: 'B_' }
  const { message } = await sent(kubernetesVersion, `${GROUP}/deviceclasses`, { metadata, spec: {} })
  expect(message).toMatch(words)
})

test('requests that are missing and none at all are the same to a fixed spec', async () => {
  const cluster = createCluster({ kubernetesVersion: '1.36', controllers: 'none' })
  const asked = async (method: string, path: string, requests?: readonly object[]) => {
    const body = JSON.stringify(claimOf(requests ? { requests } : {}))
    return (await cluster.fetch(path, { method, headers: { 'content-type': 'application/json' }, body })).status
  }
  expect([await asked('POST', CLAIMS), await asked('PUT', `${CLAIMS}/a`, [])]).toEqual([201, 200])
  expect(await asked('PUT', `${CLAIMS}/a`, [request])).toBe(422)
})

test('a driver in capital letters is warned of since v1.35', async () => {
  const warnings = (['1.34', '1.35'] as const).map(async (kubernetesVersion) => {
    const pool = { name: 'a', generation: 1, resourceSliceCount: 1 }
    const body = JSON.stringify({ metadata: { name: 'a' }, spec: { driver: 'GPU.example.com', pool, allNodes: true } })
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const reply = await createCluster({ kubernetesVersion, controllers: 'none' }).fetch(`${GROUP}/resourceslices`, sent)
    return [reply.status, reply.headers.get('warning')]
  })
  expect(await Promise.all(warnings)).toEqual([
    [201, null],
    [201, expect.stringContaining('driver names should be lowercase')],
  ])
})

test('when devices were allocated is dropped in v1.34', async () => {
  const allocation = { allocationTimestamp: '2026-01-01T00:00:00Z', devices: {} }
  const kept = (['1.34', '1.35'] as const).map(async (kubernetesVersion) => {
    const cluster = createCluster({ kubernetesVersion, controllers: 'none' })
    await cluster.create('ResourceClaim', claimOf({ requests: [request] }))
    const status = { allocation }
    return (await cluster.patch('ResourceClaim', { name: 'a' }, { status }, { subresource: 'status' })).status
  })
  expect(await Promise.all(kept)).toEqual([{ allocation: { devices: {} } }, { allocation }])
})
