import type { Input } from '../../base/input/input.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { type ConfigurationSource, type Configuring, UNCONFIGURED } from './configuration.js'
import { type AdmissionPluginName, optionalPlugins } from './plugin-names.js'
import type { AdmissionPlugin } from './types.js'
import {
  certificateApproval,
  certificateSigning,
  clusterTrustBundleAttest,
  certificateSubjectRestriction,
} from './certificates.js'
import { defaultIngressClass } from './default-ingress-class.js'
import { defaultStorageClass, persistentVolumeClaimResize, storageObjectInUseProtection } from './storage.js'
import { limitRanger } from './limit-ranger/limit-ranger.js'
import { mutatingAdmissionPolicyPlugin, validatingAdmissionPolicyPlugin } from './admission-policies.js'
import { namespaceLifecycle } from './namespace-lifecycle.js'
import {
  alwaysPullImages,
  denyServiceExternalIPs,
  eventRateLimit,
  extendedResourceToleration,
  limitPodHardAntiAffinityTopology,
  nodeRestriction,
  ownerReferencesPermissionEnforcement,
  podTolerationRestriction,
} from './optional-plugins.js'
import { podSecurity } from './pod-security/pod-security.js'
import { defaultTolerationSeconds, podTopologyLabels } from './pod-additions.js'
import { nodeDeclaredFeatureValidator, podResizeValidator } from './pod-changes.js'
import { priority } from './priority.js'
import { resourceQuotaPlugin } from './resource-quota.js'
import { runtimeClassPlugin } from './runtime-class.js'
import { serviceAccountPlugin } from './service-account.js'
import { taintNodesByCondition } from './taint-nodes-by-condition.js'
import { mutatingWebhooks, validatingWebhooks } from './webhooks.js'

/** The plug-ins that are switched on and off, and custom ones. */
type PluginChoice = {
  readonly enableAdmissionPlugins?: readonly AdmissionPluginName[]
  readonly disableAdmissionPlugins?: readonly AdmissionPluginName[]
  readonly admissionPlugins?: readonly AdmissionPlugin[]
}

// Quota is charged after all other plug-ins have accepted the request.
const LAST = 'ResourceQuota'

/** Returns the chosen plug-ins, in the order they are called. */
export function choosePlugins({
  enableAdmissionPlugins: enabled = [],
  disableAdmissionPlugins: disabled = [],
  admissionPlugins: own = [],
}: PluginChoice): readonly AdmissionPlugin[] {
  const off = new Set<string>(optionalPlugins.filter((name) => !enabled.includes(name)).concat(disabled))
  const on = builtInPlugins.filter(({ name }) => !off.has(name))
  return [...on.filter(({ name }) => name !== LAST), ...own, ...on.filter(({ name }) => name === LAST)]
}

/** A plug-in that does not start without a configuration. */
const DEMANDING = 'EventRateLimit'

/** Makes the configuration of chosen plug-ins; undefined if there is none to read. */
export function configure(given: Input | undefined, source: ConfigurationSource): Configuring | undefined {
  if (given === undefined && !source.plugins.includes(DEMANDING)) return undefined
  let current = UNCONFIGURED
  const { load } = createLateLibrary(async () => {
    current = await (await import('./configuration/read.js')).readConfiguration(given, source, UNCONFIGURED)
  })
  return { load, current: () => current }
}

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
  podTolerationRestriction,
  eventRateLimit,
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
  nodeDeclaredFeatureValidator,
  podResizeValidator,
  mutatingAdmissionPolicyPlugin,
  mutatingWebhooks,
  validatingAdmissionPolicyPlugin,
  validatingWebhooks,
  resourceQuotaPlugin,
]
