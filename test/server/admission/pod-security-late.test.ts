import { expect, test, vi } from 'vitest'

// The checks are loaded with the first pod that needs them: another test file may have loaded them already.

const labels = { app: 'a' }
const fixtures = [
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'strict', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'r', namespace: 'strict' },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  },
]

test('a controller whose pod is the first that is checked waits for the checks', async () => {
  vi.resetModules()
  const { createCluster } = await import('../../../src/cluster/cluster.js')
  const cluster = createCluster({ seed: 1, fixtures })
  await cluster.settled()
  expect((await cluster.list('Pod', { namespace: 'strict' })).items).toEqual([])
  const { items } = await cluster.list('Event', { namespace: 'strict' })
  expect(items[0]).toMatchObject({
    reason: 'FailedCreate',
    note: expect.stringMatching(
      /^Error creating: pods "r-.*" is forbidden: violates PodSecurity "restricted:latest": /,
    ),
  })
})
