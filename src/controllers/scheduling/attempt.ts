import { formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { tells, writePodCondition } from '../pods/pod-condition.js'
import type { WorldInSteps } from '../runtime/types.js'
import type { ClusterSnapshot } from './cluster-snapshot.js'
import { loadLibrary } from '../../cel/library.js'
import { AllocationError } from './devices/allocate.js'
import {
  alternativeScores,
  bindClaims,
  dynamicResources,
  sayOfDevices,
  usesDevices,
} from './devices/dynamic-resources.js'
import { type Cycle, findNodes, selectNode } from './framework/cycle.js'
import { type Diagnosis, NO_NODES, fitMessage } from './framework/diagnosis.js'
import type { PluginName } from './framework/filter.js'
import type { NodeInfo } from './framework/node-info.js'
import { type PodInfo, podInfoOf } from './framework/pod-info.js'
import { type Preemption, findPreemption } from './framework/preemption.js'
import { scoresOf } from './framework/scores.js'
import type { SchedulablePod } from './framework/types.js'
import { recordRemark } from './record.js'
import { volumePlugins } from './volumes/plugins.js'
import { storageScores } from './volumes/storage-scores.js'
import { SCHEDULER, scheduledOf } from './waiting.js'

type Chosen = Extract<Preemption, { readonly type: 'preempt' }>

/**
 * Evicts the victims of a preemption from a node; pods of lower priority that were nominated for the node lose their
 * nomination.
 */
function* preempt(
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
  const message = `${preemptor.spec?.schedulerName ?? SCHEDULER}: preempting to accommodate a higher priority pod`
  const reason = 'PreemptionByScheduler'
  yield* writePodCondition(victim, { type: 'DisruptionTarget', status: 'True', reason, message }, world)
  yield* world.delete('v1/Pod', refOf(victim))
  // Since 1.36 the Event does not name the pod, for which the real scheduler cannot make a reference.
  const related = atLeast(world.profile.version, '1.36') ? {} : { related: preemptor }
  yield* recordRemark(world, victim, {
    ...{ type: 'Normal', reason: 'Preempted', action: 'Preempting', ...related },
    note: `Preempted by pod ${preemptor.metadata.uid} on node ${node}`,
  })
}

/** The result of looking for a node for a pod. */
export type Attempt =
  | { readonly type: 'found'; readonly node: NodeInfo }
  | {
      readonly type: 'failed'
      readonly message: string
      readonly nominated?: string
      /** The plugins that rejected nodes. */
      readonly by: readonly PluginName[]
      /** `Unschedulable` by default. */
      readonly reason?: 'SchedulerError'
    }

/** Looks for a node for a pod; if there is none, tries to preempt pods of lower priority. */
export function* attempt(pod: SchedulablePod, snapshot: ClusterSnapshot, world: WorldInSteps): Steps<Attempt> {
  if (snapshot.nodes.length === 0) return { type: 'failed', message: NO_NODES, nominated: '', by: [] }
  const loading = usesDevices(pod, world) ? loadLibrary() : undefined
  if (loading) yield* world.waitFor(loading)
  const info = podInfoOf(pod)
  const found = nodesFor(info, snapshot, world)
  if ('type' in found) return found
  if ('diagnosis' in found) return yield* makeRoom(found.cycle, found.diagnosis, snapshot, world)
  const { feasible } = found
  const node = selectNode(feasible, feasible.length > 1 ? score(info, feasible, snapshot, world) : [0], snapshot.random)
  if (!node) throw new Error('fakecluster has a bug: of several nodes none has the highest score')
  return { type: 'found', node }
}

function score(info: PodInfo, feasible: readonly NodeInfo[], snapshot: ClusterSnapshot, world: WorldInSteps) {
  const nodes = feasible.map(({ node }) => node)
  return scoresOf(info, feasible, snapshot.groups.spreadsFor(info), snapshot, [
    { scores: alternativeScores(info.pod, nodes, world), weight: 2 },
    { scores: storageScores(info.pod, nodes, world), weight: 1 },
  ])
}

/** Looks for nodes that fit, or returns the error of a plug-in, with which the attempt ends. */
function nodesFor(info: PodInfo, snapshot: ClusterSnapshot, world: WorldInSteps) {
  const by = 'DynamicResources'
  try {
    return findNodes(info, snapshot, volumePlugins(world), [by, dynamicResources(world)])
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error
    const message = `running "${by}" filter plugin: ${error.message}`
    return { type: 'failed', message, by: [by], reason: 'SchedulerError' } as const
  }
}

function* makeRoom(cycle: Cycle, diagnosis: Diagnosis, snapshot: ClusterSnapshot, world: WorldInSteps): Steps<Attempt> {
  const now = formatTime(world.now())
  const by = [...diagnosis.by]
  const { reasons, isEnd = false } = sayOfDevices(cycle.pod.pod, diagnosis, world)
  const told = (reason?: string) => fitMessage(diagnosis, [...reasons, ...(reason ? [reason] : [])].join(', '))
  if (isEnd) return { type: 'failed', message: told(), by }
  const budgets = world.list('PodDisruptionBudget')
  const preemption = findPreemption(cycle, diagnosis, budgets, now)
  if (preemption.type === 'preempt') {
    yield* preempt(cycle.pod, preemption, snapshot, world)
    const { node, victims } = preemption
    const found = `preemption: found a potential placement for pod on node ${node.name}, preempting ${victims.length} victims`
    const message = fitMessage(diagnosis, atLeast(world.profile.version, '1.37') ? found : '')
    return { type: 'failed', message, nominated: node.name, by }
  }
  const message = told(preemption.message)
  // A pod that waits for its victims to terminate keeps its nominated node.
  return { type: 'failed', message, by, ...(preemption.type === 'none' ? { nominated: '' } : {}) }
}

/** Tells on which node a pod will be that is not bound at once: its volumes or devices are bound first (PreBind). */
export function* nominate(pod: SchedulablePod, node: string, world: WorldInSteps): Steps<void> {
  if (!world.featureGates.NominatedNodeNameForExpectation || pod.status?.nominatedNodeName === node) return
  yield* world.patch('v1/Pod', refOf(pod), { status: { nominatedNodeName: node } }, { subresource: 'status' })
}

/** Binds a pod to a node. */
export function* bind(pod: SchedulablePod, node: string, world: WorldInSteps): Steps<void> {
  if (usesDevices(pod, world)) yield* nominate(pod, node, world)
  yield* bindClaims(pod, world.get('Node', { name: node }) ?? { metadata: { name: node } }, world)
  const { namespace = '', name = '', uid = '' } = pod.metadata
  yield* world.create('Binding', { metadata: { namespace, name, uid }, target: { kind: 'Node', name: node } })
  yield* recordRemark(world, pod, {
    ...{ type: 'Normal', reason: 'Scheduled', action: 'Binding' },
    note: `Successfully assigned ${namespace}/${name} to ${node}`,
  })
}

/**
 * Reports that a pod is unschedulable: by an Event for each attempt, which is a series if it repeats for the same
 * version of the pod, and by its status if that changes.
 *
 * @param reason `Unschedulable`, or `SchedulerError` if something is wrong, or it cannot be bound to its node
 * @param isFirst whether this is the first attempt: a matching status was then stated, and is not reported again
 */
export function* say(
  pod: SchedulablePod,
  { message, nominated }: { readonly message: string; readonly nominated?: string },
  world: WorldInSteps,
  { reason = 'Unschedulable', isFirst = false }: { readonly reason?: string; readonly isFirst?: boolean } = {},
): Steps<void> {
  const condition = { type: 'PodScheduled', status: 'False', reason, message }
  const promised = pod.status?.nominatedNodeName ?? ''
  const isPromised = nominated === undefined || nominated === promised
  const isSaid = isPromised && tells(scheduledOf(pod), condition)
  if (!isSaid || !isFirst)
    yield* recordRemark(world, pod, {
      ...{ type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling' },
      note: message,
    })
  const promise = isPromised ? undefined : { nominatedNodeName: nominated || null }
  yield* writePodCondition(pod, condition, world, promise)
}
