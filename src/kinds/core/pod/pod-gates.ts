import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { Container, PodSpec } from './pod-types.js'

type Gated = Container & {
  readonly lifecycle?: { readonly stopSignal?: string }
  readonly resources?: { readonly claims?: readonly object[] }
}
type GatedSpec = PodSpec & { readonly resources?: object }

const KINDS = ['initContainers', 'containers', 'ephemeralContainers'] as const

const some = (spec: PodSpec | undefined, test: (container: Gated) => boolean) =>
  KINDS.some((kind) => ((spec?.[kind] ?? []) as readonly Gated[]).some(test)) // ensured by the schema

const hasClaims = (spec: GatedSpec | undefined) => Boolean(spec?.resourceClaims?.length)
const hasImages = (spec: PodSpec | undefined) => (spec?.volumes ?? []).some(({ image }) => image)
const isSignalled = ({ lifecycle }: Gated) => lifecycle?.stopSignal !== undefined

/**
 * Drops the fields of feature gates that are off by default, unless the stored spec uses them (DropDisabledPodFields).
 * A spec without such fields is returned itself.
 */
export function withoutGated(spec: PodSpec, gates: FeatureGates, old?: PodSpec): PodSpec {
  const drops = {
    claims: !gates.DynamicResourceAllocation && !hasClaims(old),
    signals: some(spec, isSignalled) && !some(old, isSignalled),
    images: hasImages(spec) && !hasImages(old),
    resources: !(old as GatedSpec | undefined)?.resources, // ensured by the schema
  }
  const { resourceClaims, resources, volumes, ...rest } = spec as GatedSpec // ensured by the schema
  const claims = drops.claims && some(spec, (container) => container.resources?.claims !== undefined)
  const open = (container: Container): Container =>
    withoutMounts(withoutClaims(withoutSignal(container, drops.signals), claims), images)
  const images = new Set(drops.images ? (spec.volumes ?? []).filter(({ image }) => image).map(({ name }) => name) : [])
  const lists =
    drops.signals || claims || images.size > 0
      ? KINDS.flatMap((kind) => (spec[kind] ? [[kind, spec[kind].map(open)]] : []))
      : []
  const kept = volumes?.filter(({ name }) => !images.has(name)).map(withoutBundles)
  const keepsVolumes = kept?.length !== 0 && (kept?.every((volume, i) => volume === volumes?.[i]) ?? true)
  const keepsRest = !(resourceClaims && drops.claims) && !(resources && drops.resources)
  if (keepsVolumes && keepsRest && lists.length === 0 && images.size === 0) return spec
  return {
    ...(kept && kept.length > 0 ? { volumes: kept } : {}),
    ...rest,
    ...(resourceClaims && !drops.claims ? { resourceClaims } : {}),
    ...(resources && !drops.resources ? { resources } : {}),
    ...(Object.fromEntries(lists) as Partial<PodSpec>), // the containers without those fields
  }
}

function withoutSignal(container: Gated, drops: boolean): Container {
  if (!drops || !container.lifecycle) return container
  const { lifecycle, ...rest } = container
  const { stopSignal: _, ...handlers } = lifecycle
  return Object.keys(handlers).length > 0 ? { ...container, lifecycle: handlers } : rest
}

function withoutClaims(container: Gated, drops: boolean): Container {
  if (!drops || !container.resources) return container
  const { claims: _, ...resources } = container.resources
  return { ...container, resources }
}

function withoutMounts(container: Container, volumes: ReadonlySet<unknown>): Container {
  const { volumeMounts, ...rest } = container
  if (!volumeMounts?.some(({ name }) => volumes.has(name))) return container
  const kept = volumeMounts.filter(({ name }) => !volumes.has(name))
  return kept.length > 0 ? { ...container, volumeMounts: kept } : rest
}

type Volume = NonNullable<PodSpec['volumes']>[number]
type Projected = { readonly sources?: readonly { readonly clusterTrustBundle?: object }[] | null }

function withoutBundles(volume: Volume): Volume {
  const projected = volume['projected'] as Projected | undefined // ensured by the schema
  if (!projected?.sources?.some(({ clusterTrustBundle }) => clusterTrustBundle)) return volume
  return {
    ...volume,
    projected: { ...projected, sources: projected.sources.map(({ clusterTrustBundle: _, ...source }) => source) },
  }
}
