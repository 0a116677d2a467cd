import { expect, test } from 'vitest'
import { createCluster, defineAdmissionPlugin } from '../../../src/index.js'

const POD = { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } }
const UNSCHEDULABLE = 'FailedScheduling'

test('plug-ins and hooks see the Events that controllers write, as they will be stored', async () => {
  const seen: unknown[] = []
  const watching = defineAdmissionPlugin({
    name: 'Watching',
    handles: ({ operation, resource }) => operation === 'create' && resource === 'events',
    validate: ({ object, user }) => void seen.push([user.name, object['reason'], object.metadata.labels]),
  })
  const cluster = createCluster({ seed: 1, clock: 'virtual', admissionPlugins: [watching] })
  cluster.hooks.admit({ kind: 'Event', verb: 'create' }, { patch: { metadata: { labels: { seen: 'yes' } } } })
  await cluster.create('Pod', POD)
  await cluster.idle()
  expect(seen).toEqual([['system:kube-scheduler', UNSCHEDULABLE, { seen: 'yes' }]])
  const { items } = await cluster.list('Event')
  expect(items.map(({ reason, metadata }) => [reason, metadata.labels])).toEqual([[UNSCHEDULABLE, { seen: 'yes' }]])
})

test('policies judge the Events that controllers write', async () => {
  const cluster = createCluster({ seed: 1, clock: 'virtual' })
  await cluster.create('ValidatingAdmissionPolicy', {
    metadata: { name: 'a' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE'], resources: ['events'] }],
      },
      validations: [{ expression: `object.reason != '${UNSCHEDULABLE}'` }],
    },
  })
  await cluster.create('ValidatingAdmissionPolicyBinding', {
    metadata: { name: 'a' },
    spec: { policyName: 'a', validationActions: ['Deny'] },
  })
  await cluster.create('Pod', POD)
  await cluster.idle()
  expect((await cluster.get('Pod', { name: 'a' })).status?.conditions).toMatchObject([{ reason: 'Unschedulable' }])
  expect((await cluster.list('Event')).items).toEqual([])
})
