import { expect, test } from 'vitest'
import { builtinKindsOf } from '../../../../src/kinds/builtin.js'
import { kubernetesProfile } from '../../../profiles.js'
import { createRegistry } from '../../../../src/model/registry/registry.js'
import { resourceList } from '../../../../src/server/discovery/documents.js'
import { openApiOf } from '../../../../src/server/discovery/openapi/answer.js'
import { loadDescriptions, loadFurtherTexts } from '../../../../src/server/discovery/openapi/descriptions.js'

/** All built-in kinds, and the names of those that were built. */
function counted() {
  const built: string[] = []
  const kinds = builtinKindsOf(kubernetesProfile).map((kind) =>
    Object.assign((profile: typeof kubernetesProfile) => (built.push(kind.mapping(profile).kind), kind(profile)), {
      mapping: kind.mapping,
      isIn: kind.isIn,
    }),
  )
  return { registry: createRegistry(kubernetesProfile, kinds), built }
}

test('an OpenAPI document builds the kinds in it and those it refers to', async () => {
  const { registry, built } = counted()
  await loadFurtherTexts()
  const descriptions = await loadDescriptions('1.33')
  openApiOf(registry, descriptions).v3('apis/coordination.k8s.io/v1')
  expect(new Set(built)).toEqual(new Set(['Lease']))
  openApiOf(registry, descriptions).v3('apis/apps/v1')
  expect(new Set(built)).toEqual(
    new Set([
      'Lease',
      'ControllerRevision',
      'DaemonSet',
      'Deployment',
      'ReplicaSet',
      'StatefulSet',
      'PersistentVolumeClaim',
    ]),
  )
})

test('a list of resources builds the kinds in it', () => {
  const { registry, built } = counted()
  resourceList(registry, 'coordination.k8s.io', 'v1')
  expect(new Set(built)).toEqual(new Set(['Lease']))
})
