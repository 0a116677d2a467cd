import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { type GatedFields, withoutGatedFields } from '../../struct/gated-fields.js'
import type { Container, Pod, PodCondition, PodSpec } from './pod-types.js'

const KINDS = ['initContainers', 'containers', 'ephemeralContainers'] as const
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe']
const FILES = ['secret', 'configMap', 'downwardAPI']

const inContainers = (...fields: readonly string[]): readonly string[] =>
  KINDS.flatMap((kind) => fields.map((field) => `${kind}.*.${field}`))
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
  { fields: ['schedulingGroup', 'workloadRef'] },
  { fields: ['evictionResponders'] },
  { fields: inVolumes('emptyDir.mode') },
  { fields: inContainers('volumeMounts.*.bindMountOptions') },
  { fields: inContainers(...PROBES.map((probe) => `${probe}.grpc.mode`)) },
  {
    fields: inContainers(
      ...[...PROBES, 'lifecycle.postStart', 'lifecycle.preStop'].map((handler) => `${handler}.httpGet.protocol`),
    ),
  },
  {
    fields: [
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
export const withoutGated = (spec: PodSpec, gates: FeatureGates, old?: PodSpec): PodSpec =>
  withoutRestartRules(
    withoutImages(withoutSignals(withoutGatedFields(spec, old, GATED, gates), old), gates, old),
    gates,
    old,
  )

/** Replaces containers; a spec whose containers all stay as they are is returned itself. */
function withContainers(spec: PodSpec, open: (container: Container, isMain: boolean) => Container): PodSpec {
  const lists = KINDS.flatMap((kind) => {
    const list: readonly Container[] = spec[kind] ?? []
    const opened = list.map((container) => open(container, kind !== 'initContainers'))
    return opened.every((container, i) => container === list[i]) ? [] : [[kind, opened]]
  })
  // Lists of containers.
  return lists.length === 0 ? spec : { ...spec, ...(Object.fromEntries(lists) as Partial<PodSpec>) }
}

const some = (spec: PodSpec | undefined, test: (container: Container, isMain: boolean) => boolean): boolean =>
  KINDS.some((kind) => (spec?.[kind] ?? []).some((container) => test(container, kind !== 'initContainers')))

type Signalled = Container & { readonly lifecycle?: { readonly stopSignal?: string } }

/** Drops the signals that stop containers, of a gate that no version has on. */
function withoutSignals(spec: PodSpec, old: PodSpec | undefined): PodSpec {
  // Ensured by the schema.
  const isSignalled = (container: Container) => (container as Signalled).lifecycle?.stopSignal !== undefined
  if (!some(spec, isSignalled) || some(old, isSignalled)) return spec
  return withContainers(spec, (container) => {
    const { lifecycle, ...rest } = container as Signalled // as above
    if (lifecycle?.stopSignal === undefined) return container
    const { stopSignal: _, ...handlers } = lifecycle
    return Object.keys(handlers).length > 0 ? { ...container, lifecycle: handlers } : rest
  })
}

const hasImages = (spec: PodSpec | undefined) => (spec?.volumes ?? []).some(({ image }) => image)

/** Drops volumes of images, and where they are mounted. */
function withoutImages(spec: PodSpec, gates: FeatureGates, old: PodSpec | undefined): PodSpec {
  const { volumes, ...rest } = spec
  if (gates.ImageVolume || !volumes || hasImages(old)) return spec
  const images = new Set<unknown>(volumes.filter(({ image }) => image).map(({ name }) => name))
  const kept = volumes.filter(({ name }) => !images.has(name))
  if (images.size === 0 && kept.length > 0) return spec
  return withContainers(kept.length > 0 ? { volumes: kept, ...rest } : rest, (container) => {
    const { volumeMounts, ...others } = container
    if (!volumeMounts?.some(({ name }) => images.has(name))) return container
    const mounts = volumeMounts.filter(({ name }) => !images.has(name))
    return mounts.length > 0 ? { ...container, volumeMounts: mounts } : others
  })
}

/** Tells whether a container has a restart policy of its own that came with restart rules. */
const hasOwnPolicy = ({ restartPolicy, restartPolicyRules = [] }: Container, isMain: boolean): boolean =>
  (restartPolicy !== undefined && (isMain || restartPolicy !== 'Always')) || restartPolicyRules.length > 0

/** Drops the restart rules of containers; before v1.34 there are none, and policies of main containers are refused. */
function withoutRestartRules(spec: PodSpec, gates: FeatureGates, old: PodSpec | undefined): PodSpec {
  if (gates.ContainerRestartRules || !runsAtLeast('1.34') || some(old, hasOwnPolicy)) return spec
  return withContainers(spec, (container, isMain) => {
    if (!hasOwnPolicy(container, isMain)) return container
    const { restartPolicy, restartPolicyRules: _, ...rest } = container
    return restartPolicy === 'Always' && !isMain ? { ...rest, restartPolicy } : rest
  })
}

const STATUS_GATES: readonly GatedFields[] = [
  {
    gate: 'PodObservedGenerationTracking',
    fields: ['status.observedGeneration', 'status.conditions.*.observedGeneration'],
  },
  {
    gate: 'ResourceHealthStatus',
    fields: ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'].map(
      (list) => `status.${list}.*.allocatedResourcesStatus`,
    ),
  },
  { gate: 'DRAExtendedResource', fields: ['status.extendedResourceClaimStatus'] },
  { fields: ['status.nodeAllocatableResourceClaimStatuses'] },
]

/**
 * Returns the status of an update without the fields of feature gates that are off, unless the stored status uses them
 * (dropDisabledPodStatusFields). Generations that were observed stay if the update has none.
 */
export function gatedStatus(next: Pod, old: Pod, gates: FeatureGates): NonNullable<Pod['status']> {
  const { status = {} } = withoutGatedFields(withObserved(next, old), old, STATUS_GATES, gates)
  if (gates.DynamicResourceAllocation || old.spec?.resourceClaims !== undefined) return status
  const { resourceClaimStatuses: _, ...rest } = status
  return rest
}

/** Keeps the stored generations of the status and its conditions (preserveOldObservedGeneration). */
function withObserved(next: Pod, { status: { observedGeneration, conditions: before = [] } = {} }: Pod): Pod {
  const { status = {} } = next
  const isKept = (observedGeneration ?? 0) > 0 && !status.observedGeneration
  const observed = before.filter((condition) => condition.observedGeneration)
  if (!isKept && observed.length === 0) return next
  const left = [...observed]
  // Types may be repeated; each takes the generation of the first that is left.
  const conditions = status.conditions?.map((condition): PodCondition => {
    const at = left.findIndex(({ type }) => type === condition.type)
    const [known] = at < 0 ? [] : left.splice(at, 1)
    return known?.observedGeneration && !condition.observedGeneration
      ? { ...condition, observedGeneration: known.observedGeneration }
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
