import { expect, test } from 'vitest'
import { openServer, wordsOf } from '../../asking.js'

const PODS = '/api/v1/namespaces/default/pods'
const told = { name: 'c', image: 'i', imageID: '', ready: true, restartCount: 0 }

async function statusOf(kubernetesVersion: '1.35' | '1.36' | '1.37') {
  const ask = openServer({ kubernetesVersion })
  const resources = { claims: [{ name: 'r', request: 'q' }], requests: { 'ex.io/g': '1' }, limits: { 'ex.io/g': '1' } }
  const spec = {
    resourceClaims: [{ name: 'r', resourceClaimName: 'own' }],
    containers: [{ name: 'c', image: 'i', resources }],
  }
  await ask('POST', PODS, { metadata: { name: 'a' }, spec })
  return async (status: object) => wordsOf(await ask('PATCH', `${PODS}/a/status`, { status }))
}

const health = (...allocatedResourcesStatus: readonly object[]) => ({
  containerStatuses: [{ ...told, allocatedResourcesStatus }],
})

test('what a status tells of the health of devices fits the pod since v1.36', async () => {
  const before = await statusOf('1.35')
  expect(await before(health({ name: 'odd' }))).toBe(200)
  const change = await statusOf('1.36')
  expect(await change(health({ name: 'ex.io/g' }, { name: 'claim:r/q' }))).toBe(200)
  expect(await change(health({ name: 'odd' }, { name: 'claim:r' }))).toMatch(
    /^\[.*Status\[0\].name: Invalid value: "odd": must match one of the container's resource requests, .*\[1\].name: Invalid value: "claim:r": .* format 'claim:<claimName>\/<request>'/,
  )
  const resources = [
    { resourceID: 'x', health: 'Odd', message: '' },
    { resourceID: 'x', message: 'm'.repeat(1025) },
  ]
  const at = 'status.containerStatuses[0].allocatedResourcesStatus[0].resources'
  expect(await change(health({ name: 'claim:r/q', resources }))).toBe(
    `[${[
      `${at}[0].health: Unsupported value: "Odd": supported values: "Healthy", "Unhealthy", "Unknown"`,
      `${at}[0].message: Required value: must be non-empty if specified`,
      `${at}[1].health: Unsupported value: "": supported values: "Healthy", "Unhealthy", "Unknown"`,
      `${at}[1].message: Too long: may not be more than 1024 bytes`,
      `${at}[1].resourceID: Duplicate value: "x"`,
    ].join(', ')}]`,
  )
  const allocatedResourcesStatus = [{ name: 'ex.io/g' }]
  expect(await change({ ephemeralContainerStatuses: [{ ...told, allocatedResourcesStatus }] })).toContain(
    'allocatedResourcesStatus: Forbidden: must not be specified in container status',
  )
})

test('the claim for extended resources fits the pod since v1.36', async () => {
  const claim = (resourceClaimName: string, ...requestMappings: readonly object[]) => ({
    extendedResourceClaimStatus: { resourceClaimName, requestMappings },
  })
  expect(await (await statusOf('1.35'))(claim(''))).toBe(200)
  const change = await statusOf('1.36')
  const field = 'status.extendedResourceClaimStatus'
  expect(await change(claim(''))).toBe(
    `[${field}.requestMappings: Required value: at least one request mapping is required, ${field}.resourceClaimName: Required value]`,
  )
  const mapping = { containerName: 'c', resourceName: 'ex.io/g', requestName: 'r0' }
  expect(
    await change(claim('made', mapping, { ...mapping, resourceName: 'cpu' }, { ...mapping, containerName: 'd' })),
  ).toBe(
    `[${field}.requestMappings[1].resourceName: Invalid value: "cpu": must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests, ${field}.requestMappings[2].containerName: Invalid value: "d": must match the name of an entry in spec.initContainers.name or spec.containers.name]`,
  )
  expect(await change(claim('made', mapping, mapping))).toMatch(
    /\[1\].containerName: Duplicate value: "c", .*resourceName: Duplicate value: "ex.io\/g", .*requestName: Duplicate value: "r0"/,
  )
  expect(await change(claim('made', mapping))).toBe(200)
  expect(await change(health({ name: 'claim:made/r0' }))).toContain("must match one of the container's")
  const later = await statusOf('1.37')
  expect(await later({ ...claim('made', mapping), ...health({ name: 'claim:made/r0' }) })).toBe(200)
})
