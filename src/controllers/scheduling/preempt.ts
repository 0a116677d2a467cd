import type { Steps } from '../../base/turns/steps.js'
import { formatTime } from '../../base/time/time.js'
import type { Preemption } from './framework/preemption.js'
import type { PodInfo } from './framework/pod-info.js'
import type { SchedulablePod } from './framework/types.js'
import type { WorldInSteps } from '../runtime/types.js'
import { recordRemark } from './record.js'
import type { ClusterSnapshot } from './cluster-snapshot.js'
import { SCHEDULER } from './waiting.js'

type Chosen = Extract<Preemption, { readonly type: 'preempt' }>

/**
 * Evicts the victims of a preemption from a node; pods of lower priority that were nominated for the node lose their
 * nomination.
 */
export function* preempt(
  { pod, priority }: PodInfo,
  { node, victims }: Chosen,
  snapshot: ClusterSnapshot,
  world: WorldInSteps,
): Steps<void> {
  for (const other of snapshot.nominated(node.name)) if (other.priority < priority) yield* withdraw(other.pod, world)
  for (const victim of victims) yield* evict(victim.pod, pod, node.name, world)
  snapshot.refresh(node.name)
  snapshot.renominate()
}

const refOf = ({ metadata: { namespace = '', name = '' } }: SchedulablePod) => ({ namespace, name })

function* withdraw(pod: SchedulablePod, world: WorldInSteps) {
  return yield* world.patch('v1/Pod', refOf(pod), { status: { nominatedNodeName: null } }, { subresource: 'status' })
}

function* evict(victim: SchedulablePod, preemptor: SchedulablePod, node: string, world: WorldInSteps): Steps<void> {
  const known = victim.status?.conditions?.find(({ type }) => type === 'DisruptionTarget')
  const message = `${preemptor.spec?.schedulerName ?? SCHEDULER}: preempting to accommodate a higher priority pod`
  const reason = 'PreemptionByScheduler'
  if (known?.status !== 'True' || known.reason !== reason || known.message !== message) {
    const lastTransitionTime = known?.status === 'True' ? known.lastTransitionTime : formatTime(world.now())
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason,
      message,
      lastProbeTime: null,
      lastTransitionTime,
    }
    yield* world.patch(
      'v1/Pod',
      refOf(victim),
      { status: { conditions: [condition] } },
      { subresource: 'status', type: 'strategic' },
    )
  }
  yield* world.delete('v1/Pod', refOf(victim))
  yield* recordRemark(world, victim, {
    ...{ type: 'Normal', reason: 'Preempted', action: 'Preempting', related: preemptor },
    note: `Preempted by pod ${preemptor.metadata.uid} on node ${node}`,
  })
}
