import { compareQuantity } from '../../base/numbers/quantity.js'
import { classNameOf } from '../../model/registry/storage-classes.js'
import type { Claim } from './storage.js'
import type { Reader } from '../runtime/types.js'
import type { Volume } from './volume.js'

/**
 * Returns the volume for a claim: the one reserved for it, or the smallest free one that fits, of those with the fewest
 * access modes.
 *
 * @param reservedOnly excludes free volumes
 * @param suits an additional condition
 */
export function findVolume(
  claim: Claim,
  world: Reader,
  reservedOnly: boolean,
  suits: (volume: Volume) => boolean = () => true,
): Volume | undefined {
  const volumes: readonly Volume[] = world.list('v1/PersistentVolume')
  const able = volumes.filter((volume) => isFor(volume, claim) && misfit(volume, claim, false) === undefined)
  const reserved = able.find(({ spec }) => spec?.claimRef)
  if (reserved) return suits(reserved) ? reserved : undefined
  if (reservedOnly) return undefined
  const selected = selectedNames(claim, world)
  return able
    .filter(
      (volume) =>
        volume.status?.phase === 'Available' &&
        (classNameOf(volume) ?? '') === (classNameOf(claim) ?? '') &&
        selected(volume) &&
        suits(volume),
    )
    .reduce<Volume | undefined>((best, each) => (best && !isBetter(each, best) ? best : each), undefined)
}

/** Returns whether a volume is reserved for a claim, by name and, if it is set, by uid. */
export function isBoundTo({ spec }: Volume, { metadata }: Claim): boolean {
  const ref = spec?.claimRef
  return (
    ref !== undefined &&
    ref.name === metadata.name &&
    ref.namespace === metadata.namespace &&
    (!ref.uid || ref.uid === metadata.uid)
  )
}

/** Returns why a volume does not fit a claim; undefined if it does. */
export function misfit(volume: Volume, claim: Claim, withClass = true): string | undefined {
  const { spec = {} } = volume
  if (volume.metadata.deletionTimestamp) return `the volume is marked for deletion "${volume.metadata.name}"`
  if (compareQuantity(spec.capacity?.['storage'] ?? '0', claim.spec?.resources?.requests?.['storage'] ?? '0') < 0)
    return 'requested PV is too small'
  if (withClass && (classNameOf(volume) ?? '') !== (classNameOf(claim) ?? '')) return 'storageClassName does not match'
  if ((spec.volumeMode ?? 'Filesystem') !== (claim.spec?.volumeMode ?? 'Filesystem')) return 'incompatible volumeMode'
  if (!(claim.spec?.accessModes ?? []).every((mode) => spec.accessModes?.includes(mode)))
    return 'incompatible accessMode'
  return undefined
}

const isFor = (volume: Volume, claim: Claim): boolean => volume.spec?.claimRef === undefined || isBoundTo(volume, claim)

function isBetter({ spec: a = {} }: Volume, { spec: b = {} }: Volume): boolean {
  const modes = (a.accessModes ?? []).length - (b.accessModes ?? []).length
  return (
    modes < 0 || (modes === 0 && compareQuantity(a.capacity?.['storage'] ?? '0', b.capacity?.['storage'] ?? '0') < 0)
  )
}

function selectedNames({ spec }: Claim, world: Reader): (volume: Volume) => boolean {
  if (!spec?.selector) return () => true
  const { matchLabels = {}, matchExpressions = [] } = spec.selector
  const terms = [
    ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
    ...matchExpressions.map(({ key = '', operator, values }) => {
      if (operator === 'Exists') return key
      return operator === 'DoesNotExist'
        ? `!${key}`
        : `${key} ${operator === 'In' ? 'in' : 'notin'} (${(values ?? []).join(',')})`
    }),
  ]
  const names = new Set(
    world.list('v1/PersistentVolume', { labelSelector: terms.join(',') }).map(({ metadata }) => metadata.name),
  )
  return ({ metadata }) => names.has(metadata.name)
}
