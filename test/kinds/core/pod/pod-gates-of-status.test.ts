import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'

describe('the generation that a pod status is about', () => {
  const open = async (kubernetesVersion: string, featureGates = {}) => {
    const cluster = createCluster({ kubernetesVersion, seed: 1, controllers: 'none', featureGates })
    await cluster.create('ServiceAccount', { metadata: { name: 'default' } })
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'web:1' }] } })
    const write = async (status: object) =>
      (await cluster.patch('Pod', { name: 'web' }, { status }, { subresource: 'status' })).status
    return write
  }
  const condition = { type: 'Ready', status: 'True' }
  const observed = { observedGeneration: 1, conditions: [{ ...condition, observedGeneration: 1 }] }

  test('is kept since 1.34, and before with the feature gate', async () => {
    const isKept = async (version: string, gates = {}) =>
      (await (await open(version, gates))(observed))?.observedGeneration === 1
    expect(await isKept('1.33')).toBe(false)
    expect(await isKept('1.33', { PodObservedGenerationTracking: true })).toBe(true)
    expect(await isKept('1.34')).toBe(true)
  })

  test('stays when a client that does not know it writes', async () => {
    const write = await open('1.37')
    await write(observed)
    const status = await write({ observedGeneration: null, conditions: [condition, { type: 'Odd', status: 'True' }] })
    expect(status).toMatchObject({ observedGeneration: 1, conditions: [{ observedGeneration: 1 }, { type: 'Odd' }] })
    expect(status?.conditions?.[1]).not.toHaveProperty('observedGeneration')
  })
})

test('the health of allocated resources, and the resources of a pod as a whole, are kept since 1.36', async () => {
  for (const [kubernetesVersion, isKept] of [
    ['1.35', false],
    ['1.36', true],
  ] as const) {
    const cluster = createCluster({ kubernetesVersion, seed: 1, controllers: 'none' })
    await cluster.create('ServiceAccount', { metadata: { name: 'default' } })
    const amounts = { 'example.com/gpu': '1' }
    const containers = [{ name: 'web', image: 'web:1', resources: { requests: amounts, limits: amounts } }]
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: { containers } })
    const told = { name: 'web', image: 'web:1', imageID: '', ready: true, restartCount: 0 }
    const allocatedResourcesStatus = [{ name: 'example.com/gpu', resources: [{ resourceID: 'a', health: 'Healthy' }] }]
    const containerStatuses = [{ ...told, allocatedResourcesStatus }]
    const pod = await cluster.patch(
      'Pod',
      { name: 'web' },
      { status: { containerStatuses, resources: { limits: { cpu: '7' } } } },
      { subresource: 'status' },
    )
    expect(JSON.stringify(pod).includes('Healthy')).toBe(isKept)
    expect(pod.status && 'resources' in pod.status).toBe(isKept)
  }
})
