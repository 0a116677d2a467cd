import type { Steps } from '../../base/turns/steps.js'
import { isExtendedResource } from '../../base/rules/names.js'
import type { Node } from '../core/node-taints.js'
import type { WorldInSteps } from '../runtime/types.js'

/** Quantities by the names of extended resources: `{ 'example.com/dongle': '4' }`. */
export type ExtendedResources = Readonly<Record<string, string>>

/**
 * Makes the extended resources that a change has added to the capacity of a node allocatable, and those it has removed
 * no longer, as a kubelet does that finds them in its node's status (kubelet: nodestatus.MachineInfo). Returns those of
 * the capacity. `before` has those known until now; undefined leaves what a new agent finds as it is.
 */
export function* syncExtendedResources(
  { metadata: { name = '' }, status }: Node,
  before: ExtendedResources | undefined,
  world: WorldInSteps,
): Steps<ExtendedResources> {
  const now = Object.fromEntries(Object.entries(status?.capacity ?? {}).filter(([each]) => isExtendedResource(each)))
  const names = before ? Object.keys({ ...before, ...now }).filter((each) => before[each] !== now[each]) : []
  const allocatable = Object.fromEntries(names.map((each) => [each, now[each] ?? null]))
  if (names.length > 0) yield* world.patch('Node', { name }, { status: { allocatable } }, { subresource: 'status' })
  return now
}
