import type { NodeSelector } from '../../model/generated/types/core-v1.js'
import type { KubeObject } from '../../schema/object.js'

/** The fields of a PersistentVolume that controllers read. */
export type Volume = KubeObject & {
  readonly spec?: {
    readonly capacity?: { readonly [resource: string]: string }
    readonly accessModes?: readonly string[]
    readonly claimRef?: ClaimRef
    readonly persistentVolumeReclaimPolicy?: string
    readonly storageClassName?: string
    readonly volumeMode?: string
    readonly volumeAttributesClassName?: string
    readonly hostPath?: { readonly path?: string }
    readonly nfs?: object
    readonly nodeAffinity?: { readonly required?: NodeSelector }
    readonly csi?: { readonly driver?: string; readonly volumeHandle?: string }
  }
  readonly status?: { readonly phase?: string; readonly message?: string }
}

/** The reference of a PersistentVolume to its claim. */
export type ClaimRef = {
  readonly apiVersion?: string
  readonly kind?: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly resourceVersion?: string
}
