import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { open, setReady, template } from './workloads.js'

const labels = { app: 'web' }

test('a new template with fewer replicas keeps as many old pods as have to stay available', async () => {
  const cluster = open('deployments', 'replica-sets')
  const rollingUpdate = { maxSurge: 3, maxUnavailable: 2 }
  await cluster.create('Deployment', {
    metadata: { name: 'web' },
    spec: { replicas: 5, selector: { matchLabels: labels }, template: template(labels), strategy: { rollingUpdate } },
  })
  await setReady(cluster)
  await cluster.patch(
    'Deployment',
    { name: 'web' },
    { spec: { replicas: 3, template: template(labels, 'shop/web:2') } },
  )
  const sizes = (await cluster.list('ReplicaSet')).items.map(({ spec }) => [
    spec?.template?.spec?.containers?.[0]?.image,
    spec?.replicas,
  ])
  // One of the three replicas has to be available, and one old pod is.
  expect(sizes.sort()).toEqual([
    ['shop/web:1', 1],
    ['shop/web:2', 3],
  ])
})

test('created pods are scheduled before the next step of the rollout deletes them', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  await cluster.create('Deployment', {
    metadata: { name: 'web' },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: template(labels),
      strategy: { type: 'Recreate' },
    },
  })
  await cluster.clock.advance('10s')
  // It scales up first, and only then deletes all old pods.
  await cluster.patch(
    'Deployment',
    { name: 'web' },
    { spec: { replicas: 2, template: template(labels, 'shop/web:2') } },
  )
  await cluster.clock.advance('10s')
  const scheduled = (await cluster.list('v1/Event')).items.filter(({ reason }) => reason === 'Scheduled')
  expect(scheduled).toHaveLength(4)
})
