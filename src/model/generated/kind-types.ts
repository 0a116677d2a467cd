// Written by `npm run generate`; not to be changed by hand.
import type * as admissionregistrationV1 from './types/admissionregistration-v1.js'
import type * as apiextensionsV1 from './types/apiextensions-v1.js'
import type * as apiregistrationV1 from './types/apiregistration-v1.js'
import type * as appsV1 from './types/apps-v1.js'
import type * as authenticationV1 from './types/authentication-v1.js'
import type * as authorizationV1 from './types/authorization-v1.js'
import type * as autoscalingV2 from './types/autoscaling-v2.js'
import type * as batchV1 from './types/batch-v1.js'
import type * as certificatesV1 from './types/certificates-v1.js'
import type * as coordinationV1 from './types/coordination-v1.js'
import type * as coordinationV1beta1 from './types/coordination-v1beta1.js'
import type * as coreV1 from './types/core-v1.js'
import type * as discoveryV1 from './types/discovery-v1.js'
import type * as eventsV1 from './types/events-v1.js'
import type * as flowcontrolV1 from './types/flowcontrol-v1.js'
import type * as metaV1 from './types/meta-v1.js'
import type * as metricsV1beta1 from './types/metrics-v1beta1.js'
import type * as networkingV1 from './types/networking-v1.js'
import type * as nodeV1 from './types/node-v1.js'
import type * as policyV1 from './types/policy-v1.js'
import type * as rbacV1 from './types/rbac-v1.js'
import type * as resourceV1 from './types/resource-v1.js'
import type * as schedulingV1 from './types/scheduling-v1.js'
import type * as storageV1 from './types/storage-v1.js'
import type * as storagemigrationV1 from './types/storagemigration-v1.js'

/** An object as the server gives it: what names it is there. */
export type StoredObject<T> = T & { readonly kind: string; readonly apiVersion: string; readonly metadata: metaV1.ObjectMeta }

/** The built-in kinds and the types of their objects, in the version that is meant where none is named. */
export interface KindTypes {
  readonly APIService: StoredObject<apiregistrationV1.APIService>
  readonly Binding: StoredObject<coreV1.Binding>
  readonly CSIDriver: StoredObject<storageV1.CSIDriver>
  readonly CSINode: StoredObject<storageV1.CSINode>
  readonly CSIStorageCapacity: StoredObject<storageV1.CSIStorageCapacity>
  readonly CertificateSigningRequest: StoredObject<certificatesV1.CertificateSigningRequest>
  readonly ClusterRole: StoredObject<rbacV1.ClusterRole>
  readonly ClusterRoleBinding: StoredObject<rbacV1.ClusterRoleBinding>
  readonly ClusterTrustBundle: StoredObject<certificatesV1.ClusterTrustBundle>
  readonly ComponentStatus: StoredObject<coreV1.ComponentStatus>
  readonly ConfigMap: StoredObject<coreV1.ConfigMap>
  readonly ControllerRevision: StoredObject<appsV1.ControllerRevision>
  readonly CronJob: StoredObject<batchV1.CronJob>
  readonly CustomResourceDefinition: StoredObject<apiextensionsV1.CustomResourceDefinition>
  readonly DaemonSet: StoredObject<appsV1.DaemonSet>
  readonly Deployment: StoredObject<appsV1.Deployment>
  readonly DeviceClass: StoredObject<resourceV1.DeviceClass>
  readonly DeviceTaintRule: StoredObject<resourceV1.DeviceTaintRule>
  readonly EndpointSlice: StoredObject<discoveryV1.EndpointSlice>
  readonly Endpoints: StoredObject<coreV1.Endpoints>
  readonly Event: StoredObject<eventsV1.Event>
  readonly FlowSchema: StoredObject<flowcontrolV1.FlowSchema>
  readonly HorizontalPodAutoscaler: StoredObject<autoscalingV2.HorizontalPodAutoscaler>
  readonly IPAddress: StoredObject<networkingV1.IPAddress>
  readonly Ingress: StoredObject<networkingV1.Ingress>
  readonly IngressClass: StoredObject<networkingV1.IngressClass>
  readonly Job: StoredObject<batchV1.Job>
  readonly Lease: StoredObject<coordinationV1.Lease>
  readonly LeaseCandidate: StoredObject<coordinationV1beta1.LeaseCandidate>
  readonly LimitRange: StoredObject<coreV1.LimitRange>
  readonly LocalSubjectAccessReview: StoredObject<authorizationV1.LocalSubjectAccessReview>
  readonly MutatingAdmissionPolicy: StoredObject<admissionregistrationV1.MutatingAdmissionPolicy>
  readonly MutatingAdmissionPolicyBinding: StoredObject<admissionregistrationV1.MutatingAdmissionPolicyBinding>
  readonly MutatingWebhookConfiguration: StoredObject<admissionregistrationV1.MutatingWebhookConfiguration>
  readonly Namespace: StoredObject<coreV1.Namespace>
  readonly NetworkPolicy: StoredObject<networkingV1.NetworkPolicy>
  readonly Node: StoredObject<coreV1.Node>
  readonly NodeMetrics: StoredObject<metricsV1beta1.NodeMetrics>
  readonly PersistentVolume: StoredObject<coreV1.PersistentVolume>
  readonly PersistentVolumeClaim: StoredObject<coreV1.PersistentVolumeClaim>
  readonly Pod: StoredObject<coreV1.Pod>
  readonly PodCertificateRequest: StoredObject<certificatesV1.PodCertificateRequest>
  readonly PodDisruptionBudget: StoredObject<policyV1.PodDisruptionBudget>
  readonly PodMetrics: StoredObject<metricsV1beta1.PodMetrics>
  readonly PodTemplate: StoredObject<coreV1.PodTemplate>
  readonly PriorityClass: StoredObject<schedulingV1.PriorityClass>
  readonly PriorityLevelConfiguration: StoredObject<flowcontrolV1.PriorityLevelConfiguration>
  readonly ReplicaSet: StoredObject<appsV1.ReplicaSet>
  readonly ReplicationController: StoredObject<coreV1.ReplicationController>
  readonly ResourceClaim: StoredObject<resourceV1.ResourceClaim>
  readonly ResourceClaimTemplate: StoredObject<resourceV1.ResourceClaimTemplate>
  readonly ResourceQuota: StoredObject<coreV1.ResourceQuota>
  readonly ResourceSlice: StoredObject<resourceV1.ResourceSlice>
  readonly Role: StoredObject<rbacV1.Role>
  readonly RoleBinding: StoredObject<rbacV1.RoleBinding>
  readonly RuntimeClass: StoredObject<nodeV1.RuntimeClass>
  readonly Secret: StoredObject<coreV1.Secret>
  readonly SelfSubjectAccessReview: StoredObject<authorizationV1.SelfSubjectAccessReview>
  readonly SelfSubjectReview: StoredObject<authenticationV1.SelfSubjectReview>
  readonly SelfSubjectRulesReview: StoredObject<authorizationV1.SelfSubjectRulesReview>
  readonly Service: StoredObject<coreV1.Service>
  readonly ServiceAccount: StoredObject<coreV1.ServiceAccount>
  readonly ServiceCIDR: StoredObject<networkingV1.ServiceCIDR>
  readonly StatefulSet: StoredObject<appsV1.StatefulSet>
  readonly StorageClass: StoredObject<storageV1.StorageClass>
  readonly StorageVersionMigration: StoredObject<storagemigrationV1.StorageVersionMigration>
  readonly SubjectAccessReview: StoredObject<authorizationV1.SubjectAccessReview>
  readonly TokenReview: StoredObject<authenticationV1.TokenReview>
  readonly ValidatingAdmissionPolicy: StoredObject<admissionregistrationV1.ValidatingAdmissionPolicy>
  readonly ValidatingAdmissionPolicyBinding: StoredObject<admissionregistrationV1.ValidatingAdmissionPolicyBinding>
  readonly ValidatingWebhookConfiguration: StoredObject<admissionregistrationV1.ValidatingWebhookConfiguration>
  readonly VolumeAttachment: StoredObject<storageV1.VolumeAttachment>
  readonly VolumeAttributesClass: StoredObject<storageV1.VolumeAttributesClass>
}
