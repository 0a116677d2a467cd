import { isEmptied } from '../../../base/json/as-given.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { withoutRareFields } from './later-rules.js'
import { type GatedFields, withoutGatedFields } from '../../struct/gated-fields.js'
import { inWireOrder } from '../../../schema/order.js'
import { CONTAINER_LISTS, type Pod, type PodCondition, type PodSpec, podStructOf } from './pod-types.js'

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe']
const FILES = ['secret', 'configMap', 'downwardAPI']

const inContainers = (...fields: readonly string[]): readonly string[] =>
  CONTAINER_LISTS.flatMap((kind) => fields.map((field) => `${kind}.*.${field}`))
const inVolumes = (...fields: readonly string[]): readonly string[] => fields.map((field) => `volumes.*.${field}`)
const inSources = (...fields: readonly string[]): readonly string[] =>
  inVolumes(...fields.map((field) => `projected.sources.*.${field}`))

const GATED: readonly GatedFields[] = [
  { gate: 'PodLevelResources', fields: ['resources'] },
  { gate: 'DynamicResourceAllocation', fields: ['resourceClaims', ...inContainers('resources.claims')] },
  { gate: 'HostnameOverride', fields: ['hostnameOverride'] },
  { gate: 'EnvFiles', fields: inContainers('env.*.valueFrom.fileKeyRef') },
  { gate: 'ClusterTrustBundleProjection', fields: inSources('clusterTrustBundle') },
  { gate: 'PodCertificateRequest', fields: inSources('podCertificate') },
  // No version has the gates of these on, so that no stored spec uses them.
  {
    fields: [
      ...['schedulingGroup', 'workloadRef', 'evictionResponders', 'volumes.*.emptyDir.mode'],
      ...inContainers('volumeMounts.*.bindMountOptions', ...PROBES.map((probe) => `${probe}.grpc.mode`)),
      ...inContainers(
        ...[...PROBES, 'lifecycle.postStart', 'lifecycle.preStop'].map((handler) => `${handler}.httpGet.protocol`),
      ),
      ...inVolumes(...[...FILES, 'projected'].map((source) => `${source}.defaultUser`)),
      ...[inVolumes, inSources].flatMap((inside) => inside(...FILES.map((source) => `${source}.items.*.user`))),
      ...inSources(...['serviceAccountToken', 'clusterTrustBundle', 'podCertificate'].map((each) => `${each}.user`)),
    ],
  },
]

/**
 * Drops the fields of feature gates that are off, unless the stored spec uses them (DropDisabledPodFields). A spec
 * without such fields is returned itself.
 */
export function withoutGated(spec: PodSpec, gates: FeatureGates, old?: PodSpec): PodSpec {
  const kept = withoutGatedFields(spec, old, GATED, gates)
  return hasRareFields(kept) ? withoutRareFields(kept, gates, old) : kept
}

/** Tells whether a spec may have fields that are dropped with more than themselves. */
const hasRareFields = ({ volumes, ...spec }: PodSpec): boolean =>
  volumes?.length === 0 ||
  Boolean(volumes?.some(({ image }) => image)) ||
  CONTAINER_LISTS.some((kind) =>
    spec[kind]?.some(
      ({ restartPolicy, restartPolicyRules, lifecycle }) =>
        restartPolicyRules !== undefined ||
        (restartPolicy !== undefined && (kind !== 'initContainers' || restartPolicy !== 'Always')) ||
        (lifecycle && 'stopSignal' in lifecycle),
    ),
  )

const ofStatuses = (field: string): readonly string[] =>
  ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'].map(
    (list) => `status.${list}.*.${field}`,
  )

const STATUS_GATES: readonly GatedFields[] = [
  {
    gate: 'PodObservedGenerationTracking',
    fields: ['status.observedGeneration', 'status.conditions.*.observedGeneration'],
  },
  { gate: 'InPlacePodLevelResourcesVerticalScaling', fields: ['status.resources', 'status.allocatedResources'] },
  { gate: 'ResourceHealthStatus', fields: ofStatuses('allocatedResourcesStatus') },
  { gate: 'DRAExtendedResource', fields: ['status.extendedResourceClaimStatus'] },
  {
    fields: [
      ...['status.nodeAllocatableResourceClaimStatuses', 'status.volumeHealth'],
      ...ofStatuses('volumeMounts.*.volumeStatus'),
    ],
  },
]

type Status = NonNullable<Pod['status']>

/**
 * Returns the status of an update without the fields of feature gates that are off, unless the stored status uses them
 * (dropDisabledPodStatusFields). Generations that were observed stay if the update has none.
 */
export function gatedStatus(next: Pod, old: Pod, gates: FeatureGates): Status {
  const { status = {} } = withoutGatedFields(withObserved(next, old), old, STATUS_GATES, gates)
  if (gates.DynamicResourceAllocation || old.spec?.resourceClaims !== undefined) return withClaims(status, old)
  const { resourceClaimStatuses: _, ...rest } = status
  return rest
}

/** Keeps the stored statuses of claims, since v1.37, for clients that do not know them; an empty list removes them. */
function withClaims(status: Status, { status: { resourceClaimStatuses: stored } = {} }: Pod): Status {
  const isLeftOut = status.resourceClaimStatuses === undefined && !isEmptied(status, 'resourceClaimStatuses')
  return stored && isLeftOut && runsAtLeast('1.37') ? { ...status, resourceClaimStatuses: stored } : status
}

/** Keeps the stored generations of the status and its conditions (preserveOldObservedGeneration). */
function withObserved(next: Pod, { status: { observedGeneration, conditions: before = [] } = {} }: Pod): Pod {
  const { status = {} } = next
  const isKept = (observedGeneration ?? 0) > 0 && !status.observedGeneration
  const observed = before.filter((condition) => condition.observedGeneration)
  if (!isKept && observed.length === 0) return next
  const left = [...observed]
  // Types may be repeated; each takes the generation of the first that is left.
  const struct = podStructOf('core.v1.PodCondition')
  const conditions = status.conditions?.map((condition): PodCondition => {
    const at = left.findIndex(({ type }) => type === condition.type)
    const [known] = at < 0 ? [] : left.splice(at, 1)
    return known?.observedGeneration && !condition.observedGeneration
      ? inWireOrder(struct, { ...condition, observedGeneration: known.observedGeneration })
      : condition
  })
  return {
    ...next,
    status: {
      ...status,
      ...(isKept && observedGeneration ? { observedGeneration } : {}),
      ...(conditions ? { conditions } : {}),
    },
  }
}
