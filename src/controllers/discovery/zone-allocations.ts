import { quantityOf, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { conditionOf } from '../core/node-taints.js'
import type { Reader } from '../runtime/types.js'

/** A number for each zone. */
export type ByZone = { readonly [zone: string]: number }

/**
 * The endpoints of a zone: the desired number in proportion to its CPUs, and the maximum that leaves every other zone
 * its minimum.
 */
export type Allocation = { readonly desired: number; readonly maximum: number }

const ZONE = 'topology.kubernetes.io/zone'
const EXCLUDED = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master']
/** By how much a zone may be overloaded. */
const THRESHOLD = 0.2

/**
 * Returns the share of each zone in the CPUs of all ready nodes; undefined if a node has no zone or CPU, or there are
 * fewer than two zones.
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

/** Allocates a number of endpoints to zones; returns an error message if that is not possible (getAllocations). */
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

/** Returns whether a zone has fewer endpoints than its minimum for the current CPUs (serviceOverloaded). */
export function isOverloaded(endpoints: ByZone, ratios: ByZone | undefined): boolean {
  if (Object.keys(endpoints).length === 0) return false
  const total = Object.values(endpoints).reduce((sum, each) => sum + each, 0)
  return !ratios || Object.entries(ratios).some(([zone, ratio]) => (endpoints[zone] ?? -1) < leastOf(ratio, total))
}
