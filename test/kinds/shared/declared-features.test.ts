import { expect, test } from 'vitest'
import { declaredFeatures, featuresToChange } from '../../../src/kinds/shared/declared-features.js'
import { type FeatureGates, featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'

test('a kubelet declares the features of its version and gates, by name', () => {
  const at = (version: KubernetesVersion, gates: Partial<FeatureGates> = {}) =>
    declaredFeatures({ version, featureGates: { ...featureGatesOf(version), ...gates } })
  const [whole, init] = ['InPlacePodLevelResourcesVerticalScaling', 'InPlacePodVerticalScalingInitContainers']
  const others = (...between: readonly string[]) => [
    ...['ExtendWebSocketsToKubelet', ...between, 'RestartAllContainersOnContainerExits'],
  ]
  expect(at('1.35')).toEqual([])
  expect(at('1.35', { NodeDeclaredFeatures: true })).toEqual(['GuaranteedQoSPodCPUResize'])
  expect(at('1.36')).toEqual(others(whole, init))
  expect(at('1.36', { InPlacePodLevelResourcesVerticalScaling: false })).toEqual(others(init))
  expect(at('1.36', { NodeDeclaredFeatures: false })).toEqual([])
  expect(at('1.37')).toEqual(at('1.36'))
})

test('in v1.35 a change of the processors of a pod with guarantees asks for a feature', () => {
  const version = '1.35'
  const of = { version, featureGates: { ...featureGatesOf(version), NodeDeclaredFeatures: true } } as const
  const pod = (cpu: string, qosClass = 'Guaranteed') => ({
    spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] },
    status: { qosClass },
  })
  expect(featuresToChange(pod('2'), pod('1'), of)).toEqual(['GuaranteedQoSPodCPUResize'])
  expect(featuresToChange(pod('1'), pod('1'), of)).toEqual([])
  expect(featuresToChange(pod('2'), pod('1', 'Burstable'), of)).toEqual([])
})
