import { counted } from '../../base/text/counted.js'
import { lowestOf } from '../../base/lists/lists.js'
import { formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { DeviceRequestAllocationResult, DeviceTaint } from '../../model/generated/types/resource-v1.js'
import { identityOf } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { writePodCondition } from '../pods/pod-condition.js'
import type { Again, Key, Reader, WorldInSteps } from '../runtime/types.js'
import { type TaintRule, choosesDevice, taintRulesIn, toleratesDevice } from './device-taints.js'
import { claimOf, isForPod, isReservedFor } from './pod-claims.js'

type Pod = ObjectOf<'Pod'>

/** When a pod is to be deleted; a pod is deleted only once. */
type Plan = { readonly due: number } | { readonly deleted: true }

/** How many pods were deleted because of a rule, and when its status is to be written again. */
type Told = { readonly evicted: number; readonly next: number }

/** The least time between two statuses of a rule, in milliseconds. */
const PERIOD = 10_000

const COMPONENT = 'device-taint-eviction-controller'

/** Deletes a pod, or tells how far a rule is (kube-controller-manager, pkg/controller/devicetainteviction). */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  if (key.kind === 'Pod') return yield* syncPod(key, world)
  const rule = world.get('DeviceTaintRule', { name: key.name })
  if (!rule) world.remember(undefined)
  return rule && (yield* syncRule(rule, world))
}

function* syncPod(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  const plan = world.memory as Plan | undefined // as remembered below
  const pod = world.get('v1/Pod', { namespace: key.namespace, name: key.name })
  const eviction = pod && evictionOf(pod, taintRulesIn(world), world)
  if (!pod || !eviction) {
    world.remember(undefined)
    if (pod && plan && 'due' in plan) yield* say(pod, 'Cancelling deletion', world)
    return undefined
  }
  if (plan && 'deleted' in plan) return undefined
  const isDue = eviction.due <= world.now()
  world.remember(isDue ? { deleted: true } : { due: eviction.due })
  for (const rule of eviction.rules) {
    const { evicted } = toldOf(rule, world)
    world.remember({ evicted: evicted + (isDue ? 1 : 0), next: world.now() + PERIOD }, identityOf(rule))
    world.wake(identityOf(rule))
  }
  if (!isDue) return { at: eviction.due }
  if (pod.metadata.deletionTimestamp === undefined) yield* evict(pod, world)
  return undefined
}

const toldOf = (rule: TaintRule, world: WorldInSteps): Told =>
  (world.recall(identityOf(rule)) as Told | undefined) ?? { evicted: 0, next: 0 } // as remembered above

/** When a pod is to be deleted, in milliseconds since 1970, and the rules that ask for it. */
type Eviction = { readonly due: number; readonly rules: readonly TaintRule[] }

/** Returns when a pod is to be deleted because of its devices; undefined if it may stay. */
function evictionOf(pod: Pod, rules: readonly TaintRule[], world: Reader): Eviction | undefined {
  const { namespace = '' } = pod.metadata
  if (!pod.spec?.nodeName) return undefined
  const found: { readonly due: number; readonly rule?: TaintRule }[] = []
  for (const entry of pod.spec.resourceClaims ?? []) {
    const named = claimOf(pod, entry)
    const claim = typeof named === 'object' ? world.get('ResourceClaim', { namespace, name: named.name }) : undefined
    if (!claim || typeof named !== 'object' || (named.isMade && !isForPod(pod, claim)) || !isReservedFor(pod, claim))
      continue
    for (const result of claim.status?.allocation?.devices?.results ?? [])
      for (const { taint, ...by } of taintsOf(result, rules, world)) {
        const due = dueOf(taint, result)
        if (due !== undefined) found.push({ due, ...by })
      }
  }
  return found.length === 0
    ? undefined
    : {
        due: lowestOf(found.map(({ due }) => due)),
        rules: [...new Set(found.flatMap(({ rule }) => rule ?? []))],
      }
}

/** Returns the taints of an allocated device that evict, with the rules they are of. */
function* taintsOf(
  result: DeviceRequestAllocationResult,
  rules: readonly TaintRule[],
  world: Reader,
): Iterable<{ readonly taint: DeviceTaint; readonly rule?: TaintRule }> {
  for (const { spec } of currentSlices(world, result))
    for (const { name, taints = [] } of spec.devices ?? [])
      if (name === result.device) for (const taint of taints) if (taint.effect === 'NoExecute') yield { taint }
  for (const rule of rules)
    if (rule.spec.taint.effect === 'NoExecute' && choosesDevice(rule, result)) yield { taint: rule.spec.taint, rule }
}

/** Returns the slices of the newest generation of the pool of a device. */
const currentSlices = (world: Reader, { driver, pool }: Pick<DeviceRequestAllocationResult, 'driver' | 'pool'>) =>
  newestOf(world.list('ResourceSlice').filter(({ spec }) => spec.driver === driver && spec.pool.name === pool))

/** Returns those of slices that are of the newest generation of their pool. */
function newestOf(slices: readonly ObjectOf<'ResourceSlice'>[]): readonly ObjectOf<'ResourceSlice'>[] {
  const newest = new Map<string, number>()
  const poolOf = ({ spec }: ObjectOf<'ResourceSlice'>) => `${spec.driver}/${spec.pool.name}`
  for (const slice of slices) {
    const { generation } = slice.spec.pool
    newest.set(poolOf(slice), Math.max(generation, newest.get(poolOf(slice)) ?? generation))
  }
  return slices.filter((slice) => slice.spec.pool.generation === newest.get(poolOf(slice)))
}

/** Returns until when a taint is tolerated; undefined if for ever. */
function dueOf(taint: DeviceTaint, { tolerations = [] }: DeviceRequestAllocationResult): number | undefined {
  const own = tolerations.filter((each) => each.effect === 'NoExecute' && toleratesDevice(each, taint))
  if (taint.timeAdded === undefined || own.some((each) => each.tolerationSeconds === undefined)) return undefined
  const seconds = own.map(({ tolerationSeconds }) => Math.max(0, Number(tolerationSeconds)))
  return Date.parse(taint.timeAdded) + (own.length > 0 ? lowestOf(seconds) * 1000 : 0)
}

// As its queue holds names and uids only, the Event names no version of the pod.
const say = ({ metadata: { namespace = '', name = '', uid = '' } }: Pod, message: string, world: WorldInSteps) =>
  recordCoreEvent(
    world,
    { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name, uid } },
    { type: 'Normal', reason: 'DeviceTaintManagerEviction', component: COMPONENT, message },
  )

function* evict(pod: Pod, world: WorldInSteps): Steps<void> {
  const { namespace = '', name = '' } = pod.metadata
  yield* say(pod, 'Marking for deletion', world)
  yield* writePodCondition(pod, TAINTED, world)
  yield* world.delete('v1/Pod', { namespace, name })
}

const TAINTED = {
  ...{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByDeviceTaintManager' },
  message: 'Device Taint manager: deleting due to NoExecute taint',
}

const CONDITION = 'EvictionInProgress'

/** Writes the condition of a rule: at once when its spec is new, then when pods were deleted. */
function* syncRule(rule: TaintRule, world: WorldInSteps): Steps<Again | undefined> {
  const { name = '', uid = '', generation = 0 } = rule.metadata
  const before = rule.status?.conditions?.find(({ type }) => type === CONDITION)
  const { next, evicted } = toldOf(rule, world)
  if (before?.observedGeneration === generation && next > world.now()) return { at: next }
  const { reason, message = '', status = 'False' } = progressOf(rule, evicted, world)
  const so = evicted > 0 ? `${counted(evicted, 'pod')} evicted since starting the controller.` : ''
  const condition = {
    ...{ type: CONDITION, status, reason, observedGeneration: generation },
    message: [message, so].filter((part) => part !== '').join(' '),
    lastTransitionTime: formatTime(world.now()),
  }
  const isSame = before?.status === status && before.reason === reason && before.message === condition.message
  if (isSame && before.observedGeneration === generation) return undefined
  yield* world.apply(
    'DeviceTaintRule',
    { metadata: { name, uid }, status: { conditions: [condition] } },
    { subresource: 'status', fieldManager: COMPONENT },
  )
  return undefined
}

type Progress = { readonly reason: string; readonly message?: string; readonly status?: 'True' | 'False' }

function progressOf(rule: TaintRule, evicted: number, world: Reader): Progress {
  const { effect } = rule.spec.taint
  if (effect === 'NoExecute') {
    const { count, places } = pendingOf(rule, world)
    if (count === 0) return { reason: evicted > 0 ? 'Completed' : 'NotStarted' }
    const message = `${counted(count, 'pod needs', 'pods need')} to be evicted in ${counted(places, 'namespace', 'different namespaces')}.`
    return { status: 'True', reason: 'PodsPendingEviction', message }
  }
  if (effect !== 'None') return { reason: 'OtherEffect', message: 'Eviction only happens for the NoExecute effect.' }
  const published = newestOf(world.list('ResourceSlice')).flatMap(({ spec: { driver, pool, devices = [] } }) =>
    devices.map(({ name }) => ({ driver, pool: pool.name, device: name })),
  )
  const allocated = world.list('ResourceClaim').flatMap(({ status }) => status?.allocation?.devices?.results ?? [])
  const [all, used] = [published, allocated].map((of) => of.filter((each) => choosesDevice(rule, each)).length)
  const { count, places } = pendingOf(
    { ...rule, spec: { ...rule.spec, taint: { ...rule.spec.taint, effect: 'NoExecute' } } },
    world,
  )
  const message = [
    `${counted(all ?? 0, 'published device')} selected.`,
    `${counted(used ?? 0, 'allocated device')} selected.`,
    `${counted(count, 'pod')} would be evicted in ${counted(places, 'namespace', 'different namespaces')} if the effect was NoExecute.`,
    'This information will not be updated again. Recreate the DeviceTaintRule to trigger an update.',
  ]
  return { reason: 'NoEffect', message: message.join(' ') }
}

/** Returns how many pods a rule has yet to delete, and in how many namespaces. */
function pendingOf(rule: TaintRule, world: Reader): { readonly count: number; readonly places: number } {
  const pods = world
    .list('v1/Pod')
    .filter(
      (pod) => pod.metadata.deletionTimestamp === undefined && evictionOf(pod, [rule], world)?.rules.includes(rule),
    )
  return { count: pods.length, places: new Set(pods.map(({ metadata }) => metadata.namespace)).size }
}
