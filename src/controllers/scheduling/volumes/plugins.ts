import type { NamedPlugin } from '../framework/cycle.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import type { Reader } from '../../runtime/types.js'
import { type Filter, type Plugin, type Refusal, final } from '../framework/filter.js'
import { strangeClaim } from '../../storage/pod-claims.js'
import { type Claim, classOf } from '../../storage/storage.js'
import { chooseVolumes, isReachable } from './choose-volumes.js'
import { type UsedClaim, claimsOf, isFullyBound, volumeOf, waitsForNode } from './claims.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import type { SchedulablePod } from '../framework/types.js'
import type { Volume as PodVolume } from '../../../model/generated/types/core-v1.js'
import type { PodInfo } from '../framework/pod-info.js'

/** Returns the volume plugins, in the order of the real scheduler. */
export const volumePlugins = (world: Reader): readonly NamedPlugin[] => [
  ['VolumeRestrictions', volumeRestrictions(world)],
  ['NodeVolumeLimits', nodeVolumeLimits(world)],
  ['VolumeBinding', volumeBinding(world)],
  ['VolumeZone', volumeZone(world)],
]

const UNBOUND = final('pod has unbound immediate PersistentVolumeClaims')
const NOT_REACHABLE = "node(s) didn't match PersistentVolume's node affinity"
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind"
const NO_ROOM = 'node(s) did not have enough free storage'
const NOT_THERE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'

/** VolumeBinding: the node can reach the pod's bound volumes, and its open claims can be bound there. */
const volumeBinding =
  (world: Reader): Plugin =>
  ({ pod }) => {
    const used = claimsOf(pod, world)
    if (used.length === 0) return undefined
    const problem = used.map((each) => problemOf(each, pod)).find((each) => each !== undefined)
    if (problem !== undefined) return { refused: final(problem) }
    const claims = used.flatMap(({ claim }) => claim ?? [])
    const bound = claims.filter(isFullyBound)
    const open = claims.filter((claim) => waitsForNode(claim, world))
    if (bound.length + open.length < claims.length) return { refused: UNBOUND }
    return bindingsOf(bound, open, world)
  }

function problemOf({ name, claim, isEphemeral }: UsedClaim, pod: SchedulablePod): string | undefined {
  if (!claim)
    return isEphemeral
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
      : `persistentvolumeclaim "${name}" not found`
  if (claim.status?.phase === 'Lost')
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName ?? ''}"`
  if (claim.metadata.deletionTimestamp) return `persistentvolumeclaim "${name}" is being deleted`
  return isEphemeral ? strangeClaim(pod, claim) : undefined
}

function bindingsOf(bound: readonly Claim[], open: readonly Claim[], world: Reader): Filter {
  const volumes = bound.map((claim) => volumeOf(claim, world))
  return {
    check({ node }) {
      const missing = volumes.includes(undefined)
      const reasons = [
        ...(!missing && volumes.some((volume) => volume && !isReachable(volume, node)) ? [NOT_REACHABLE] : []),
        ...refusedBy(chooseVolumes(open, node, world)),
        ...(missing ? [NOT_THERE] : []),
      ]
      return reasons.length > 0 ? { reasons, isFinal: true } : undefined
    },
  }
}

const refusedBy = (choice: ReturnType<typeof chooseVolumes>): readonly string[] =>
  choice === 'no volume' ? [NO_VOLUME] : choice === 'no room' ? [NO_ROOM] : []

const ZONE = 'topology.kubernetes.io/zone'
const REGION = 'topology.kubernetes.io/region'
/** Labels of volumes, and their current equivalents on nodes. */
const LABELS: readonly (readonly [label: string, current: string])[] = [
  ['failure-domain.beta.kubernetes.io/zone', ZONE],
  ['failure-domain.beta.kubernetes.io/region', REGION],
  [ZONE, ZONE],
  [REGION, REGION],
]
const ELSEWHERE = final('node(s) had no available volume zone')

/** VolumeZone: the pod's volumes are in the zone and region of the node, if they have such labels. */
const volumeZone =
  (world: Reader): Plugin =>
  ({ pod }) => {
    const places = claimsOf(pod, world).flatMap(({ claim, isEphemeral }) => {
      const { labels = {} } = (claim && !isEphemeral ? volumeOf(claim, world) : undefined)?.metadata ?? {}
      // Several zones are joined in one value.
      return LABELS.flatMap(([label, current]) =>
        labels[label] === undefined ? [] : [{ label, current, values: labels[label].split('__') }],
      )
    })
    if (places.length === 0) return undefined
    return {
      check({ labels }) {
        if (!LABELS.some(([label]) => labels[label] !== undefined)) return undefined
        return places.every(({ label, current, values }) => values.includes(labels[label] ?? labels[current] ?? ''))
          ? undefined
          : ELSEWHERE
      },
    }
  }

type CSINode = ObjectOf<'CSINode'>

const TOO_MANY: Refusal = { reasons: ['node(s) exceed max volume count'] }

/**
 * NodeVolumeLimits: limits the volumes of each driver on a node to the count in its CSINode, which has to name a driver
 * that prevents pods from being scheduled without it.
 */
const nodeVolumeLimits =
  (world: Reader): Plugin =>
  ({ pod }) => {
    const wanted = disksOf(pod, world)
    if (wanted.size === 0) return undefined
    const required = [...new Set(wanted.values())].filter((driver) => isRequired(driver, world))
    return {
      check({ name, load }) {
        const drivers = world.get('CSINode', { name })?.spec.drivers ?? []
        const missing = required.find((driver) => !drivers.some((each) => each.name === driver))
        if (missing !== undefined) return { reasons: [`${missing} CSI driver is not installed on the node`] }
        const limits = limitsOf(drivers)
        if (limits.size === 0) return undefined
        const attached = new Map(load.pods.flatMap((other) => [...disksOf(other.pod, world)]))
        for (const [driver, limit] of limits) {
          const count = countOf(attached, driver)
          const added = [...wanted].filter(([disk, of]) => of === driver && !attached.has(disk)).length
          if (added > 0 && count + added > limit) return TOO_MANY
        }
        return undefined
      },
    }
  }

const isRequired = (driver: string, world: Reader): boolean =>
  world.get('CSIDriver', { name: driver })?.spec.preventPodSchedulingIfMissing ?? false

function limitsOf(drivers: CSINode['spec']['drivers']): ReadonlyMap<string, number> {
  return new Map(
    drivers.flatMap(({ name, allocatable }) =>
      allocatable?.count === undefined ? [] : [[name, Number(allocatable.count)] as const],
    ),
  )
}

const countOf = (disks: ReadonlyMap<string, string>, driver: string): number =>
  [...disks.values()].filter((each) => each === driver).length

/** Returns the volumes of a pod that are or will be attached, with their drivers. */
function disksOf(pod: SchedulablePod, world: Reader): ReadonlyMap<string, string> {
  const disks = new Map<string, string>()
  for (const { claim } of claimsOf(pod, world)) {
    if (!claim) continue
    const { driver, volumeHandle } = volumeOf(claim, world)?.spec?.csi ?? {}
    if (driver) disks.set(`${driver}/${volumeHandle ?? ''}`, driver)
    else if (!claim.spec?.volumeName) {
      const provisioner = classOf(claim, world)?.provisioner
      if (provisioner) disks.set(`${provisioner}/${claim.metadata.uid}`, provisioner)
    }
  }
  return disks
}

const NO_DISK: Refusal = { reasons: ['node(s) had no available disk'] }
const inUse = (version: KubernetesVersion): Refusal => ({
  reasons: [
    atLeast(version, '1.34')
      ? 'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod'
      : 'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode',
  ],
})

/**
 * VolumeRestrictions: a disk is used by one pod per node, unless all only read it; a claim with ReadWriteOncePod is
 * used by one pod.
 */
const volumeRestrictions =
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
    const taken = inUse(world.profile.version)
    return restrictionsOf({ disks, taken, usesBy: (other) => usesOf(other, once, pod.namespace) }, uses)
  }

/** What a pod needs for itself, and why a node is refused if others use it too. */
type Exclusive = {
  readonly disks: readonly PodVolume[]
  readonly taken: Refusal
  readonly usesBy: (pod: PodInfo) => number
}

const restrictionsOf = ({ disks, taken, usesBy }: Exclusive, uses: number): Filter => ({
  check({ load }) {
    if (disks.length > 0 && load.pods.some(({ pod }) => pod.spec?.volumes?.some((theirs) => clashes(disks, theirs))))
      return NO_DISK
    return uses > 0 ? taken : undefined
  },
  changed: (changes) =>
    restrictionsOf(
      { disks, taken, usesBy },
      changes.reduce((sum, { pod, by }) => sum + by * usesBy(pod), uses),
    ),
})

const usesOf = ({ namespace, pod }: PodInfo, names: ReadonlySet<string>, own: string): number =>
  namespace === own
    ? (pod.spec?.volumes ?? []).filter(({ persistentVolumeClaim: used }) => used && names.has(used.claimName)).length
    : 0

const isDisk = ({ gcePersistentDisk, awsElasticBlockStore, rbd, iscsi }: PodVolume): boolean =>
  Boolean(gcePersistentDisk ?? awsElasticBlockStore ?? rbd ?? iscsi)

const clashes = (disks: readonly PodVolume[], theirs: PodVolume): boolean => disks.some((ours) => areSame(ours, theirs))

/** Returns whether two volumes are the same disk and conflict: read-only use does not conflict, except for AWS EBS. */
function areSame(a: PodVolume, b: PodVolume): boolean {
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
