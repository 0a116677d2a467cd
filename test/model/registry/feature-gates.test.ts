import { expect, test } from 'vitest'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import { kubernetesVersions } from '../../../src/model/registry/kubernetes-version.js'

test('gates are on from the version on in which they are by default', () => {
  const on = kubernetesVersions.map((version) =>
    Object.entries(featureGatesOf(version)).flatMap(([gate, isOn]) => (isOn ? [gate] : [])),
  )
  const always = ['AnyVolumeDataSource', 'RecoverVolumeExpansionFailure']
  const since34 = [...always, 'VolumeAttributesClass', 'WatchList']
  const since36 = ['AnyVolumeDataSource', 'MutatingAdmissionPolicy', ...since34.slice(1)]
  const since37 = ['ClusterTrustBundle', 'PodCertificateRequest', 'StorageVersionMigrator']
  // AnyVolumeDataSource is gone in v1.37, and what it was for remains.
  expect(on).toEqual([always, since34, since34, since36, [...since36, ...since37].sort()])
})
