import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const API = 'admissionregistration.k8s.io'
const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }]
const mutations = [
  {
    patchType: 'ApplyConfiguration',
    applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"team": "shop"}}}' },
  },
]
const policyIn = (version: string): readonly object[] => {
  const apiVersion = `${API}/${version}`
  const metadata = { name: 'team' }
  const spec = { matchConstraints: { resourceRules }, mutations, reinvocationPolicy: 'Never' }
  return [
    { apiVersion, kind: 'MutatingAdmissionPolicy', metadata, spec },
    { apiVersion, kind: 'MutatingAdmissionPolicyBinding', metadata, spec: { policyName: 'team' } },
  ]
}

test.each([
  ['1.36', 'v1', {}],
  ['1.36', 'v1beta1', {}],
  ['1.36', 'v1alpha1', {}],
  ['1.35', 'v1beta1', { MutatingAdmissionPolicy: true }],
  ['1.34', 'v1alpha1', { MutatingAdmissionPolicy: true }],
] as const)('a policy in v%s changes what is written, as %s', async (kubernetesVersion, version, featureGates) => {
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none', kubernetesVersion, featureGates, fixtures: policyIn(version) },
    runtimeConfig: { 'api/beta': true, 'api/alpha': true },
  })
  const { metadata } = await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  expect(metadata.labels).toEqual({ team: 'shop' })
})

test('a gate that needs a version of the policies that is not served is refused', () => {
  const featureGates = { MutatingAdmissionPolicy: true }
  expect(() => createCluster({ kubernetesVersion: '1.35', featureGates })).toThrow(
    `runtimeConfig: the feature gate MutatingAdmissionPolicy needs ${API}/v1beta1`,
  )
  expect(() => createCluster({ featureGates })).toThrow(`needs ${API}/v1alpha1`)
})

test('a policy without variables has them in its expressions all the same', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', kubernetesVersion: '1.36' })
  const expression = 'Object{data: {"v": variables.v}}'
  const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }]
  const spec = { matchConstraints: { resourceRules }, mutations, reinvocationPolicy: 'Never' }
  await expect(cluster.create('MutatingAdmissionPolicy', { metadata: { name: 'p' }, spec })).rejects.toThrow(
    "compilation failed: ERROR: <input>:1:29: undefined field 'v'",
  )
})
