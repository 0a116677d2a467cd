import type { Steps } from '../../base/turns/steps.js'
import { storedName } from '../../schema/object.js'
import { formatTime } from '../../base/time/time.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { WorldInSteps } from '../runtime/types.js'

/** A Node, as controllers see it. */
export type Node = ObjectOf<'Node'>
/** A taint of a node. */
type Taint = NonNullable<NonNullable<Node['spec']>['taints']>[number]
type NodeCondition = NonNullable<NonNullable<Node['status']>['conditions']>[number]

/** The key of a node without its name. */
export const NODE = { apiVersion: 'v1', kind: 'Node', namespace: '' } as const

const PREFIX = 'node.kubernetes.io/'
const UNSCHEDULABLE = `${PREFIX}unschedulable`

// The taint of each condition that has one, by the status of the condition.
const TAINTS: { readonly [condition: string]: { readonly [status: string]: string } } = {
  Ready: { False: `${PREFIX}not-ready`, Unknown: `${PREFIX}unreachable` },
  MemoryPressure: { True: `${PREFIX}memory-pressure` },
  DiskPressure: { True: `${PREFIX}disk-pressure` },
  NetworkUnavailable: { True: `${PREFIX}network-unavailable` },
  PIDPressure: { True: `${PREFIX}pid-pressure` },
}
const KEYS = [...Object.values(TAINTS).flatMap((byStatus) => Object.values(byStatus)), UNSCHEDULABLE]

/** Returns a condition of a node. */
export const conditionOf = ({ status }: Node, type: string): NodeCondition | undefined =>
  status?.conditions?.find((each) => each.type === type)

/** Returns the keys of the NoSchedule taints a node should have. */
export function conditionTaints({ spec, status }: Node): readonly string[] {
  const keys = (status?.conditions ?? []).flatMap(
    (condition) => TAINTS[condition.type ?? '']?.[condition.status ?? ''] ?? [],
  )
  return spec?.unschedulable ? [...keys, UNSCHEDULABLE] : keys
}

/** Returns whether a taint is one that follows from conditions. */
export const isOwnTaint = ({ key = '', effect }: Taint): boolean => effect === 'NoSchedule' && KEYS.includes(key)

/** Adds taints, with the current time, and then removes others. */
export function* setTaints(
  world: WorldInSteps,
  node: Node,
  add: readonly Pick<Taint, 'key' | 'effect'>[],
  drop: readonly Taint[],
): Steps<void> {
  const before = node.spec?.taints ?? []
  // Times are written as strings, which the type of a stored taint does not allow.
  const taints = [...before, ...add.map((taint) => ({ ...taint, timeAdded: formatTime(world.now()) }) as Taint)]
  const write = (next: readonly Taint[]) =>
    world.patch('Node', { name: storedName(node) }, { spec: { taints: next.length > 0 ? next : null } })
  if (add.length > 0) yield* write(taints)
  const left = taints.filter((taint) => !drop.some(({ key, effect }) => key === taint.key && effect === taint.effect))
  if (left.length < taints.length) yield* write(left)
}
