import { compareQuantity } from '../../../base/quantity.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Claim } from './schema.js'
import { CLASS_ANNOTATION } from './validate-update.js'

type StorageClass = KubeObject & { readonly allowVolumeExpansion?: boolean }

/**
 * Why a claim may not grow, undefined where it may: the admission plugin PersistentVolumeClaimResize, whose other refusal (of
 * claims that are not bound) the rules of an update have said before.
 */
export function refuseResize(
  next: Claim,
  old: Claim,
  classNamed: (name: string) => StorageClass | undefined,
): string | undefined {
  if (compareQuantity(sizeOf(next), sizeOf(old)) <= 0) return undefined
  const name = classOf(next)
  return name !== '' && name === classOf(old) && classNamed(name)?.allowVolumeExpansion
    ? undefined
    : 'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
}

const sizeOf = ({ spec }: Claim): string => spec?.resources?.requests?.['storage'] ?? '0'

const classOf = ({ metadata, spec }: Claim): string =>
  metadata.annotations?.[CLASS_ANNOTATION] ?? spec?.storageClassName ?? ''
