import type { Steps } from '../../base/turns/steps.js'
import { jsonEqual, withMembers } from '../../base/json/json.js'
import { formatTime } from '../../base/time/time.js'
import { hasEnded } from '../../kinds/shared/pods.js'
import { identityOf } from '../../schema/identity.js'
import type { Node } from '../core/node-taints.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { observedOf } from '../pods/pod-state.js'
import { eachInATurn } from '../runtime/in-turns.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { hostAddresses, podAddresses } from './kubelet/addresses.js'
import { advance } from './kubelet/advance.js'
import { hasAgent } from './agent.js'
import { conditionsOf } from './kubelet/conditions.js'
import { type Placed, placedOf, reportedStatuses } from './kubelet/containers-of.js'
import { exitOnDetach } from './kubelet/life.js'
import { type PodPlan, nextOf } from './kubelet/plan.js'
import { type ResizeContext, completed, isDeferred, resize } from './resize-pod.js'
import type { Progress, Scene } from './kubelet/work.js'
import type { DetachedContainer } from '../../rest/context.js'
import type { AgentPod, PodStatus } from './kubelet/types.js'

/**
 * Runs a pod: performs the steps that are due and plans the next. A pod at rest has no plan; nor has one stated by a
 * fixture, until it is deleted.
 */
export function* syncPod({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const pod = world.get<AgentPod>('v1/Pod', { namespace, name })
  const nodeName = pod?.spec?.nodeName
  if (!pod || !nodeName) return void world.remember(undefined)
  if (!hasAgent(nodeName, world)) return undefined
  const node = world.get('Node', { name: nodeName })
  if (!node) return undefined
  if (!isPlayed(pod)) return undefined
  const progress = yield* play(pod, node, world)
  const status = yield* write(pod, progress, world)
  const next = nextOf(progress.plan)
  if (isFreed(pod, status))
    for (const other of world.podsOn<AgentPod>(nodeName)) if (isDeferred(other)) world.wake(identityOf(other))
  if (pod.metadata.deletionTimestamp && !isRunning(status)) return yield* end(pod, world)
  world.remember(next === undefined ? undefined : progress.plan)
  return next === undefined ? undefined : { at: next }
}

/** Tells whether a pod has just ended, or is removed next, so that others may get what it had. */
const isFreed = ({ metadata, status = {} }: AgentPod, next: PodStatus): boolean =>
  (metadata.deletionTimestamp !== undefined && !isRunning(next)) ||
  (hasEnded({ status: next }) && !hasEnded({ status }))

/** Returns whether anything can happen in a pod; in a finished one only its deletion can. */
const isPlayed = ({ metadata, status = {} }: AgentPod) =>
  metadata.deletionTimestamp !== undefined || (status.phase !== 'Succeeded' && status.phase !== 'Failed')

function* play(pod: AgentPod, node: Node, world: WorldInSteps): Steps<Progress> {
  const { uid = '', deletionTimestamp } = pod.metadata
  const { status: told = {} } = pod
  const known = world.memory as PodPlan | undefined // as remembered above
  const plan = known?.uid === uid ? known : { uid, containers: {} }
  const isNew = isUntold(told) && told.phase === 'Pending' && told.startTime === undefined
  const status = isNew
    ? withMembers(told, { startTime: formatTime(world.now()), ...hostAddresses(node, pod) })
    : isUntold(told) && deletionTimestamp && told.phase === 'Running'
      ? assumed(pod, told)
      : told
  // Nothing is known of a pod that is stated without container statuses, and one that never started has nothing to
  // stop.
  if (isNew ? deletionTimestamp : isUntold(status)) return { status: told, plan, remarks: [] }
  const others = () => world.podsOn<AgentPod>(pod.spec?.nodeName ?? '')
  let images: ReadonlySet<string> | undefined
  const hasImage = (image: string) => (images ??= imagesOf(others())).has(image)
  const isAdopted = !isNew && plan !== known
  const { random, simulation } = world
  const playOf = ({ container }: Placed) => simulation.playOf(pod, container)
  const place: ResizeContext = {
    pod,
    node,
    others,
    version: world.profile.version,
    now: world.now(),
    observed: observedOf(pod, world),
  }
  const resized = resize(place, status, isAdopted ? plan : limited(plan, pod, status))
  const scene = { pod: resized.pod, now: world.now(), random, playOf, hasImage, isAdopted }
  const due = withDetached(resized.plan, scene, resized.status, world.told)
  const done = yield* eachInATurn(world, advance(scene, resized.status, due))
  const { resize: given, retry } = resized.plan
  const plans = { ...done.plan, ...(given ? { resize: given } : {}), ...(retry === undefined ? {} : { retry }) }
  const remarks = [...resized.remarks, ...done.remarks]
  const progress = completed(place, { pod: resized.pod, status: done.status, plan: plans, remarks })
  if (progress.status.podIP || !hasBegun(progress.status)) return progress
  return { ...progress, status: withMembers(progress.status, podAddresses(node, others())) }
}

/** Adds the exits of containers that end with the sessions that were attached to them. */
function withDetached(plan: PodPlan, scene: Scene, status: PodStatus, told: readonly unknown[]): PodPlan {
  // Nothing else tells this controller of a pod than the end of a session.
  const ids = (told as readonly DetachedContainer[]).map(({ containerID }) => containerID)
  if (ids.length === 0) return plan
  const exits = placedOf(scene.pod, status).flatMap((placed) => {
    const { containerID = '', state } = placed.status
    const exit = state?.running && ids.includes(containerID) ? exitOnDetach(placed, scene) : undefined
    const { name } = placed.container
    return exit ? [[name, { ...plan.containers[name], exit }] as const] : []
  })
  return { ...plan, containers: { ...plan.containers, ...Object.fromEntries(exits) } }
}

/** Adds the pod's activeDeadlineSeconds to a plan. */
function limited(plan: PodPlan, { spec }: AgentPod, { startTime }: PodStatus): PodPlan {
  if (spec?.activeDeadlineSeconds === undefined || startTime === undefined) return plan
  return { ...plan, deadline: Date.parse(startTime) + spec.activeDeadlineSeconds * 1000 }
}

const isUntold = ({ containerStatuses }: PodStatus) => containerStatuses === undefined || containerStatuses.length === 0

const hasBegun = (status: PodStatus) => reportedStatuses(status).some(({ containerID }) => containerID !== undefined)

const isRunning = (status: PodStatus) => reportedStatuses(status).some(({ state }) => state?.running !== undefined)

/** Returns the images that the pods of a node have pulled to it. */
function imagesOf(pods: readonly AgentPod[]): ReadonlySet<string> {
  const images = new Set<string>()
  for (const { status = {} } of pods)
    for (const { image, containerID } of reportedStatuses(status)) if (containerID !== undefined) images.add(image)
  return images
}

/** Returns the status of a running pod with running containers. */
function assumed({ spec, metadata }: AgentPod, status: PodStatus): PodStatus {
  const startedAt = status.startTime ?? metadata.creationTimestamp ?? undefined
  const state = { running: startedAt === undefined ? {} : { startedAt } }
  const containerStatuses = (spec?.containers ?? []).map(({ name, image }) => ({
    ...{ name, image, imageID: '', ready: true, started: true, restartCount: 0, lastState: {}, state },
  }))
  return { ...status, containerStatuses }
}

// Most of many remarks are only counted.
const REMARKS_IN_A_TURN = 500

/** Writes the status if it changed, and records Events. */
function* write(pod: AgentPod, { status, remarks }: Progress, world: WorldInSteps): Steps<PodStatus> {
  const { spec = {} } = pod
  const host = spec.nodeName ?? ''
  for (const [i, remark] of remarks.entries()) {
    if (i > 0 && i % REMARKS_IN_A_TURN === 0) yield* world.pause()
    yield* recordCoreEvent(world, pod, { component: 'kubelet', host, ...remark })
  }
  const { observedGeneration } = pod.status ?? {}
  const observed = observedOf(pod, world)
  // What an earlier status told stays as it is; a generation that was told is told again when it has changed.
  if (status === pod.status && (!observedGeneration || jsonEqual(observed, { observedGeneration }))) return status
  const conditions = conditionsOf(spec, status, formatTime(world.now()), observed)
  const next = withMembers(status, { ...observed, conditions })
  if (jsonEqual(next, pod.status)) return status
  yield* world.update<AgentPod>('v1/Pod', { ...pod, status: next }, { subresource: 'status' })
  return next
}

/** Removes a pod whose containers have all stopped; finalizers may keep it. */
function* end({ metadata }: AgentPod, world: WorldInSteps): Steps<undefined> {
  const { namespace = '', name = '', uid, deletionGracePeriodSeconds } = metadata
  world.remember(undefined)
  if (deletionGracePeriodSeconds === 0) return
  yield* world.delete(
    'v1/Pod',
    { namespace, name },
    { gracePeriodSeconds: 0, ...(uid ? { preconditions: { uid } } : {}) },
  )
}
