import type { KindDef } from './define.js'

// Kinds of a v1.33 server that are not served here but that its scheme knows: a body of one of them is a failed
// conversion rather than an unknown kind.
const FOREIGN: { readonly [groupVersion: string]: string } = {
  '/v1':
    'Binding ConfigMap Endpoints Event LimitRange PersistentVolume Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount PodStatusResult RangeAllocation SerializedReference List',
  'apps/v1': 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet Scale',
  'autoscaling/v1': 'HorizontalPodAutoscaler Scale',
  'autoscaling/v2': 'HorizontalPodAutoscaler',
  'batch/v1': 'CronJob Job',
  'policy/v1': 'Eviction',
  'certificates.k8s.io/v1': 'CertificateSigningRequest',
  'discovery.k8s.io/v1': 'EndpointSlice',
  'networking.k8s.io/v1': 'Ingress IngressClass NetworkPolicy',
  'rbac.authorization.k8s.io/v1': 'ClusterRole ClusterRoleBinding Role RoleBinding',
  'scheduling.k8s.io/v1': 'PriorityClass',
  'storage.k8s.io/v1': 'CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment',
  'authentication.k8s.io/v1': 'SelfSubjectReview TokenRequest TokenReview',
  'authorization.k8s.io/v1': 'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  'admissionregistration.k8s.io/v1': 'MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration',
}

// Those every scheme has.
const META = ['Status', 'APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList']

const OF_EVERY_VERSION = ['WatchEvent', 'DeleteOptions', 'ListOptions', 'GetOptions', 'CreateOptions', 'UpdateOptions', 'PatchOptions']

/** Tells whether a kind is registered with every group version there is (metav1.AddToGroupVersion). */
export const isOfEveryVersion = (kind: string): boolean => OF_EVERY_VERSION.includes(kind)

/** Tells whether a scheme of a real server knows a kind that is not among the built-in ones. */
export function knownForeignKind(scheme: KindDef['scheme'], group: string, version: string, kind: string): boolean {
  if (group === '' && version === 'v1' && META.includes(kind)) return true
  return scheme === 'core' && knownToCore(group, version, kind)
}

function knownToCore(group: string, version: string, kind: string): boolean {
  return FOREIGN[`${group}/${version}`]?.split(' ').includes(kind) ?? false
}
