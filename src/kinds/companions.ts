import type { LateKind, Place } from '../kind/registry.js'
import type { Kind } from '../kind/define.js'
import type { Profile } from '../kind/profile.js'
import { deployment } from './companions/deployment.js'
import { coreEvent } from './companions/event.js'
import { limitRange } from './companions/limit-range.js'
import { persistentVolume } from './companions/persistent-volume.js'
import { pod } from './companions/pod.js'
import { resourceQuota } from './companions/resource-quota.js'
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  tokenReview,
} from './companions/reviews.js'
import { configMap, secret } from './companions/secret.js'
import { serviceAccount } from './companions/service-account.js'
import { service } from './companions/service.js'
import { storageClass, volumeAttributesClass } from './companions/storage.js'

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

const PLACES = COMPANIONS.map(([where, plural]): Place => {
  const [, group = '', version = '', kind = ''] = /^(.*)\/(\S+) (\w+)$/.exec(where)!
  return { group, version, kind, plural }
})

/** Kinds that standard commands ask for besides the twelve, made when they are. */
export const companions = (profile: Profile): readonly LateKind[] => PLACES.map((place, i) => ({ ...place, make: () => COMPANIONS[i]![2](profile) }))
