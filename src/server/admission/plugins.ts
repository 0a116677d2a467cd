import { certificateApproval, certificateSigning, clusterTrustBundleAttest } from './certificates.js'
import { certificateSubjectRestriction } from './certificate-subject-restriction.js'
import { defaultIngressClass } from './default-ingress-class.js'
import { defaultStorageClass } from './default-storage-class.js'
import { limitRanger } from './limit-ranger/limit-ranger.js'
import { mutatingAdmissionPolicyPlugin } from './mutating-admission-policy.js'
import { namespaceLifecycle } from './namespace-lifecycle.js'
import {
  alwaysPullImages,
  denyServiceExternalIPs,
  extendedResourceToleration,
  limitPodHardAntiAffinityTopology,
  nodeRestriction,
  ownerReferencesPermissionEnforcement,
} from './optional-plugins.js'
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.js'
import { podSecurity } from './pod-security/pod-security.js'
import { defaultTolerationSeconds, podTopologyLabels } from './pod-additions.js'
import { priority } from './priority.js'
import { resourceQuotaPlugin } from './resource-quota.js'
import { runtimeClassPlugin } from './runtime-class.js'
import { serviceAccountPlugin } from './service-account.js'
import { storageObjectInUseProtection } from './storage-object-in-use-protection.js'
import { taintNodesByCondition } from './taint-nodes-by-condition.js'
import type { AdmissionPlugin } from './types.js'
import { validatingAdmissionPolicyPlugin } from './validating-admission-policy.js'
import { mutatingWebhooks, validatingWebhooks } from './webhooks.js'

/** The implemented plug-ins, in the order they are called, that of {@link pluginNames}. */
export const builtInPlugins: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  limitPodHardAntiAffinityTopology,
  limitRanger,
  serviceAccountPlugin,
  nodeRestriction,
  taintNodesByCondition,
  alwaysPullImages,
  podSecurity,
  priority,
  defaultTolerationSeconds,
  extendedResourceToleration,
  defaultStorageClass,
  storageObjectInUseProtection,
  ownerReferencesPermissionEnforcement,
  persistentVolumeClaimResize,
  runtimeClassPlugin,
  certificateApproval,
  certificateSigning,
  clusterTrustBundleAttest,
  certificateSubjectRestriction,
  defaultIngressClass,
  denyServiceExternalIPs,
  podTopologyLabels,
  mutatingAdmissionPolicyPlugin,
  mutatingWebhooks,
  validatingAdmissionPolicyPlugin,
  validatingWebhooks,
  resourceQuotaPlugin,
]
