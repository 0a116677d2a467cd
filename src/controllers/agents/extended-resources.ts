import { isExtendedResource } from '../../base/rules/resource-names.js'
import type { Node } from '../core/node-taints.js'
import type { World } from '../runtime/types.js'

/** Quantities by the names of extended resources: `{ 'example.com/dongle': '4' }`. */
export type ExtendedResources = Readonly<Record<string, string>>

/** Returns the extended resources in the capacity of a node. */
export const extendedResourcesOf = ({ status }: Node): ExtendedResources =>
  Object.fromEntries(Object.entries(status?.capacity ?? {}).filter(([name]) => isExtendedResource(name)))

/**
 * Makes the extended resources that a change has added to the capacity of a node allocatable, and those it has removed
 * no longer, as a kubelet does that finds them in its node's status (kubelet: nodestatus.MachineInfo).
 */
export function allotExtendedResources(node: Node, before: ExtendedResources, world: World): void {
  const now = extendedResourcesOf(node)
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name])
  const allocatable = Object.fromEntries(names.map((name) => [name, now[name] ?? null]))
  const { name = '' } = node.metadata
  if (names.length > 0) world.patch('Node', { name }, { status: { allocatable } }, { subresource: 'status' })
}
