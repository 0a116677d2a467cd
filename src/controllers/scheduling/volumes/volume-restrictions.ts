import type { Volume } from '../../../model/generated/types/core-v1.js'
import type { Filter, Plugin, Refusal } from '../framework/filter.js'
import type { PodInfo } from '../framework/pod-info.js'
import type { Reader } from '../../runtime/types.js'
import { claimsOf } from './claims.js'

const NO_DISK: Refusal = { reasons: ['node(s) had no available disk'] }
const IN_USE: Refusal = {
  reasons: ['node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode'],
}

/**
 * VolumeRestrictions: a disk is used by one pod per node, unless all only read it; a claim with ReadWriteOncePod is
 * used by one pod.
 */
export const volumeRestrictions =
  (world: Reader): Plugin =>
  (pod, { nodes }) => {
    const { volumes = [] } = pod.pod.spec ?? {}
    if (volumes.length === 0) return undefined
    const used = claimsOf(pod.pod, world)
    const missing = used.find(({ claim, isEphemeral }) => !claim && !isEphemeral)
    if (missing) return { refused: { reasons: [`persistentvolumeclaim "${missing.name}" not found`], isFinal: true } }
    const disks = volumes.filter(isDisk)
    const once = new Set(
      used.flatMap(({ name, claim }) => (claim?.spec?.accessModes?.includes('ReadWriteOncePod') ? [name] : [])),
    )
    if (disks.length === 0 && once.size === 0) return undefined
    let uses = 0
    if (once.size > 0)
      for (const { load } of nodes) for (const other of load.pods) uses += usesOf(other, once, pod.namespace)
    return filterOf(disks, uses, (other) => usesOf(other, once, pod.namespace))
  }

const filterOf = (disks: readonly Volume[], uses: number, usesBy: (pod: PodInfo) => number): Filter => ({
  check({ load }) {
    if (disks.length > 0 && load.pods.some(({ pod }) => pod.spec?.volumes?.some((theirs) => clashes(disks, theirs))))
      return NO_DISK
    return uses > 0 ? IN_USE : undefined
  },
  changed: (changes) =>
    filterOf(
      disks,
      changes.reduce((sum, { pod, by }) => sum + by * usesBy(pod), uses),
      usesBy,
    ),
})

const usesOf = ({ namespace, pod }: PodInfo, names: ReadonlySet<string>, own: string): number =>
  namespace === own
    ? (pod.spec?.volumes ?? []).filter(({ persistentVolumeClaim: used }) => used && names.has(used.claimName)).length
    : 0

const isDisk = ({ gcePersistentDisk, awsElasticBlockStore, rbd, iscsi }: Volume): boolean =>
  Boolean(gcePersistentDisk ?? awsElasticBlockStore ?? rbd ?? iscsi)

const clashes = (disks: readonly Volume[], theirs: Volume): boolean => disks.some((ours) => areSame(ours, theirs))

/** Returns whether two volumes are the same disk and conflict: read-only use does not conflict, except for AWS EBS. */
function areSame(a: Volume, b: Volume): boolean {
  if (a.gcePersistentDisk && b.gcePersistentDisk)
    return (
      a.gcePersistentDisk.pdName === b.gcePersistentDisk.pdName &&
      !(a.gcePersistentDisk.readOnly && b.gcePersistentDisk.readOnly)
    )
  if (a.awsElasticBlockStore && b.awsElasticBlockStore)
    return a.awsElasticBlockStore.volumeID === b.awsElasticBlockStore.volumeID
  if (a.iscsi && b.iscsi) return a.iscsi.iqn === b.iscsi.iqn && !(a.iscsi.readOnly && b.iscsi.readOnly)
  if (!a.rbd || !b.rbd) return false
  const { monitors, image, pool } = a.rbd
  return (
    monitors.some((each) => b.rbd?.monitors.includes(each)) &&
    image === b.rbd.image &&
    pool === b.rbd.pool &&
    !(a.rbd.readOnly && b.rbd.readOnly)
  )
}
