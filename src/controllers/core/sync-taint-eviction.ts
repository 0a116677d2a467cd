import type { Steps } from '../../base/turns/steps.js'
import type { Taint } from '../../model/generated/types/core-v1.js'
import { tolerates } from '../scheduling/framework/taints.js'
import type { SchedulablePod } from '../scheduling/framework/types.js'
import { controllerOf } from '../pods/owner.js'
import { writePodCondition } from '../pods/pod-condition.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { recordCoreEvent } from './record-core-event.js'

/** When a pod is to be deleted, and when that was decided; a pod is deleted only once. */
type Plan = { readonly since: number; readonly due: number } | { readonly deleted: true }

const CONDITION = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
} as const

/**
 * Milliseconds until a pod is deleted that is new and has a controller: without the delay, a pod that its controller
 * keeps recreating on the node would come and go for ever at the same time.
 */
const MOMENT = 500

/**
 * Deletes a pod whose node has a NoExecute taint that it does not tolerate or no longer tolerates; schedules or cancels
 * that deletion.
 */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  const { namespace, name } = key
  const plan = world.memory as Plan | undefined // as remembered below
  const pod = world.get<SchedulablePod>('v1/Pod', { namespace, name })
  if (!pod) return yield* cancel(key, plan, world)
  const now = world.now()
  if (plan && 'due' in plan && plan.due <= now) return yield* evict(key, pod, world)
  // A pod that a fixture states is left alone.
  if (world.stated && !plan) return undefined
  const node = pod.spec?.nodeName ? world.get('Node', { name: pod.spec.nodeName }) : undefined
  // The deletion of a node does not cancel a scheduled eviction.
  if (!node) return goOn(plan, world)
  const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')
  const time = tolerated(taints, pod)
  if (plan && 'deleted' in plan) return taints.length > 0 ? undefined : yield* cancel(key, plan, world)
  if (time === Infinity) return yield* cancel(key, plan, world)
  const isComing = isNew(pod)
  // A scheduled eviction keeps its time, even if the pod now tolerates the taints for less; only a taint that is not
  // tolerated at all does not wait for it.
  if (plan && ((time !== undefined && plan.since < now) || (isComing && plan.due <= now + MOMENT)))
    return goOn(plan, world)
  if (plan) yield* cancel(key, plan, world)
  const left = time || (isComing ? MOMENT : 0)
  return left > 0 ? goOn({ since: now, due: now + left }, world) : yield* evict(key, pod, world)
}

const isNew = (pod: SchedulablePod) => (pod.status?.phase ?? 'Pending') === 'Pending' && controllerOf(pod) !== undefined

/**
 * Returns how many milliseconds a pod tolerates all taints; Infinity without a limit, undefined if it does not tolerate
 * one of them.
 */
function tolerated(taints: readonly Taint[], { spec }: SchedulablePod): number | undefined {
  let time = Infinity
  for (const taint of taints) {
    const toleration = spec?.tolerations?.find((each) => tolerates(each, taint))
    if (!toleration) return undefined
    if (toleration.tolerationSeconds !== undefined)
      time = Math.min(time, Math.max(0, Number(toleration.tolerationSeconds)) * 1000)
  }
  return time
}

function goOn(plan: Plan | undefined, world: WorldInSteps): Again | undefined {
  world.remember(plan)
  return plan && 'due' in plan ? { at: plan.due } : undefined
}

function* cancel(key: Key, plan: Plan | undefined, world: WorldInSteps): Steps<undefined> {
  world.remember(undefined)
  if (plan && 'due' in plan) yield* say(key, 'Cancelling deletion of Pod', world)
}

function* say({ namespace, name }: Key, what: string, world: WorldInSteps) {
  return yield* recordCoreEvent(
    world,
    { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name } },
    {
      ...{ type: 'Normal', reason: 'TaintManagerEviction', component: 'taint-eviction-controller' },
      message: `${what} ${namespace}/${name}`,
    },
  )
}

function* evict(key: Key, pod: SchedulablePod, world: WorldInSteps): Steps<undefined> {
  const ref = { namespace: key.namespace, name: key.name }
  yield* say(key, 'Marking for deletion Pod', world)
  world.remember({ deleted: true })
  yield* writePodCondition(pod, CONDITION, world)
  yield* world.delete('v1/Pod', ref)
}
