import type { ObjectOf } from '../../../kinds/object-types.js'
import type { Plugin, Refusal } from '../framework/filter.js'
import type { SchedulablePod } from '../framework/types.js'
import type { Reader } from '../../runtime/types.js'
import { classOf } from '../../storage/storage.js'
import { claimsOf, volumeOf } from './claims.js'

type CSINode = ObjectOf<'CSINode'>

const TOO_MANY: Refusal = { reasons: ['node(s) exceed max volume count'] }

/** NodeVolumeLimits: limits the volumes of each driver on a node to the count in its CSINode. */
export const nodeVolumeLimits =
  (world: Reader): Plugin =>
  ({ pod }) => {
    const wanted = disksOf(pod, world)
    if (wanted.size === 0) return undefined
    return {
      check({ name, load }) {
        const limits = limitsOf(world.get('CSINode', { name }))
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

function limitsOf(node: CSINode | undefined): ReadonlyMap<string, number> {
  const drivers = node?.spec?.drivers ?? []
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
