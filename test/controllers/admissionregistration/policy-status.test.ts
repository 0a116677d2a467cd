import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const policy = (expression: string) => ({
  metadata: { name: 'p' },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE' as const], resources: ['pods'] }],
    },
    validations: [{ expression }],
  },
})
const ref = { name: 'p' }

test('sets observedGeneration for each generation of a policy, with the field manager of the real controller', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('ValidatingAdmissionPolicy', policy('true'))
  const { status, metadata } = await cluster.get('ValidatingAdmissionPolicy', ref)
  expect(status).toEqual({ observedGeneration: 1, typeChecking: {} })
  expect(
    metadata.managedFields?.map(({ manager, operation, subresource }) => [manager, operation, subresource]),
  ).toEqual([
    ['validatingadmissionpolicy-status', 'Apply', 'status'],
    ['fakecluster', 'Update', undefined],
  ])
  await cluster.patch('ValidatingAdmissionPolicy', ref, { spec: { failurePolicy: 'Ignore' } })
  expect((await cluster.get('ValidatingAdmissionPolicy', ref)).status).toMatchObject({ observedGeneration: 2 })
})

test('leaves a status of the current generation unchanged, and schedules no timer', async () => {
  const cluster = createCluster({ seed: 1 })
  const status = { observedGeneration: 1, typeChecking: { expressionWarnings: [{ fieldRef: 'spec', warning: 'w' }] } }
  await cluster.load([
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      ...policy('true'),
      status,
    },
  ])
  expect((await cluster.get('ValidatingAdmissionPolicy', ref)).status).toEqual(status)
  expect(await cluster.clock.next()).toBe(false)
})
