import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { ClaimSpec, DataSource } from './schema.js'

/** What the rules of data sources depend on: feature gates, and the API group of VolumeSnapshots. */
export type SourceRules = { readonly featureGates: FeatureGates; readonly snapshotGroup: string }

/**
 * Drops the fields of disabled feature gates, and normalizes the two data source fields: an unsupported dataSource is
 * dropped silently, and either field is copied to the other. `old` is the stored spec on an update.
 */
export function settleSpec(
  spec: ClaimSpec,
  old: ClaimSpec | undefined,
  { featureGates, snapshotGroup }: SourceRules,
): ClaimSpec {
  const { volumeAttributesClassName, dataSource, dataSourceRef, ...rest } = spec
  const attributes =
    featureGates.VolumeAttributesClass || old?.volumeAttributesClassName !== undefined
      ? volumeAttributesClassName
      : undefined
  const ref =
    !old?.dataSourceRef &&
    (!featureGates.AnyVolumeDataSource || (!featureGates.CrossNamespaceVolumeDataSource && dataSourceRef?.namespace))
      ? undefined
      : dataSourceRef
  const kept =
    old?.dataSource || old?.dataSourceRef || ref || isKnown(dataSource, snapshotGroup) ? dataSource : undefined
  const source =
    kept ??
    (featureGates.AnyVolumeDataSource && ref && !ref.namespace
      ? { apiGroup: ref.apiGroup ?? null, kind: ref.kind, name: ref.name }
      : undefined)
  const filledRef =
    ref ??
    (featureGates.AnyVolumeDataSource && kept
      ? { apiGroup: kept.apiGroup ?? null, kind: kept.kind, name: kept.name }
      : undefined)
  // A missing apiGroup is serialized as null, which its TypeScript type does not allow.
  return {
    ...rest,
    ...(source ? { dataSource: source } : {}),
    ...(filledRef ? { dataSourceRef: filledRef } : {}),
    ...(attributes === undefined ? {} : { volumeAttributesClassName: attributes }),
  } as ClaimSpec
}

function isKnown(source: DataSource | undefined, snapshotGroup: string): boolean {
  if (!source) return false
  return (
    (source.kind === 'PersistentVolumeClaim' && !source.apiGroup) ||
    (source.kind === 'VolumeSnapshot' && source.apiGroup === snapshotGroup)
  )
}
