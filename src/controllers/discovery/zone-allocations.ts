import { quantityOf, scaledQuantity } from '../../base/quantity-arithmetic.js'
import { conditionOf } from '../core/node-taints.js'
import type { Reader } from '../runtime/types.js'

/** How many of something each zone has. */
export type ByZone = { readonly [zone: string]: number }

/**
 * How many endpoints a zone is to have: what its CPU asks for, and the most it may have so that every other has its
 * least.
 */
export type Allocation = { readonly desired: number; readonly maximum: number }

const ZONE = 'topology.kubernetes.io/zone'
const EXCLUDED = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master']
/** A zone may be asked for so much more than its share, and no more. */
const THRESHOLD = 0.2

/**
 * Which part of the CPUs of all nodes that are ready each zone has; undefined where one does not say, or there are no
 * two zones.
 */
export function cpuByZone(world: Pick<Reader, 'list'>): ByZone | undefined {
  const cpus: Record<string, number> = {}
  for (const node of world.list('Node')) {
    const { labels = {} } = node.metadata
    if (EXCLUDED.some((label) => label in labels) || conditionOf(node, 'Ready')?.status !== 'True') continue
    const zone = labels[ZONE]
    const cpu = Number(scaledQuantity(quantityOf(node.status?.allocatable?.['cpu'] ?? '0'), -3))
    if (!zone || !cpu) return undefined
    cpus[zone] = (cpus[zone] ?? 0) + cpu
  }
  const total = Object.values(cpus).reduce((sum, each) => sum + each, 0)
  if (Object.keys(cpus).length < 2) return undefined
  return Object.fromEntries(Object.entries(cpus).map(([zone, cpu]) => [zone, cpu / total]))
}

const leastOf = (ratio: number, count: number) => Math.ceil(ratio * count * (1 / (1 + THRESHOLD)))

/** How many of so many endpoints each zone is to have, or why nobody can say (getAllocations). */
export function allocate(ratios: ByZone | undefined, count: number): { readonly [zone: string]: Allocation } | string {
  if (!ratios) return 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes'
  const zones = Object.entries(ratios)
  const many = `(${count} endpoints, ${zones.length} zones)`
  if (zones.length > count) return `Insufficient number of endpoints ${many}`
  const least = zones.reduce((sum, [, ratio]) => sum + leastOf(ratio, count), 0)
  if (least > count)
    return `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${many}`
  return Object.fromEntries(
    zones.map(([zone, ratio]) => {
      const minimum = leastOf(ratio, count)
      return [zone, { desired: Math.max(ratio * count, minimum), maximum: minimum + count - least }]
    }),
  )
}

/** Tells whether a zone has fewer endpoints than it must have, as CPUs are now (serviceOverloaded). */
export function isOverloaded(endpoints: ByZone, ratios: ByZone | undefined): boolean {
  if (Object.keys(endpoints).length === 0) return false
  const total = Object.values(endpoints).reduce((sum, each) => sum + each, 0)
  return !ratios || Object.entries(ratios).some(([zone, ratio]) => (endpoints[zone] ?? -1) < leastOf(ratio, total))
}
