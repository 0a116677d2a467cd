import { customResourceDefinition } from './apiextensions/custom-resource-definition.js'
import type { Kind } from '../model/registry/kind-def.js'
import { oncePerProfile } from '../model/registry/profile.js'
import { apiService } from './apiregistration/api-service.js'
import { controllerRevision } from './apps/controller-revision.js'
import { daemonSet } from './apps/daemon-set/daemon-set.js'
import { deployment } from './apps/deployment/deployment.js'
import { replicaSet } from './apps/replica-set.js'
import { statefulSet } from './apps/stateful-set/stateful-set.js'
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  tokenReview,
} from './authorization/reviews.js'
import { horizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler/autoscaler.js'
import { firstHorizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler/autoscaler-v1.js'
import { cronJob } from './batch/cron-job/cron-job.js'
import { job } from './batch/job/job.js'
import { leaseCandidate } from './coordination/lease-candidate.js'
import { lease } from './coordination/lease.js'
import { componentStatus } from './core/component-status.js'
import { coreEvent } from './core/core-event.js'
import { limitRange } from './core/limit-range.js'
import { namespace } from './core/namespace.js'
import { node } from './core/node/node.js'
import { persistentVolumeClaim } from './core/persistent-volume-claim/persistent-volume-claim.js'
import { persistentVolume } from './core/persistent-volume/persistent-volume.js'
import { podTemplate } from './core/pod-template.js'
import { binding } from './core/pod/pod-binding.js'
import { pod } from './core/pod/pod.js'
import { replicationController } from './core/replication-controller.js'
import { resourceQuota } from './core/resource-quota.js'
import { configMap, secret } from './core/secret/secret-and-config-map.js'
import { serviceAccount } from './core/service-account.js'
import { service } from './core/service/service.js'
import { event } from './events/event.js'
import { nodeMetrics } from './metrics/node-metrics.js'
import { podMetrics } from './metrics/pod-metrics.js'
import { ipAddress } from './networking/ip-address.js'
import { serviceCIDR } from './networking/service-cidr.js'
import { betaDeviceClass, deviceClass, firstDeviceClass } from './resource/device-class.js'
import {
  betaResourceClaim,
  betaResourceClaimTemplate,
  firstResourceClaim,
  firstResourceClaimTemplate,
  resourceClaim,
  resourceClaimTemplate,
} from './resource/resource-claim.js'
import {
  betaDeviceTaintRule,
  betaResourceSlice,
  deviceTaintRule,
  firstResourceSlice,
  resourceSlice,
} from './resource/resource-slice.js'
import { runtimeClass } from './node/runtime-class.js'
import { podDisruptionBudget } from './policy/pod-disruption-budget.js'
import { storageClass } from './storage/storage-class.js'
import { betaVolumeAttributesClass, volumeAttributesClass } from './storage/volume-attributes-class.js'
import { endpointSlice } from './discovery/endpoint-slice.js'
import { endpoints } from './core/endpoints.js'
import { ingressClass } from './networking/ingress-class.js'
import { ingress } from './networking/ingress/ingress.js'
import { networkPolicy } from './networking/network-policy/network-policy.js'
import { priorityClass } from './scheduling/priority-class.js'
import { clusterRole, role } from './rbac/role.js'
import { clusterRoleBinding, roleBinding } from './rbac/role-binding.js'
import { csiDriver } from './storage/csi-driver.js'
import { csiNode } from './storage/csi-node.js'
import { csiStorageCapacity } from './storage/csi-storage-capacity.js'
import { volumeAttachment } from './storage/volume-attachment/volume-attachment.js'
import { flowSchema } from './flowcontrol/flow-schema/flow-schema.js'
import { priorityLevelConfiguration } from './flowcontrol/priority-level/priority-level.js'
import {
  mutatingWebhookConfiguration,
  validatingWebhookConfiguration,
} from './admissionregistration/webhook-configuration.js'
import {
  alphaMutatingAdmissionPolicy,
  alphaMutatingAdmissionPolicyBinding,
  betaMutatingAdmissionPolicy,
  betaMutatingAdmissionPolicyBinding,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
} from './admissionregistration/mutating-policy.js'
import { validatingAdmissionPolicy } from './admissionregistration/policy.js'
import { validatingAdmissionPolicyBinding } from './admissionregistration/policy-binding.js'
import { betaClusterTrustBundle, clusterTrustBundle } from './certificates/cluster-trust-bundle.js'
import { podCertificateRequest } from './certificates/pod-certificate-request.js'
import { betaStorageVersionMigration, storageVersionMigration } from './storagemigration/storage-version-migration.js'
import { certificateSigningRequest } from './certificates/certificate-signing-request.js'

/**
 * The kinds that servers have, each in some version of Kubernetes at least. Where two share a name (Event), the bare
 * name means the first.
 */
export const builtinKinds: readonly Kind[] = [
  componentStatus,
  namespace,
  node,
  persistentVolumeClaim,
  apiService,
  leaseCandidate,
  lease,
  event,
  ipAddress,
  serviceCIDR,
  runtimeClass,
  podDisruptionBudget,
  configMap,
  coreEvent,
  limitRange,
  persistentVolume,
  pod,
  binding,
  podTemplate,
  replicationController,
  resourceQuota,
  secret,
  service,
  serviceAccount,
  controllerRevision,
  daemonSet,
  deployment,
  replicaSet,
  statefulSet,
  horizontalPodAutoscaler,
  firstHorizontalPodAutoscaler,
  cronJob,
  job,
  selfSubjectReview,
  tokenReview,
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  storageClass,
  volumeAttributesClass,
  betaVolumeAttributesClass,
  customResourceDefinition,
  endpointSlice,
  endpoints,
  ingressClass,
  ingress,
  networkPolicy,
  priorityClass,
  role,
  clusterRole,
  roleBinding,
  clusterRoleBinding,
  csiDriver,
  csiNode,
  csiStorageCapacity,
  volumeAttachment,
  flowSchema,
  priorityLevelConfiguration,
  mutatingWebhookConfiguration,
  validatingWebhookConfiguration,
  mutatingAdmissionPolicy,
  betaMutatingAdmissionPolicy,
  alphaMutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  betaMutatingAdmissionPolicyBinding,
  alphaMutatingAdmissionPolicyBinding,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  certificateSigningRequest,
  clusterTrustBundle,
  betaClusterTrustBundle,
  podCertificateRequest,
  storageVersionMigration,
  betaStorageVersionMigration,
  deviceClass,
  betaDeviceClass,
  firstDeviceClass,
  deviceTaintRule,
  betaDeviceTaintRule,
  resourceClaim,
  betaResourceClaim,
  firstResourceClaim,
  resourceClaimTemplate,
  betaResourceClaimTemplate,
  firstResourceClaimTemplate,
  resourceSlice,
  betaResourceSlice,
  firstResourceSlice,
]

/** Returns the kinds that a server of a version of Kubernetes has. */
export const builtinKindsOf = oncePerProfile((profile): readonly Kind[] =>
  builtinKinds.filter((kind) => kind.isIn(profile)),
)

/** The kinds of extension API servers that many clusters run; served while an APIService registers their version. */
export const extensionKinds: readonly Kind[] = [nodeMetrics, podMetrics]
