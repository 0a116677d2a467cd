import type { LateKind } from '../registry/registry.js'
import type { Kind, RestMapping } from '../registry/kind.js'
import type { Profile } from '../registry/profile.js'
import { deployment } from './apps/deployment/deployment.js'
import { coreEvent } from './core/core-event.js'
import { limitRange } from './core/limit-range.js'
import { persistentVolume } from './core/persistent-volume/persistent-volume.js'
import { pod } from './core/pod/pod.js'
import { resourceQuota } from './core/resource-quota.js'
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  tokenReview,
} from './authorization/reviews.js'
import { configMap, secret } from './core/secret/secret.js'
import { serviceAccount } from './core/service-account.js'
import { service } from './core/service/service.js'
import { storageClass, volumeAttributesClass } from './storage/storage.js'

// Where each is served is told without making it.
const COMPANIONS: readonly (readonly [groupVersion: string, plural: string, kind: Kind])[] = [
  ['/v1 ConfigMap', 'configmaps', configMap],
  ['/v1 Event', 'events', coreEvent],
  ['/v1 LimitRange', 'limitranges', limitRange],
  ['/v1 PersistentVolume', 'persistentvolumes', persistentVolume],
  ['/v1 Pod', 'pods', pod],
  ['/v1 ResourceQuota', 'resourcequotas', resourceQuota],
  ['/v1 Secret', 'secrets', secret],
  ['/v1 Service', 'services', service],
  ['/v1 ServiceAccount', 'serviceaccounts', serviceAccount],
  ['apps/v1 Deployment', 'deployments', deployment],
  ['authentication.k8s.io/v1 SelfSubjectReview', 'selfsubjectreviews', selfSubjectReview],
  ['authentication.k8s.io/v1 TokenReview', 'tokenreviews', tokenReview],
  ['authorization.k8s.io/v1 LocalSubjectAccessReview', 'localsubjectaccessreviews', localSubjectAccessReview],
  ['authorization.k8s.io/v1 SelfSubjectAccessReview', 'selfsubjectaccessreviews', selfSubjectAccessReview],
  ['authorization.k8s.io/v1 SelfSubjectRulesReview', 'selfsubjectrulesreviews', selfSubjectRulesReview],
  ['authorization.k8s.io/v1 SubjectAccessReview', 'subjectaccessreviews', subjectAccessReview],
  ['storage.k8s.io/v1 StorageClass', 'storageclasses', storageClass],
  ['storage.k8s.io/v1beta1 VolumeAttributesClass', 'volumeattributesclasses', volumeAttributesClass],
]

const PLACES = COMPANIONS.map(([where, plural]): RestMapping => {
  const [, group = '', version = '', kind = ''] = /^(.*)\/(\S+) (\w+)$/.exec(where)!
  return { group, version, kind, plural }
})

/** Kinds that standard commands ask for besides the twelve, made when they are. */
export const companions = (profile: Profile): readonly LateKind[] =>
  PLACES.map((place, i) => ({ ...place, make: () => COMPANIONS[i]![2](profile) }))
