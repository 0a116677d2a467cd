import { expect, test } from 'vitest'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { kubernetesProfile } from '../../profiles.js'
import { namesOf } from '../../../src/model/registry/translate.js'
import { specifiedKinds } from '../../suites/specified-kinds.js'

test.each([
  ['coordination.k8s.io/v1', 'coordination.example.io/v1'],
  ['coordination.example.io/v1', 'coordination.example.io/v1'],
  ['snapshot.storage.k8s.io/v1', 'snapshot.storage.example.io/v1'],
  ['shop.k8s.io/v1', 'shop.k8s.io/v1'],
  ['policy/v1', 'policy/v1'],
  ['v1', 'v1'],
])('%s is %s in the example profile', (given, name) => {
  expect(namesOf(exampleProfile).apiVersion(given)).toBe(name)
})

test.each([
  ['agentVersion', 'kubeletVersion'],
  ['proxyVersion', 'kubeProxyVersion'],
  ['agentEndpoint', 'kubeletEndpoint'],
  ['agentConfigKey', 'kubeletConfigKey'],
  ['kubeletVersion', 'kubeletVersion'],
  ['osImage', 'osImage'],
])('%s is %s in the kubernetes profile', (given, name) => {
  expect(namesOf(kubernetesProfile).member(given)).toBe(name)
})

test('the groups of all built-in kinds are translated in both directions', () => {
  const groups = (profile: typeof exampleProfile) => specifiedKinds.map((kind) => kind(profile).group)
  expect(groups(exampleProfile).map(namesOf(kubernetesProfile).group)).toEqual(groups(kubernetesProfile))
  expect(groups(kubernetesProfile).map(namesOf(exampleProfile).group)).toEqual(groups(exampleProfile))
})
