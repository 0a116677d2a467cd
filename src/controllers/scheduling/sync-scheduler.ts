import type { Steps } from '../../base/turns/steps.js'
import { identityOf } from '../../schema/object.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import { restBeside } from '../runtime/in-turns.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { reserve } from '../storage/bind.js'
import { claimNamesOf } from '../storage/pod-claims.js'
import { annotations, isDelayed, isOpen } from '../storage/storage.js'
import { findVolume } from '../storage/volume-match.js'
import { type Attempt, attempt, bind, nominate, say } from './attempt.js'
import { type ClusterSnapshot, takeSnapshot } from './cluster-snapshot.js'
import { usesDevices, waitsForClaims } from './devices/dynamic-resources.js'
import type { PluginName } from './framework/filter.js'
import { type ClusterEvent, type PodEvent, mayHelp } from './framework/hints.js'
import { type PodInfo, podInfoOf } from './framework/pod-info.js'
import type { SchedulablePod } from './framework/types.js'
import { keys } from './keys.js'
import { recordRemark } from './record.js'
import { type Waiting, inTurn, noteFailure, waitingOf } from './turns.js'
import { bindVolumes, hasAllVolumes, hasOpenClaims, isTakenBack, selectNodeOf } from './volumes/bind-volumes.js'
import { claimsOf, waitsForNode } from './volumes/claims.js'
import { hasNoNode, isOurs, isUntried, scheduledOf } from './waiting.js'

/** After how long unschedulable pods are retried even without a change, in milliseconds. */
const LEFTOVER = 300_000
/** How long binding the volumes of a pod may take, in milliseconds. */
const VOLUMES = 600_000

/**
 * What the scheduler remembers of a pod: that a fixture states its status, the node it is bound to once its volumes
 * are, or its failed attempts.
 */
type PodMemory = { readonly asStated: true } | Expected | Waiting
type Expected = {
  readonly node: string
  readonly until: number
  /** The version of the pod that gets its volumes there. */
  readonly pod: { readonly uid: string; readonly resourceVersion: string }
}

/** Schedules the pending pods: all new ones, all that a change may help, or a single one. */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  if (key.kind === 'PersistentVolumeClaim') return void (yield* followPod(key, world))
  if (key.namespace !== '') return yield* scheduleOne(key, world)
  if (key.name === keys.leftover.name) return yield* tryLeftover(world)
  if (key.name === keys.added.name) yield* scheduleAll(world.untriedPods(), world, isUntried)
  else if (key.name === keys.changed.name) yield* tryHelped(world)
  return undefined
}

/** Retries the unschedulable pods that a change may help. */
function* tryHelped(world: WorldInSteps): Steps<void> {
  // Pods that wait for their claims have not been tried, and are told nothing.
  const isTold = (pod: SchedulablePod) => scheduledOf(pod)?.status === 'False' || usesDevices(pod, world)
  const told = () => world.podsOn<SchedulablePod>('').filter(isTold)
  for (const pod of told()) {
    // What is made of a large pod is kept, and takes long.
    yield* restBeside(world, pod)
    podInfoOf(pod)
  }
  const pods = told()
  if (pods.length === 0) return
  const events = distinct(world.told as readonly ClusterEvent[]) // as passed by the scheduler's watches
  yield* scheduleAll(pods, world, (pod) => isHelped(pod, events, world))
}

/** Drops events of pods that are equivalent to an earlier one, such as those of the same owner. */
function distinct(events: readonly ClusterEvent[]): readonly ClusterEvent[] {
  if (events.length < 2) return events
  return [...new Map(events.map((event, i) => [event.about === 'Pod' ? likenessOf(event) : String(i), event])).values()]
}

const likenessOf = ({ prev, next }: PodEvent): string =>
  JSON.stringify(
    [prev, next].map((pod) => {
      const { ports = [], namespace, labels } = pod ? podInfoOf(pod) : {}
      return pod && [namespace, labels, ports, pod.spec?.nodeName === undefined, claimNamesOf(pod), pod.spec?.priority]
    }),
  )

function isHelped(pod: SchedulablePod, events: readonly ClusterEvent[], world: WorldInSteps): boolean {
  const waiting = waitingOf(pod, world)
  // One that could not be bound is tried again by itself, a moment later.
  if (!waiting && scheduledOf(pod)?.reason === 'SchedulerError') return false
  const by = waiting?.by ?? NOBODY
  const info = podInfoOf(pod)
  return events.some((event) => concerns(event, info) && mayHelp(info, by, event))
}
const NOBODY: readonly PluginName[] = []

/** The room held for a nominated pod was kept from pods of the same or lower priority only. */
const concerns = (event: ClusterEvent, { priority }: PodInfo): boolean =>
  event.about !== 'Pod' ||
  event.next !== undefined ||
  event.prev?.spec?.nodeName !== undefined ||
  priority <= (event.prev?.spec?.priority ?? 0)

function* scheduleAll(
  among: readonly SchedulablePod[],
  world: WorldInSteps,
  isMeant: (pod: SchedulablePod) => boolean,
): Steps<void> {
  const pods = among.filter((pod) => isOurs(pod) && isMeant(pod) && !isApart(pod, world) && !waitsForClaims(pod, world))
  if (pods.length === 0) return
  let snapshot = takeSnapshot(world)
  let isOld = false
  for (const known of inTurn(pods, world)) {
    const pod = isOld ? stillWaiting(known, world) : known
    if (!pod) continue
    // The state of a pod that waits for volumes is remembered under its own key, so it is scheduled separately.
    if (hasOpenClaims(pod, world)) world.wake(identityOf(pod))
    else yield* schedule(pod, snapshot, world)
    // The cluster may have changed in the meantime.
    if (!(yield)) continue
    snapshot = takeSnapshot(world)
    isOld = true
  }
}

/** Returns the current version of a pod; undefined if it no longer waits for a node. */
function stillWaiting({ metadata }: SchedulablePod, world: WorldInSteps): SchedulablePod | undefined {
  const { namespace = '', name = '' } = metadata
  const pod = world.get<SchedulablePod>('v1/Pod', { namespace, name })
  return pod && isOurs(pod) && !waitsForClaims(pod, world) && pod.metadata.uid === metadata.uid ? pod : undefined
}

/** Returns whether a pod is not scheduled with the others: a fixture states its status, or it waits for volumes. */
const isApart = (pod: SchedulablePod, world: WorldInSteps): boolean =>
  world.recall(identityOf(pod)) !== undefined && waitingOf(pod, world) === undefined

function* schedule(pod: SchedulablePod, snapshot: ClusterSnapshot, world: WorldInSteps): Steps<void> {
  const result = yield* attempt(pod, snapshot, world)
  const promised = pod.status?.nominatedNodeName
  if (result.type === 'failed') yield* fail(pod, result, world)
  else {
    if (waitingOf(pod, world)) world.remember(undefined, identityOf(pod))
    yield* bind(pod, result.node.name, world)
    snapshot.place(pod, result.node.name)
  }
  if (promised || (result.type === 'failed' && result.nominated)) snapshot.renominate()
}

/** Remembers and reports that a pod is unschedulable. */
function* fail(pod: SchedulablePod, result: Extract<Attempt, { type: 'failed' }>, world: WorldInSteps): Steps<void> {
  const before = waitingOf(pod, world)
  noteFailure(pod, result.by, (before?.attempts ?? 0) + 1, world)
  yield* say(pod, result, world, { isFirst: !before, ...(result.reason ? { reason: result.reason } : {}) })
  const due = world.recall(keys.leftover) as number | undefined // as remembered by tryLeftover
  if (due === undefined || due <= world.now()) world.wake(keys.leftover)
}

function* scheduleOne({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const pod = world.get<SchedulablePod>('v1/Pod', { namespace, name })
  const memory = world.memory as PodMemory | undefined // as remembered here
  if (!pod && memory && 'node' in memory) yield* giveUp({ namespace, name, ...memory.pod }, world)
  if (!pod || pod.spec?.nodeName) return remember(undefined, world)
  // The number of attempts is kept while the pod is unschedulable.
  if (memory && !('attempts' in memory)) world.remember(undefined)
  if (!isOurs(pod)) return yield* skip(pod, world)
  if (world.stated && scheduledOf(pod)) return remember({ asStated: true }, world)
  if (memory && 'node' in memory) return yield* awaitVolumes(pod, memory, world)
  if (waitsForClaims(pod, world)) return undefined
  if (!hasOpenClaims(pod, world)) return void (yield* schedule(pod, takeSnapshot(world), world))
  const result = yield* attempt(pod, takeSnapshot(world), world)
  if (result.type === 'failed') {
    yield* fail(pod, result, world)
    return undefined
  }
  yield* nominate(pod, result.node.name, world)
  yield* bindVolumes(pod, result.node.node, world)
  const { uid = '', resourceVersion = '' } = pod.metadata
  const expected = { node: result.node.name, until: world.now() + VOLUMES, pod: { uid, resourceVersion } }
  return yield* awaitVolumes(pod, expected, world)
}

const UNBOUND = 'running PreBind plugin "VolumeBinding": binding volumes:'

/** Reports a pod that is deleted while its volumes are bound. */
function* giveUp(metadata: ObjectMeta, world: WorldInSteps): Steps<void> {
  yield* recordRemark(
    world,
    { apiVersion: 'v1', kind: 'Pod', metadata },
    {
      ...{ type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling' },
      note: `${UNBOUND} pod does not exist any more: pod "${metadata.name}" not found`,
    },
  )
}

function remember(memory: PodMemory | undefined, world: WorldInSteps): undefined {
  world.remember(memory)
}

/** Reports a pod that is deleted before it has a node, and skips it. */
function* skip(pod: SchedulablePod, world: WorldInSteps): Steps<undefined> {
  if (!hasNoNode(pod)) return
  yield* recordRemark(world, pod, {
    ...{ type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling' },
    note: `skip schedule deleting pod: ${pod.metadata.namespace}/${pod.metadata.name}`,
  })
}

/** Binds a pod to its node once its volumes are bound; reschedules it if they cannot be provided, or take too long. */
function* awaitVolumes(pod: SchedulablePod, memory: Expected, world: WorldInSteps): Steps<Again | undefined> {
  const { node, until } = memory
  if (hasAllVolumes(pod, world)) return void (yield* bind(pod, node, world))
  const isLate = until <= world.now()
  if (!isLate && !isTakenBack(pod, node, world)) {
    world.remember(memory)
    return { at: until }
  }
  const why = isLate ? 'context deadline exceeded' : `provisioning failed for PVC "${openClaimOf(pod, world)}"`
  const message = `${UNBOUND} ${why}`
  yield* say(pod, { message, nominated: '' }, world, { reason: 'SchedulerError' })
  return { after: 1000 }
}

function openClaimOf(pod: SchedulablePod, world: WorldInSteps): string {
  return claimsOf(pod, world).find(({ claim }) => claim && waitsForNode(claim, world))?.name ?? ''
}

/** Retries pods that have been unschedulable for long, and plans the next time while there are any. */
function* tryLeftover(world: WorldInSteps): Steps<Again | undefined> {
  const due = world.memory as number | undefined // as remembered below
  const now = world.now()
  if (due !== undefined && due > now) return { at: due }
  const dueOf = (pod: SchedulablePod) => (waitingOf(pod, world)?.at ?? now) + LEFTOVER
  const isDue = (pod: SchedulablePod) => scheduledOf(pod)?.status === 'False' && dueOf(pod) <= now
  if (due !== undefined) yield* scheduleAll(world.podsOn(''), world, isDue)
  const waiting = world.podsOn<SchedulablePod>('').filter((pod) => isOurs(pod) && !isUntried(pod))
  const next = waiting.reduce<number | undefined>((least, pod) => Math.min(least ?? Infinity, dueOf(pod)), undefined)
  world.remember(next)
  return next === undefined ? undefined : { at: next }
}

/**
 * Provides the volume of a claim that waits for its first consumer, if something else has bound a pod that uses it to a
 * node.
 */
function* followPod({ namespace, name }: Key, world: WorldInSteps): Steps<void> {
  const claim = world.get('PersistentVolumeClaim', { namespace, name })
  if (!claim || !isOpen(claim) || claim.metadata.annotations?.[annotations.selectedNode] !== undefined) return
  if (!isDelayed(claim, world)) return
  const pods = world.list<SchedulablePod>('v1/Pod', { namespace })
  const node = pods.find((pod) => pod.spec?.nodeName && claimNamesOf(pod).includes(name))?.spec?.nodeName
  if (!node) return
  const volume = findVolume(claim, world, false)
  if (volume) yield* reserve(volume, claim, world)
  else yield* selectNodeOf(claim, node, world)
}
