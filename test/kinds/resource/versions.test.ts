import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { openServer, wordsOf } from '../asking.js'

const GROUP = '/apis/resource.k8s.io'
const claimsIn = (version: string) => `${GROUP}/${version}/namespaces/default/resourceclaims`
const runtimeConfig = { 'resource.k8s.io/v1beta1': true, 'resource.k8s.io/v1beta2': true }

const APPLY = { 'content-type': 'application/apply-patch+yaml' }
const FIRST = { metadata: { name: 'a' }, spec: { devices: { requests: [{ name: 'gpu', deviceClassName: 'x.io' }] } } }
const exactly = { deviceClassName: 'x.io', allocationMode: 'ExactCount', count: 1 }

test('v1beta1 and v1beta2 are served where they are switched on, whatever gates are on', async () => {
  const codes = (['1.33', '1.34', '1.36', '1.37'] as const).map(async (kubernetesVersion) => {
    const cluster = createCluster({ kubernetesVersion, runtimeConfig, controllers: 'none' })
    const paths = [...['v1beta1', 'v1beta2', 'v1'].map(claimsIn), `${GROUP}/v1beta2/devicetaintrules`]
    return Promise.all(paths.map(async (path) => (await cluster.fetch(path)).status))
  })
  expect(await Promise.all(codes)).toEqual([
    [200, 200, 404, 404],
    [200, 200, 200, 404],
    [200, 200, 200, 200],
    [200, 200, 200, 200],
  ])
  expect((await createCluster({ controllers: 'none' }).fetch(claimsIn('v1beta1'))).status).toBe(404)
})

test('in v1beta1 a request has in itself what is asked for exactly', async () => {
  const ask = openServer({ kubernetesVersion: '1.36', runtimeConfig })
  const made = await ask('POST', claimsIn('v1beta1'), FIRST)
  expect(made).toMatchObject({ code: 201, body: { apiVersion: 'resource.k8s.io/v1beta1' } })
  expect(made.warning).toContain('resource.k8s.io/v1beta1 ResourceClaim is deprecated in v1.35+, unavailable in v1.38+')
  expect(made.body['spec']).toEqual({ devices: { requests: [{ name: 'gpu', ...exactly }] } })
  const later = { devices: { requests: [{ name: 'gpu', exactly }] } }
  for (const version of ['v1', 'v1beta2'])
    expect(await ask('GET', `${claimsIn(version)}/a`)).toMatchObject({
      body: { apiVersion: `resource.k8s.io/${version}`, spec: later },
    })
})

test('in v1beta1 a request that names no class has no defaults, and alternatives stay', async () => {
  const ask = openServer({ kubernetesVersion: '1.37', runtimeConfig })
  const firstAvailable = [{ name: 'one', deviceClassName: 'x.io' }]
  const spec = { devices: { requests: [{ name: 'any', firstAvailable }] } }
  await ask('POST', claimsIn('v1'), { ...FIRST, spec })
  const { body } = await ask('GET', `${claimsIn('v1beta1')}/a`)
  expect(body['spec']).toEqual({
    devices: {
      requests: [
        {
          name: 'any',
          deviceClassName: '',
          firstAvailable: [{ ...firstAvailable[0], allocationMode: 'ExactCount', count: 1 }],
        },
      ],
    },
  })
})

test('in v1beta1 a device has its attributes in `basic`', async () => {
  const ask = openServer({ kubernetesVersion: '1.37', runtimeConfig })
  const pool = { name: 'p', generation: 1, resourceSliceCount: 1 }
  const basic = { attributes: { model: { string: 'a100' } } }
  const slice = {
    metadata: { name: 's' },
    spec: { driver: 'x.io', nodeName: 'n', pool, devices: [{ name: 'd', basic }] },
  }
  expect(await ask('POST', `${GROUP}/v1beta1/resourceslices`, slice)).toMatchObject({
    code: 201,
    body: { spec: slice.spec },
  })
  expect(await ask('GET', `${GROUP}/v1/resourceslices/s`)).toMatchObject({
    body: { spec: { devices: [{ name: 'd', ...basic }] } },
  })
})

test('rules tell of fields of v1, and tags since v1.37 of those of the version that is written', async () => {
  const [request] = FIRST.spec.devices.requests
  const wrong = { ...FIRST, spec: { devices: { requests: [{ ...request, allocationMode: 'all' }] } } }
  const words = async (kubernetesVersion: '1.36' | '1.37') =>
    wordsOf(await openServer({ kubernetesVersion, runtimeConfig })('POST', claimsIn('v1beta1'), wrong))
  const detail = 'Unsupported value: "all": supported values: "All", "ExactCount"'
  expect(await words('1.36')).toBe(`spec.devices.requests[0].exactly.allocationMode: ${detail}`)
  expect(await words('1.37')).toBe(`spec.devices.requests[0].allocationMode: ${detail}`)
})

test('a refused change shows the claim as the server has it', async () => {
  const ask = openServer({ kubernetesVersion: '1.36', runtimeConfig })
  await ask('POST', claimsIn('v1beta1'), FIRST)
  const changed = { spec: { devices: { requests: [{ name: 'other', deviceClassName: 'x.io' }] } } }
  expect(wordsOf(await ask('PATCH', `${claimsIn('v1beta1')}/a`, changed))).toContain(
    'spec: Invalid value: {"Devices":{"Requests":[{"Name":"other","Exactly":{"DeviceClassName":"x.io",',
  )
})

test('who applied a field in one version gives it up in another', async () => {
  const ask = openServer({ kubernetesVersion: '1.37', runtimeConfig })
  const templatesIn = (version: string) => `${GROUP}/${version}/deviceclasses/x.io?fieldManager=m`
  const apply = (version: string, spec: object) =>
    ask(
      'PATCH',
      templatesIn(version),
      {
        ...{ apiVersion: `resource.k8s.io/${version}`, kind: 'DeviceClass', metadata: { name: 'x.io' } },
        spec,
      },
      APPLY,
    )
  await apply('v1beta1', { extendedResourceName: 'x.io/gpu' })
  const given = await apply('v1', {})
  expect(given).toMatchObject({ code: 200 })
  expect(given.body['spec']).toEqual({})
})

test('an older version of DeviceTaintRule is replaced without a resourceVersion, and its DELETE answers with it', async () => {
  const ask = openServer({ kubernetesVersion: '1.37', runtimeConfig })
  const rule = { metadata: { name: 'r' }, spec: { taint: { key: 'a', effect: 'NoSchedule' } } }
  const path = (version: string) => `${GROUP}/${version}/devicetaintrules`
  await ask('POST', path('v1'), rule)
  expect(await ask('PUT', `${path('v1')}/r`, rule)).toMatchObject({ code: 422 })
  expect(await ask('PUT', `${path('v1beta2')}/r`, rule)).toMatchObject({ code: 200 })
  expect(await ask('DELETE', `${path('v1beta2')}/r`)).toMatchObject({ body: { kind: 'DeviceTaintRule' } })
})

test('until v1.34 who states labels in the status of a claim owns them', async () => {
  const owned = async (kubernetesVersion: '1.34' | '1.35') => {
    const ask = openServer({ kubernetesVersion })
    const labels = { a: 'b' }
    await ask('POST', claimsIn('v1'), {
      metadata: { name: 'a', labels },
      spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'x.io' } }] } },
    })
    const status = {
      metadata: { name: 'a', labels: { a: 'c' } },
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
    }
    const path = `${claimsIn('v1')}/a/status?fieldManager=m`
    return (await ask('PATCH', path, status, APPLY)).code
  }
  expect(await owned('1.34')).toBe(409)
  expect(await owned('1.35')).toBe(200)
})
