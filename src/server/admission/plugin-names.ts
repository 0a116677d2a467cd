/** The plug-ins of a real server, in the order they are called (kubeapiserver/options/plugins.go). */
export const pluginNames = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'NodeDeclaredFeatureValidator',
  'PodResizeValidator',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
  'AlwaysDeny',
] as const

/** The name of a plug-in of a real server. */
export type AdmissionPluginName = (typeof pluginNames)[number]

/** Those of which nothing is imitated. */
const LEFT_OUT: readonly AdmissionPluginName[] = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceExists',
  'ImagePolicyWebhook',
  'PodNodeSelector',
  'AlwaysDeny',
]

/** The plug-ins that can be enabled. */
export const imitatedPlugins: readonly AdmissionPluginName[] = pluginNames.filter((name) => !LEFT_OUT.includes(name))

/** Those of them that are off unless they are enabled. */
export const optionalPlugins: readonly AdmissionPluginName[] = [
  'LimitPodHardAntiAffinityTopology',
  'NodeRestriction',
  'AlwaysPullImages',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'OwnerReferencesPermissionEnforcement',
  'DenyServiceExternalIPs',
]

/** Returns why a plug-in of a real server cannot be enabled; undefined if it can. */
export const whyNotEnabled = (name: AdmissionPluginName): string | undefined =>
  LEFT_OUT.includes(name)
    ? `${name} is not imitated; of the plug-ins that are off by default these are: ${optionalPlugins.join(', ')}`
    : undefined

/** Returns why plug-ins cannot be enabled and disabled together; undefined if they can. */
export function whyOverlapping(
  enabled: readonly AdmissionPluginName[] = [],
  disabled: readonly AdmissionPluginName[] = [],
): string | undefined {
  const both = enabled.filter((name) => disabled.includes(name))
  return both.length > 0 ? `admission plug-ins cannot be both enabled and disabled: ${both.join(', ')}` : undefined
}
