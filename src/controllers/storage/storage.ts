import type { TopologySelectorTerm } from '../../kinds/generated/types/core-v1.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { KubeObject } from '../../schema/object.js'
import type { Key, Reader } from '../runtime/types.js'

/** A claim. */
export type Claim = ObjectOf<'PersistentVolumeClaim'>

/** What controllers read of a StorageClass. */
type StorageClass = KubeObject & {
  readonly provisioner?: string
  readonly reclaimPolicy?: string
  readonly volumeBindingMode?: string
  readonly allowVolumeExpansion?: boolean
  readonly mountOptions?: readonly string[]
  readonly allowedTopologies?: readonly TopologySelectorTerm[]
}

/** StorageClasses, as `get` and `list` name them. */
const STORAGE_CLASS = 'storage.k8s.io/v1/StorageClass'

/** Annotations by which the parts of storage talk with each other. */
export const annotations = {
  bindCompleted: 'pv.kubernetes.io/bind-completed',
  boundByController: 'pv.kubernetes.io/bound-by-controller',
  provisionedBy: 'pv.kubernetes.io/provisioned-by',
  provisioner: 'volume.kubernetes.io/storage-provisioner',
  betaProvisioner: 'volume.beta.kubernetes.io/storage-provisioner',
  selectedNode: 'volume.kubernetes.io/selected-node',
  storageClass: 'volume.beta.kubernetes.io/storage-class',
} as const

const DEFAULTS = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class']

/**
 * The name of the class a claim or a volume asks for or is of; undefined where it says nothing, empty where it wants
 * none.
 */
export const classNameOf = ({
  metadata,
  spec,
}: KubeObject & { readonly spec?: { readonly storageClassName?: string } }): string | undefined =>
  metadata.annotations?.[annotations.storageClass] ?? spec?.storageClassName

/** The class of a claim, where there is one. */
export function classOf(claim: Claim, world: Reader): StorageClass | undefined {
  const name = classNameOf(claim)
  return name ? world.get(STORAGE_CLASS, { name }) : undefined
}

/** The class of claims that name none: the newest of those that say so. */
export function defaultClass(world: Reader): StorageClass | undefined {
  return world
    .list(STORAGE_CLASS)
    .filter(isDefaultClass)
    .reduce<StorageClass | undefined>((best, each) => (best && born(best) >= born(each) ? best : each), undefined)
}

/** Whether claims that name no class are of this one. */
export const isDefaultClass = ({ metadata }: KubeObject): boolean =>
  DEFAULTS.some((name) => metadata.annotations?.[name] === 'true')

/** Whether a claim waits for a pod to be put on a node before it gets its volume. */
export const isDelayed = (claim: Claim, world: Reader): boolean =>
  classOf(claim, world)?.volumeBindingMode === 'WaitForFirstConsumer'

/** Whether a claim was never bound and names no volume. */
export const isOpen = ({ spec, metadata }: Claim): boolean =>
  !spec?.volumeName && metadata.annotations?.[annotations.bindCompleted] === undefined

/** The key of a claim. */
export const claimKey = (namespace: string, name: string): Key => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace,
  name,
})

const born = ({ metadata }: KubeObject): string => metadata.creationTimestamp ?? ''

/** The provisioner a claim has been handed to; undefined where it waits for none. */
export const provisionerOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.annotations?.[annotations.provisioner] ?? metadata.annotations?.[annotations.betaProvisioner]

/**
 * Where a volume is: with the driver that made it, or in a directory, where nobody did or its name can be none of a CSI
 * driver (`rancher.io/local-path`).
 */
export const sourceOf = (provisioner: string | undefined, name: string) =>
  provisioner === undefined || provisioner.includes('/')
    ? { hostPath: { path: `/tmp/${name}` } }
    : { csi: { driver: provisioner, volumeHandle: name } }
