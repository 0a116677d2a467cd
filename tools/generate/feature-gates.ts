import type { Inputs } from './inputs.js'
import { HEAD } from './names.js'
import { type PerVersion, ofEach } from './versions.js'
import { kubernetesVersions } from '../../src/model/registry/kubernetes-version.js'

/** The output of gates/main.go: what each gate is on a server with default settings. */
export type FeatureGates = {
  readonly [gate: string]: {
    /** ALPHA, BETA or DEPRECATED; none for what is generally available. */
    readonly stage?: string
    readonly isOn?: boolean
    readonly locked?: boolean
  }
}

/** The feature gates that affect a kind, watches, admission or a controller. */
export const featureGateNames: readonly string[] = [
  'AllowUnsafeMalformedObjectDeletion',
  'AnyVolumeDataSource',
  'AuthorizePodWebsocketUpgradeCreatePermission',
  'ClearingNominatedNodeNameAfterBinding',
  'ClusterTrustBundle',
  'ClusterTrustBundleProjection',
  'ConstrainedImpersonation',
  'ContainerRestartRules',
  'CoordinatedLeaderElection',
  'CrossNamespaceVolumeDataSource',
  'DRAAdminAccess',
  'DRAConsumableCapacity',
  'DRADeviceBindingConditions',
  'DRADeviceTaintRules',
  'DRADeviceTaints',
  'DRAExtendedResource',
  'DRAFractionalCapacityRange',
  'DRAPartitionableDevices',
  'DRAPrioritizedList',
  'DRAResourceClaimDeviceStatus',
  'DeploymentReplicaSetTerminatingReplicas',
  'DynamicResourceAllocation',
  'EnvFiles',
  'ExcludeAdmissionWebhookVirtualResources',
  'HPAConfigurableTolerance',
  'HPAScaleToZero',
  'HostnameOverride',
  'ImageVolume',
  'InPlacePodLevelResourcesVerticalScaling',
  'InPlacePodVerticalScalingInitContainers',
  'ManifestBasedAdmissionControlConfig',
  'MatchLabelKeysInPodTopologySpreadSelectorMerge',
  'MaxUnavailableStatefulSet',
  'MutablePodResourcesForSuspendedJobs',
  'MutableSchedulingDirectivesForSuspendedJobs',
  'MutatingAdmissionPolicy',
  'NodeDeclaredFeatures',
  'NominatedNodeNameForExpectation',
  'PodCertificateRequest',
  'PodLevelResources',
  'PodLevelResourcesFixDefaulting',
  'PodObservedGenerationTracking',
  'PodTopologyLabelsAdmission',
  'RecoverVolumeExpansionFailure',
  'ResourceHealthStatus',
  'StorageCapacityScoring',
  'StorageVersionMigrator',
  'VolumeAttributesClass',
  'WatchList',
  'WatchListCompression',
]

/** Returns src/model/generated/feature-gates.ts: what the gates are in each version. */
export function featureGatesFile(versions: PerVersion<Inputs>, gates: readonly string[]): string {
  const lines = gates.toSorted().map((gate) => {
    const each = ofEach(versions, ({ gates }) => gates)
    const stages = each.map((gates) => stageOf(gates?.[gate]))
    if (stages.every((stage) => stage === GONE)) throw new Error(`no version has a feature gate ${gate}`)
    const changes = stages.flatMap((stage, i) => (stage === stages[i - 1] ? [] : [`${kubernetesVersions[i]} ${stage}`]))
    return `  ${gate}: '${changes.join(', ')}',`
  })
  return `${HEAD}
/**
 * What the feature gates are, from the named version on until another is named: \`off\`, \`on\`, or \`locked\` where they
 * cannot be set otherwise, and their stage. \`gone\` is one that a version does not have.
 */
export const FEATURE_GATES = {
${lines.join('\n')}
} as const
`
}

const GONE = 'gone'

const stageOf = (gate: FeatureGates[string] | undefined): string =>
  gate ? `${gate.isOn ? 'on' : 'off'}${gate.locked ? ' locked' : ''} ${gate.stage?.toLowerCase() || 'stable'}` : GONE
