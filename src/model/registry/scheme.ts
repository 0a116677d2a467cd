import { API_PRIORITIES } from '../generated/api-priorities.js'
import { splitApiVersion } from './type-meta.js'
import { type KubernetesVersion, oncePerVersion, thoseOf } from './kubernetes-version.js'
import type { KindDef, SchemeName } from './kind-def.js'
import type { Registry } from './registry.js'

// The kinds in the schemes of a server, served here or not; `+` adds the list kind, and marks tell in which versions of
// Kubernetes they are there.
const KINDS: { readonly [scheme in SchemeName]: { readonly [apiVersion: string]: string } } = {
  core: {
    'admission.k8s.io/v1': 'AdmissionReview',
    'admission.k8s.io/v1beta1': 'AdmissionReview',
    'admissionregistration.k8s.io/v1':
      '>36:MutatingAdmissionPolicy+ >36:MutatingAdmissionPolicyBinding+ MutatingWebhookConfiguration+ ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+ ValidatingWebhookConfiguration+',
    'admissionregistration.k8s.io/v1alpha1':
      'MutatingAdmissionPolicy+ MutatingAdmissionPolicyBinding+ ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+',
    'admissionregistration.k8s.io/v1beta1':
      '>34:MutatingAdmissionPolicy+ >34:MutatingAdmissionPolicyBinding+ MutatingWebhookConfiguration+ ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+ ValidatingWebhookConfiguration+',
    'apps/v1': 'ControllerRevision+ DaemonSet+ Deployment+ ReplicaSet+ StatefulSet+',
    'apps/v1beta1': 'ControllerRevision+ Deployment+ DeploymentRollback Scale StatefulSet+',
    'apps/v1beta2': 'ControllerRevision+ DaemonSet+ Deployment+ ReplicaSet+ Scale StatefulSet+',
    'authentication.k8s.io/v1': 'SelfSubjectReview TokenRequest TokenReview',
    'authentication.k8s.io/v1alpha1': 'SelfSubjectReview',
    'authentication.k8s.io/v1beta1': 'SelfSubjectReview TokenReview',
    'authorization.k8s.io/v1':
      'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
    'authorization.k8s.io/v1beta1':
      'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
    'autoscaling/v1': 'HorizontalPodAutoscaler+ Scale',
    'autoscaling/v2': 'HorizontalPodAutoscaler+',
    'autoscaling/v2beta1': '<36:HorizontalPodAutoscaler+',
    'autoscaling/v2beta2': '<36:HorizontalPodAutoscaler+',
    'batch/v1': 'CronJob+ Job+',
    'batch/v1beta1': 'CronJob+',
    'certificates.k8s.io/v1': 'CertificateSigningRequest+ >37:ClusterTrustBundle+ >37:PodCertificateRequest+',
    'certificates.k8s.io/v1alpha1': 'ClusterTrustBundle+ >34<35:PodCertificateRequest+',
    'certificates.k8s.io/v1beta1': 'CertificateSigningRequest+ ClusterTrustBundle+ >35:PodCertificateRequest+',
    'coordination.k8s.io/v1': 'Lease+',
    'coordination.k8s.io/v1alpha2': 'LeaseCandidate+',
    'coordination.k8s.io/v1beta1': 'Lease+ LeaseCandidate+',
    'discovery.k8s.io/v1': 'EndpointSlice+',
    'discovery.k8s.io/v1beta1': 'EndpointSlice+',
    'events.k8s.io/v1': 'Event+',
    'events.k8s.io/v1beta1': 'Event+',
    'extensions/v1beta1': 'DaemonSet+ Deployment+ DeploymentRollback Ingress+ NetworkPolicy+ ReplicaSet+ Scale',
    'flowcontrol.apiserver.k8s.io/v1': 'FlowSchema+ PriorityLevelConfiguration+',
    'flowcontrol.apiserver.k8s.io/v1beta1': 'FlowSchema+ PriorityLevelConfiguration+',
    'flowcontrol.apiserver.k8s.io/v1beta2': 'FlowSchema+ PriorityLevelConfiguration+',
    'flowcontrol.apiserver.k8s.io/v1beta3': 'FlowSchema+ PriorityLevelConfiguration+',
    'imagepolicy.k8s.io/v1alpha1': 'ImageReview',
    'internal.apiserver.k8s.io/v1alpha1': 'StorageVersion+',
    'lifecycle.k8s.io/v1alpha1': '>37:Eviction+ >37:EvictionRequest+',
    'networking.k8s.io/v1': 'IPAddress+ Ingress+ IngressClass+ NetworkPolicy+ ServiceCIDR+',
    'networking.k8s.io/v1alpha1': '<34:IPAddress+ <34:ServiceCIDR+',
    'networking.k8s.io/v1beta1': 'IPAddress+ Ingress+ IngressClass+ ServiceCIDR+',
    'node.k8s.io/v1': 'RuntimeClass+',
    'node.k8s.io/v1alpha1': 'RuntimeClass+',
    'node.k8s.io/v1beta1': 'RuntimeClass+',
    'policy/v1': 'Eviction PodDisruptionBudget+',
    'policy/v1beta1': 'Eviction PodDisruptionBudget+',
    'rbac.authorization.k8s.io/v1': 'ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+',
    'rbac.authorization.k8s.io/v1alpha1': 'ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+',
    'rbac.authorization.k8s.io/v1beta1': 'ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+',
    'resource.k8s.io/v1':
      '>34:DeviceClass+ >37:DeviceTaintRule+ >34:ResourceClaim+ >34:ResourceClaimTemplate+ >34:ResourceSlice+',
    'resource.k8s.io/v1alpha3':
      '<34:DeviceClass+ DeviceTaintRule+ <34:ResourceClaim+ <34:ResourceClaimTemplate+ >36:ResourcePoolStatusRequest+ <34:ResourceSlice+',
    'resource.k8s.io/v1beta1': 'DeviceClass+ ResourceClaim+ ResourceClaimTemplate+ ResourceSlice+',
    'resource.k8s.io/v1beta2': 'DeviceClass+ >36:DeviceTaintRule+ ResourceClaim+ ResourceClaimTemplate+ ResourceSlice+',
    'scheduling.k8s.io/v1': 'PriorityClass+',
    'scheduling.k8s.io/v1alpha1': '<36:PriorityClass+ >35<36:Workload+',
    'scheduling.k8s.io/v1alpha2': '>36<37:PodGroup+ >36<37:Workload+',
    'scheduling.k8s.io/v1alpha3': '>37:CompositePodGroup+ >37:PodGroup+ >37:Workload+',
    'scheduling.k8s.io/v1beta1': '>37:PodGroup+ PriorityClass+ >37:Workload+',
    'storage.k8s.io/v1':
      'CSIDriver+ CSINode+ CSIStorageCapacity+ StorageClass+ VolumeAttachment+ >34:VolumeAttributesClass+',
    'storage.k8s.io/v1alpha1': 'CSIStorageCapacity+ VolumeAttachment+ VolumeAttributesClass+',
    'storage.k8s.io/v1beta1':
      'CSIDriver+ CSINode+ CSIStorageCapacity+ StorageClass+ VolumeAttachment+ VolumeAttributesClass+',
    'storagemigration.k8s.io/v1': '>37:StorageVersionMigration+',
    'storagemigration.k8s.io/v1alpha1': '<35:StorageVersionMigration+',
    'storagemigration.k8s.io/v1beta1': '>35:StorageVersionMigration+',
    v1: 'Binding ComponentStatus+ ConfigMap+ Endpoints+ Event+ LimitRange+ List Namespace+ Node+ NodeProxyOptions PersistentVolume+ PersistentVolumeClaim+ Pod+ PodAttachOptions PodExecOptions PodLogOptions PodPortForwardOptions PodProxyOptions <37:PodStatusResult PodTemplate+ RangeAllocation ReplicationController+ ResourceQuota+ Secret+ SerializedReference Service+ ServiceAccount+ ServiceProxyOptions',
  },
  aggregator: {
    'apiregistration.k8s.io/v1': 'APIService+',
    'apiregistration.k8s.io/v1beta1': 'APIService+',
  },
  extensions: {
    'apiextensions.k8s.io/v1': 'ConversionReview CustomResourceDefinition+',
    'apiextensions.k8s.io/v1beta1': 'ConversionReview CustomResourceDefinition+',
  },
  scales: {},
}

/** Unversioned kinds, which every scheme knows in any version (metav1.Unversioned). */
export const UNVERSIONED = ['Status', 'APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList']
// The kinds registered with every group version (metav1.AddToGroupVersion).
const OF_EVERY_VERSION = [
  'WatchEvent',
  'DeleteOptions',
  'ListOptions',
  'GetOptions',
  'CreateOptions',
  'UpdateOptions',
  'PatchOptions',
]

// The group in which kinds are stored, if it is not their own.
const STORED_IN: { readonly [groupAndKind: string]: string } = {
  'extensions/DaemonSet': 'apps',
  'extensions/Deployment': 'apps',
  'extensions/Ingress': 'networking.k8s.io',
  'extensions/NetworkPolicy': 'networking.k8s.io',
  'extensions/ReplicaSet': 'apps',
  'extensions/Scale': 'autoscaling',
  'apps/Scale': 'autoscaling',
  'events.k8s.io/Event': '',
}

/**
 * Returns how a body's kind and version relate to the expected kind: unknown to the scheme, another version of the same
 * kind, or a kind without a conversion.
 */
export function relationTo(
  def: KindDef,
  registry: Registry,
  apiVersion: string,
  kind: string,
): 'unknown' | 'version' | 'kind' {
  const [group, version] = splitApiVersion(apiVersion)
  const known = realGroup(registry, group)
  const other = registry.of(apiVersion, kind)
  if (
    other
      ? other.structural || other.storage.scheme !== def.storage.scheme
      : known === undefined ||
        !isRegistered(kindsOf(registry.profile.version)[def.storage.scheme], known, version, kind)
  )
    return 'unknown'
  const stored = other?.storage.group ?? STORED_IN[`${known}/${kind}`] ?? group
  return kind === def.kind && stored === def.storage.group ? 'version' : 'kind'
}

/** Returns the Go type of a kind as conversion errors name it. */
export const goTypeOf = (version: string, kind: string): string =>
  `${OF_EVERY_VERSION.includes(kind) || UNVERSIONED.includes(kind) ? 'v1' : version}.${kind}`

type SchemeKinds = { readonly [apiVersion: string]: readonly string[] }

/** Returns the kinds in the schemes of a server of a version, by group version. */
const kindsOf = oncePerVersion((version) => {
  const there = (kinds: { readonly [apiVersion: string]: string }): SchemeKinds =>
    Object.fromEntries(
      Object.entries(kinds)
        .map(([apiVersion, names]) => [apiVersion, thoseOf(names.split(' '), version)] as const)
        .filter(([, names]) => names.length > 0),
    )
  const { core, aggregator, extensions, scales } = KINDS
  return { core: there(core), aggregator: there(aggregator), extensions: there(extensions), scales: there(scales) }
})

function isRegistered(known: SchemeKinds, group: string, version: string, kind: string): boolean {
  if (UNVERSIONED.includes(kind)) return true
  const groupVersion = group ? `${group}/${version}` : version
  const kinds = Object.hasOwn(known, groupVersion) ? known[groupVersion] : undefined
  if (OF_EVERY_VERSION.includes(kind)) return kinds !== undefined || (group === '' && version === 'v1')
  return (
    kinds?.some((name) =>
      name.endsWith('+') ? kind === name.slice(0, -1) || kind === `${name.slice(0, -1)}List` : kind === name,
    ) ?? false
  )
}

/** Tells whether the main scheme of a server has a kind, served here or not. */
export const isInScheme = (apiVersion: string, kind: string, version: KubernetesVersion): boolean =>
  isRegistered(kindsOf(version).core, ...splitApiVersion(apiVersion), kind)

/** Returns the group versions in the schemes of a server, served here or not. */
export const knownApis = (version: KubernetesVersion): readonly (readonly [group: string, version: string])[] =>
  Object.values(kindsOf(version)).flatMap((versions) => Object.keys(versions).map(splitApiVersion))

/**
 * Returns the group versions in the schemes of a v1.33 server, served here or not, with the registry's group names;
 * sorted by group and version.
 */
export const knownVersions = (registry: Registry): readonly (readonly [group: string, version: string])[] =>
  knownApis(registry.profile.version)
    .map(([group, version]) => [ownGroup(registry, group), version] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))

/** Translates a group of a real server into the profile's domain, if it is served there. */
function ownGroup(registry: Registry, real: string): string {
  if (!real.endsWith('.k8s.io')) return real
  const own = registry.profile.group(real.slice(0, -'.k8s.io'.length))
  return registry.versions(own) ? own : real
}

/** Translates a group in the profile's domain into that of a real server. */
function realGroup({ profile }: Registry, group: string): string | undefined {
  const [own, real] = [profile.group(''), '.k8s.io']
  if (group.endsWith(own)) return `${group.slice(0, -own.length)}${real}`
  return group.endsWith(real) ? undefined : group
}

/** How a server ranks a version among the others. */
type Priorities = { readonly group: number; readonly version: number }

/** Returns the priorities of the versions of all groups, by `GROUP/VERSION`, in a version of Kubernetes. */
export const apiPriorities = (version: KubernetesVersion): ReadonlyMap<string, Priorities> =>
  new Map(
    thoseOf(API_PRIORITIES.trim().split('\n'), version).map((line) => {
      const [name = '', ofGroup, ofVersion] = line.split(' ')
      return [name, { group: Number(ofGroup), version: Number(ofVersion) }]
    }),
  )
