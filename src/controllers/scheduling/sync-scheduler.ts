import { identityOf } from '../../schema/identity.js'
import type { SchedulablePod } from '../../scheduler/types.js'
import type { Again, Key, WorkSteps, World } from '../runtime/types.js'
import { attempt, bind, say } from './attempt.js'
import { followPod } from './claim-nodes.js'
import { type Help, keys, mayHelp } from './keys.js'
import { recordRemark } from './record.js'
import { type Sight, createSight } from './sight.js'
import { claimsOf, waitsForNode } from './volumes/claims.js'
import { bindVolumes, hasAllVolumes, hasOpenClaims, isTakenBack } from './volumes/bind-volumes.js'
import { compareTurns, hasNoNode, isOurs, isUntried, scheduledOf } from './waiting.js'

/** After so long those that wait are tried again, whether anything has changed or not. */
const LEFTOVER = 300_000
/** For so long the volumes of a pod may take. */
const VOLUMES = 600_000

/** What is remembered of a pod: that a fixture states it has no node, or the node it is to have once its volumes are there. */
type PodMemory = { readonly stands: true } | { readonly node: string; readonly until: number }

/** Finds nodes for the pods that wait for one: all that are new, all that something may help, or one. */
export function* reconcile(key: Key, world: World): WorkSteps<Again | undefined> {
  if (key.kind === 'PersistentVolumeClaim') return void followPod(key, world)
  if (key.namespace !== '') return scheduleOne(key, world)
  if (key.name === keys.leftover.name) return yield* tryLeftover(world)
  if (key.name === keys.added.name) yield* scheduleAll(world.untriedPods(), world, isUntried)
  for (const help of ['nodes', 'gone', 'placed', 'storage'] as const)
    if (key.name === keys[help].name) yield* scheduleAll(world.podsOn(''), world, (pod) => isHelped(pod, help))
  return undefined
}

const isHelped = (pod: SchedulablePod, help: Help): boolean => {
  const said = scheduledOf(pod)
  return said?.status === 'False' && mayHelp(help, said.message ?? '')
}

function* scheduleAll(
  among: readonly SchedulablePod[],
  world: World,
  isMeant: (pod: SchedulablePod) => boolean,
  again = false,
): WorkSteps<void> {
  const waiting = among.filter((pod) => isOurs(pod) && isMeant(pod))
  if (waiting.length === 0) return
  const apart = keptApart(world)
  const pods = waiting.filter(({ metadata }) => !apart.has(`${metadata.namespace}/${metadata.name}`))
  let sight = createSight(world)
  let isOld = false
  for (const known of pods.toSorted(compareTurns)) {
    const pod = isOld ? stillWaiting(known, world) : known
    if (!pod) continue
    // What waits for volumes is remembered, which only its own turn can do.
    if (hasOpenClaims(pod, world)) world.wake(identityOf(pod))
    else schedule(pod, sight, world, again)
    // Meanwhile others may have changed anything.
    if (!(yield)) continue
    sight = createSight(world)
    isOld = true
  }
}

/** A pod as it is now; undefined where it does not wait for a node any more. */
function stillWaiting({ metadata }: SchedulablePod, world: World): SchedulablePod | undefined {
  const { namespace = '', name = '' } = metadata
  const pod = world.get<SchedulablePod>('v1/Pod', { namespace, name })
  return pod && isOurs(pod) && pod.metadata.uid === metadata.uid ? pod : undefined
}

/** Pods that are not to be tried with the others. */
function keptApart(world: World): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [{ namespace, name }] of world.memories()) if (namespace !== '') names.add(`${namespace}/${name}`)
  return names
}

function schedule(pod: SchedulablePod, sight: Sight, world: World, again = false): void {
  const result = attempt(pod, sight, world)
  const promised = pod.status?.nominatedNodeName
  if (result.type === 'failed') {
    say(pod, result, world, { again })
    world.wake(keys.leftover)
  } else {
    bind(pod, result.node.name, world)
    sight.place(pod, result.node.name)
  }
  if (promised || (result.type === 'failed' && result.nominated)) sight.renominate()
}

function scheduleOne({ namespace, name }: Key, world: World): Again | undefined {
  const pod = world.get<SchedulablePod>('v1/Pod', { namespace, name })
  const memory = world.memory as PodMemory | undefined // as remembered here
  world.remember(undefined)
  if (!pod || pod.spec?.nodeName) return undefined
  if (!isOurs(pod)) return skip(pod, world)
  if (world.stated && scheduledOf(pod)) return remember({ stands: true }, world)
  if (memory && 'node' in memory) return awaitVolumes(pod, memory, world)
  if (!hasOpenClaims(pod, world)) return void schedule(pod, createSight(world), world)
  const result = attempt(pod, createSight(world), world)
  if (result.type === 'failed') {
    say(pod, result, world)
    world.wake(keys.leftover)
    return undefined
  }
  bindVolumes(pod, result.node.node, world)
  return awaitVolumes(pod, { node: result.node.name, until: world.now() + VOLUMES }, world)
}

function remember(memory: PodMemory, world: World): undefined {
  world.remember(memory)
}

/** A pod that is on its way out before it had a node gets none. */
function skip(pod: SchedulablePod, world: World): undefined {
  if (!hasNoNode(pod)) return
  recordRemark(world, pod, {
    ...{ type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling' },
    note: `skip schedule deleting pod: ${pod.metadata.namespace}/${pod.metadata.name}`,
  })
}

/** Puts a pod where it was to go once its volumes are there; looks again where they cannot be had, or take too long. */
function awaitVolumes(
  pod: SchedulablePod,
  memory: Extract<PodMemory, { node: string }>,
  world: World,
): Again | undefined {
  const { node, until } = memory
  if (hasAllVolumes(pod, world)) return void bind(pod, node, world)
  const isLate = until <= world.now()
  if (!isLate && !isTakenBack(pod, node, world)) {
    world.remember(memory)
    return { after: until - world.now() }
  }
  const why = isLate ? 'context deadline exceeded' : `provisioning failed for PVC "${openClaimOf(pod, world)}"`
  const message = `running PreBind plugin "VolumeBinding": binding volumes: ${why}`
  say(pod, { message }, world, { reason: 'SchedulerError' })
  return { after: 1000 }
}

function openClaimOf(pod: SchedulablePod, world: World): string {
  return claimsOf(pod, world).find(({ claim }) => claim && waitsForNode(claim, world))?.name ?? ''
}

/** Tries those again that wait for long, and plans to do so for as long as any does. */
function* tryLeftover(world: World): WorkSteps<Again | undefined> {
  const due = world.memory as number | undefined // as remembered below
  const now = world.now()
  if (due !== undefined && due > now) return { after: due - now }
  if (due !== undefined)
    yield* scheduleAll(world.podsOn(''), world, (pod) => scheduledOf(pod)?.status === 'False', true)
  const waits = world.podsOn<SchedulablePod>('').some((pod) => isOurs(pod) && !isUntried(pod))
  world.remember(waits ? now + LEFTOVER : undefined)
  return waits ? { after: LEFTOVER } : undefined
}
