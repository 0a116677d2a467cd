import { formatTime } from '../../base/time.js'
import type { Taint } from '../../kinds/generated/types/core-v1.js'
import { tolerates } from '../../scheduler/taints.js'
import type { SchedulablePod } from '../../scheduler/types.js'
import { controllerOf } from '../pods/owner.js'
import type { Again, Key, World } from '../runtime/types.js'
import { recordCoreEvent } from './record-core-event.js'

/** When a pod is to go, and since when that is known; once it was deleted that is not done again. */
type Plan = { readonly since: number; readonly due: number } | { readonly deleted: true }

const CONDITION = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
} as const

/**
 * How long it takes, in milliseconds, until a pod is gone again that has only just come and has an owner: without it,
 * one that is made anew for each that goes would come and go for ever at one time.
 */
const MOMENT = 500

/** Deletes a pod whose node has a taint that it does not tolerate, or not for so long; plans that, or calls it off. */
export function reconcile(key: Key, world: World): Again | undefined {
  const { namespace, name } = key
  const plan = world.memory as Plan | undefined // as remembered below
  const pod = world.get<SchedulablePod>('v1/Pod', { namespace, name })
  if (!pod) return cancel(key, plan, world)
  const now = world.now()
  if (plan && 'due' in plan && plan.due <= now) return evict(key, pod, world)
  // What a fixture states stands.
  if (world.stated && !plan) return undefined
  const node = pod.spec?.nodeName ? world.get('Node', { name: pod.spec.nodeName }) : undefined
  // A node that has gone takes nothing back.
  if (!node) return goOn(plan, world)
  const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')
  const time = tolerated(taints, pod)
  if (plan && 'deleted' in plan) return taints.length > 0 ? undefined : cancel(key, plan, world)
  if (time === Infinity) return cancel(key, plan, world)
  const isComing = isNew(pod)
  // What is due stays so, be there less time now; only a taint that is not tolerated does not wait for it.
  if (plan && ((time !== undefined && plan.since < now) || (isComing && plan.due <= now + MOMENT)))
    return goOn(plan, world)
  if (plan) cancel(key, plan, world)
  const left = time || (isComing ? MOMENT : 0)
  return left > 0 ? goOn({ since: now, due: now + left }, world) : evict(key, pod, world)
}

const isNew = (pod: SchedulablePod) => (pod.status?.phase ?? 'Pending') === 'Pending' && controllerOf(pod) !== undefined

/**
 * For how many milliseconds a pod tolerates all taints; without an end where nothing limits it, undefined where it does
 * not tolerate one.
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

function goOn(plan: Plan | undefined, world: World): Again | undefined {
  world.remember(plan)
  return plan && 'due' in plan ? { after: plan.due - world.now() } : undefined
}

function cancel(key: Key, plan: Plan | undefined, world: World): undefined {
  world.remember(undefined)
  if (plan && 'due' in plan) say(key, 'Cancelling deletion of Pod', world)
}

const say = ({ namespace, name }: Key, what: string, world: World) =>
  recordCoreEvent(
    world,
    { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name } },
    {
      ...{ type: 'Normal', reason: 'TaintManagerEviction', component: 'taint-eviction-controller' },
      message: `${what} ${namespace}/${name}`,
    },
  )

function evict(key: Key, pod: SchedulablePod, world: World): undefined {
  const ref = { namespace: key.namespace, name: key.name }
  say(key, 'Marking for deletion Pod', world)
  world.remember({ deleted: true })
  const known = pod.status?.conditions?.find(({ type }) => type === CONDITION.type)
  if (known?.status !== CONDITION.status || known.reason !== CONDITION.reason || known.message !== CONDITION.message) {
    const lastTransitionTime = known?.status === CONDITION.status ? known.lastTransitionTime : formatTime(world.now())
    const conditions = [{ ...CONDITION, lastProbeTime: null, lastTransitionTime }]
    world.patch('v1/Pod', ref, { status: { conditions } }, { subresource: 'status', type: 'strategic' })
  }
  world.delete('v1/Pod', ref)
}
