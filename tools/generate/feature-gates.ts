import type { Inputs } from './inputs.js'
import { HEAD } from './names.js'
import { type PerVersion, ofEach } from './versions.js'
import { type KubernetesVersion, kubernetesVersions } from '../../src/model/registry/kubernetes-version.js'

/** The output of gates/main.go: the stages of each gate, oldest first. */
export type FeatureGateStages = {
  readonly [gate: string]: readonly {
    /** The version of Kubernetes from which on the gate is so. */
    readonly since: string
    /** ALPHA, BETA or DEPRECATED; none for what is generally available. */
    readonly stage?: string
    readonly isOn?: boolean
    readonly locked?: boolean
  }[]
}

/** The feature gates that affect a kind, watches or admission. */
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
  'MatchLabelKeysInPodTopologySpreadSelectorMerge',
  'MaxUnavailableStatefulSet',
  'MutablePodResourcesForSuspendedJobs',
  'MutableSchedulingDirectivesForSuspendedJobs',
  'MutatingAdmissionPolicy',
  'PodCertificateRequest',
  'PodLevelResources',
  'PodObservedGenerationTracking',
  'PodTopologyLabelsAdmission',
  'RecoverVolumeExpansionFailure',
  'ResourceHealthStatus',
  'StorageVersionMigrator',
  'VolumeAttributesClass',
  'WatchList',
]

/** Returns src/model/generated/feature-gates.ts: what the gates are in each version. */
export function featureGatesFile(versions: PerVersion<Inputs>, gates: readonly string[]): string {
  const lines = gates.toSorted().map((gate) => {
    const each = ofEach(versions, ({ gates }) => gates)
    const stages = kubernetesVersions.map((version, i) => stageIn(each[i]?.[gate], version))
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

function stageIn(stages: FeatureGateStages[string] | undefined, version: KubernetesVersion): string {
  // Stages of later versions are in the lists, too.
  const { stage = '', isOn, locked } = stages?.findLast(({ since }) => isUpTo(since, version)) ?? {}
  if (!stages?.some(({ since }) => isUpTo(since, version))) return GONE
  return `${isOn ? 'on' : 'off'}${locked ? ' locked' : ''} ${stage.toLowerCase() || 'stable'}`
}

const isUpTo = (since: string, version: string) =>
  Number(since.split('.')[0]) < 1 || Number(since.split('.')[1]) <= Number(version.split('.')[1])
