import type { TopologySelectorTerm } from '../../model/generated/types/core-v1.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { classNameOf, isDefaultStorageClass, newestDefault } from '../../model/registry/storage-classes.js'
import type { KubeObject } from '../../schema/object.js'
import type { Key, Reader } from '../runtime/types.js'
import { type PodWithClaims, claimNamesOf } from './pod-claims.js'
import { compareQuantity } from '../../base/numbers/quantity.js'

/** A PersistentVolumeClaim. */
export type Claim = ObjectOf<'PersistentVolumeClaim'>

/** The fields of a StorageClass that controllers read. */
type StorageClass = KubeObject & {
  readonly provisioner?: string
  readonly reclaimPolicy?: string
  readonly volumeBindingMode?: string
  readonly allowVolumeExpansion?: boolean
  readonly mountOptions?: readonly string[]
  readonly allowedTopologies?: readonly TopologySelectorTerm[]
}

/** The kind StorageClass, as `get` and `list` take it. */
const STORAGE_CLASS = 'storage.k8s.io/v1/StorageClass'

/** The provisioner of classes whose volumes are made, and grow, by hand. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner'

/** The annotations by which the storage controllers communicate. */
export const annotations = {
  bindCompleted: 'pv.kubernetes.io/bind-completed',
  boundByController: 'pv.kubernetes.io/bound-by-controller',
  provisionedBy: 'pv.kubernetes.io/provisioned-by',
  provisioner: 'volume.kubernetes.io/storage-provisioner',
  betaProvisioner: 'volume.beta.kubernetes.io/storage-provisioner',
  selectedNode: 'volume.kubernetes.io/selected-node',
} as const

/** Returns the class of a claim, if it exists. */
export function classOf(claim: Claim, world: Reader): StorageClass | undefined {
  const name = classNameOf(claim)
  return name ? world.get(STORAGE_CLASS, { name }) : undefined
}

/** Returns the default class: the newest of those marked as default. */
export const defaultClass = (world: Reader): StorageClass | undefined =>
  newestDefault(world.list<StorageClass>(STORAGE_CLASS), isDefaultStorageClass)

/** Returns whether a claim is only bound once a pod that uses it is scheduled. */
export const isDelayed = (claim: Claim, world: Reader): boolean =>
  classOf(claim, world)?.volumeBindingMode === 'WaitForFirstConsumer'

/** Returns whether a claim has never been bound and names no volume. */
export const isOpen = ({ spec, metadata }: Claim): boolean =>
  !spec?.volumeName && metadata.annotations?.[annotations.bindCompleted] === undefined

/** Returns the key of a claim. */
export const claimKey = (namespace: string, name: string): Key => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace,
  name,
})

/** Returns the provisioner that a claim has been assigned to; undefined if there is none. */
export const provisionerOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.annotations?.[annotations.provisioner] ?? metadata.annotations?.[annotations.betaProvisioner]

/**
 * Returns the volume source of a provisioned volume: CSI, or a hostPath if there is no provisioner or its name cannot
 * be that of a CSI driver (`rancher.io/local-path`).
 */
export const sourceOf = (provisioner: string | undefined, name: string) =>
  provisioner === undefined || provisioner.includes('/')
    ? { hostPath: { path: `/tmp/${name}` } }
    : { csi: { driver: provisioner, volumeHandle: name } }

/** Returns the claims of an unscheduled pod that wait for it to be scheduled. */
export function awaitedClaims(pod: PodWithClaims, world: Reader): readonly Key[] {
  if (pod.spec?.nodeName) return []
  const { namespace = '' } = pod.metadata
  return claimNamesOf(pod)
    .filter((name) => {
      const claim = world.get('PersistentVolumeClaim', { namespace, name })
      return claim && isOpen(claim) && isDelayed(claim, world)
    })
    .map((name) => claimKey(namespace, name))
}

/** Returns the storage that a claim requests. */
export const wantedOf = ({ spec }: Claim): string => spec?.resources?.requests?.['storage'] ?? '0'

/** Returns the largest volume that can be made of what a CSIStorageCapacity tells; undefined if it does not say. */
export const largestVolume = ({ maximumVolumeSize, capacity }: ObjectOf<'CSIStorageCapacity'>): string | undefined =>
  maximumVolumeSize ?? capacity

/** Returns whether a bound claim requests more storage than it has. */
export function grows(claim: Claim): boolean {
  const { phase, capacity, allocatedResourceStatuses } = claim.status ?? {}
  const wanted = wantedOf(claim)
  const there = capacity?.['storage']
  // The node finishes a resize that is pending on it.
  if (allocatedResourceStatuses?.['storage'] === 'NodeResizePending') return false
  return phase === 'Bound' && there !== undefined && there !== wanted && compareQuantity(wanted, there) > 0
}
