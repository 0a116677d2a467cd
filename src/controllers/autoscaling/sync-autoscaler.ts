import type { Steps } from '../../base/turns/steps.js'
import { goQuote } from '../../base/go/printable.js'
import { jsonEqual } from '../../base/json/json.js'
import { countsGeneration } from '../../kinds/autoscaling/horizontal-pod-autoscaler/autoscaler-spec.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { StatusError } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import { storedUid } from '../../schema/object.js'
import { refOf } from '../pods/owner.js'
import { refusal } from '../pods/slow-start.js'
import type { Again, Key, Scale, WorldInSteps } from '../runtime/types.js'
import {
  type AutoscalerSpec,
  type AutoscalerStatus,
  type Look,
  type Memory,
  type ScaleEvent,
  say,
  setCondition,
  changeSince,
  withEntry,
} from './autoscaler.js'
import { weighMetrics } from './weigh-metrics.js'
import { highestOf, lowestOf } from '../../base/lists/lists.js'

/** The sync period, which before 1.37 also delays the first sync, in milliseconds. */
const PERIOD = 15_000

/** Syncs an autoscaler when it is due. */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  const autoscaler = world.get('HorizontalPodAutoscaler', key)
  if (!autoscaler?.spec) {
    world.remember(undefined)
    return undefined
  }
  const now = world.now()
  const uid = storedUid(autoscaler)
  const known = world.memory as Memory | undefined // as remembered below
  const memory = known?.uid === uid ? known : { uid, due: now + PERIOD, recommendations: [], ups: [], downs: [] }
  const { generation = 0 } = autoscaler.metadata
  // A new spec is not kept waiting where it has another generation.
  const isNews = countsGeneration(world.profile.version) && memory.generation !== generation
  if (memory.due > now && !isNews) {
    world.remember(memory)
    return { at: memory.due }
  }
  // Its members are replaced, not mutated.
  const status = { desiredReplicas: 0, ...(autoscaler.status as AutoscalerStatus | undefined) }
  const look: Look = { autoscaler, spec: autoscaler.spec, status, world, memory }
  yield* autoscale(look)
  yield* writeStatus(look)
  world.remember({ ...look.memory, generation, due: now + PERIOD } satisfies Memory)
  return { after: PERIOD }
}

/** Scales the target of an autoscaler by its metrics, and updates its status (reconcileAutoscaler). */
function* autoscale(look: Look): Steps<void> {
  const scale = yield* scaleOf(look)
  if (!scale) return
  setCondition(
    look,
    'AbleToScale',
    'True',
    'SucceededGetScale',
    "the HPA controller was able to get the target's current scale",
  )
  const { status, world } = look
  const current = scale.spec?.replicas ?? 0
  if (look.memory.recommendations.length === 0)
    look.memory = { ...look.memory, recommendations: [{ replicas: current, at: world.now() }] }
  const plan = yield* planFor(look, scale, current)
  const { version } = world.profile
  if (countsGeneration(version)) status.observedGeneration = look.autoscaler.metadata.generation ?? 0
  if (plan.wanted === undefined) return tell(status, current, status.desiredReplicas, plan.metrics)
  if (plan.isRescale && !(yield* rescale(look, scale, current, plan.wanted, plan.reason)))
    return tell(status, current, status.desiredReplicas, plan.metrics)
  tell(status, current, plan.isRescale ? plan.wanted : current, plan.metrics)
  if (plan.isRescale) status.lastScaleTime = formatTime(world.now())
}

type Plan = {
  /** Undefined if the metrics have no proposal. */
  readonly wanted: number | undefined
  readonly isRescale: boolean
  readonly reason: string
  readonly metrics?: AutoscalerStatus['currentMetrics']
}

function* planFor(look: Look, scale: Scale, current: number): Steps<Plan> {
  const { maxReplicas, minReplicas = 1 } = look.spec
  const { version } = look.world.profile
  if (current === 0 && !(atLeast(version, '1.36') ? wakes(look, minReplicas) : minReplicas === 0)) {
    const message = 'scaling is disabled since the replica count of the target is zero'
    setCondition(look, 'ScalingActive', 'False', 'ScalingDisabled', message)
    return { wanted: 0, isRescale: false, reason: '' }
  }
  if (current > maxReplicas)
    return { wanted: maxReplicas, isRescale: true, reason: 'Current number of replicas above Spec.MaxReplicas' }
  if (current > 0 && current < minReplicas) return { wanted: minReplicas, isRescale: true, reason: TOO_FEW }
  const { metrics, ...found } = yield* weighMetrics(look, current, scale.status?.selector ?? '')
  if (found.failure !== undefined) yield* say(look, 'Warning', 'FailedComputeMetricsReplicas', found.failure)
  if (found.replicas === undefined) return { wanted: undefined, isRescale: false, reason: '', metrics }
  const reason = found.replicas > current ? `${found.metric} above target` : 'All metrics below target'
  const limited = limit(look, current, found.replicas, minReplicas)
  if (current === 0 && limited < minReplicas)
    return { wanted: minReplicas, isRescale: true, reason: reason || TOO_FEW, metrics }
  const wanted = limited
  return { wanted, isRescale: wanted !== current, reason: found.replicas === current ? '' : reason, metrics }
}

const TOO_FEW = 'Current number of replicas below Spec.MinReplicas'

/** Whether an autoscaler wakes a target that has no replicas: it must be the one that scaled it to zero. */
const wakes = ({ spec: { metrics = [] }, status }: Look, minReplicas: number): boolean =>
  Boolean(status.conditions?.some(({ type, status: value }) => type === ZERO && value === 'True')) &&
  (minReplicas !== 0 || metrics.some(({ type }) => type === 'Object' || type === 'External'))

const ZERO = 'ScaledToZero'

/** Tells whether a rescale was one to zero. */
function tellZero(look: Look, isZero: boolean): void {
  if (!look.world.featureGates.HPAScaleToZero) return
  if (isZero) setCondition(look, ZERO, 'True', ZERO, 'the HPA controller scaled the workload to zero')
  else setCondition(look, ZERO, 'False', 'NotScaledToZero', 'the HPA controller did not scale the workload to zero')
}

/** Scales the target; returns whether it succeeded. */
function* rescale(look: Look, scale: Scale, current: number, wanted: number, reason: string): Steps<boolean> {
  const { kind } = targetOf(look.spec)
  const refused = yield* refusal(look.world.rescale(kind, refOf(scale), wanted))
  if (refused) {
    const { message } = refused
    yield* say(look, 'Warning', 'FailedRescale', `New size: ${wanted}; reason: ${reason}; error: ${message}`)
    const words = `the HPA controller was unable to update the target scale: ${message}`
    setCondition(look, 'AbleToScale', 'False', 'FailedUpdateScale', words)
    return false
  }
  const words = `the HPA controller was able to update the target scale to ${wanted}`
  setCondition(look, 'AbleToScale', 'True', 'SucceededRescale', words)
  yield* say(look, 'Normal', 'SuccessfulRescale', `New size: ${wanted}; reason: ${reason}`)
  noteScaling(look, current, wanted)
  tellZero(look, current > 0 && wanted === 0)
  return true
}

/** Returns the scale of an autoscaler's target; reports if there is none. */
function* scaleOf(look: Look): Steps<Scale | undefined> {
  const { world, spec, autoscaler } = look
  const { group, kind } = targetOf(spec)
  const { namespace } = refOf(autoscaler)
  try {
    if (world.serves(kind)) return world.scaleOf(kind, { namespace, name: spec.scaleTargetRef.name })
    return yield* tellNoScale(
      look,
      `no matches for kind ${goQuote(spec.scaleTargetRef.kind)} in group ${goQuote(group)}`,
    )
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return yield* tellNoScale(look, error.message)
  }
}

function* tellNoScale(look: Look, words: string): Steps<undefined> {
  yield* say(look, 'Warning', 'FailedGetScale', words)
  const message = `the HPA controller was unable to get the target's current scale: ${words}`
  setCondition(look, 'AbleToScale', 'False', 'FailedGetScale', message)
}

function targetOf({ scaleTargetRef: { apiVersion = 'v1', kind } }: AutoscalerSpec) {
  const [group = '', version] = apiVersion.split('/')
  return { group: version === undefined ? '' : group, kind: `${apiVersion}/${kind}` }
}

function tell(
  status: AutoscalerStatus,
  current: number,
  wanted: number,
  metrics: AutoscalerStatus['currentMetrics'],
): void {
  status.currentReplicas = current
  status.desiredReplicas = wanted
  if (metrics) status.currentMetrics = metrics
  else delete status.currentMetrics
}

function* writeStatus(look: Look): Steps<void> {
  const { autoscaler, status, world } = look
  if (jsonEqual(status, autoscaler.status)) return
  const refused = yield* refusal(
    world.update('HorizontalPodAutoscaler', { ...autoscaler, status }, { subresource: 'status' }),
  )
  if (refused) yield* say(look, 'Warning', 'FailedUpdateStatus', refused.message)
}

type Behavior = NonNullable<AutoscalerSpec['behavior']>
type Rules = NonNullable<Behavior['scaleUp']>

/** The default stabilization window for scaling down, in milliseconds. */
const STABILIZATION = 300_000

/**
 * Limits the desired number of replicas: stabilizes it, and applies the scaling policies and minReplicas and
 * maxReplicas.
 */
function limit(look: Look, current: number, wanted: number, least: number): number {
  const { spec } = look
  const stable = spec.behavior ? stabilizeByBehavior(look, spec.behavior, current, wanted) : stabilize(look, wanted)
  const [allowed, reason, message] = spec.behavior
    ? boundByBehavior(look, spec.behavior, { current, wanted: stable, least })
    : bound(spec, { current, wanted: stable, least })
  setCondition(look, 'ScalingLimited', allowed === stable ? 'False' : 'True', reason, message)
  return allowed
}

/** Records a scale event, for as long as a scaling policy looks back. */
function noteScaling(look: Look, before: number, after: number): void {
  const { memory, spec, world } = look
  if (!spec.behavior) return
  const isUp = after > before
  const rules = isUp ? spec.behavior.scaleUp : spec.behavior.scaleDown
  const longest = highestOf([0, ...(rules?.policies ?? []).map(({ periodSeconds }) => periodSeconds)])
  const at = world.now()
  const add = (events: readonly ScaleEvent[]) =>
    withEntry(events, { change: Math.abs(after - before), at }, at - longest * 1000)
  look.memory = isUp ? { ...memory, ups: add(memory.ups) } : { ...memory, downs: add(memory.downs) }
}

function stabilize(look: Look, wanted: number): number {
  const now = look.world.now()
  const recent = look.memory.recommendations.filter(({ at }) => at >= now - STABILIZATION)
  const stable = highestOf([wanted, ...recent.map(({ replicas }) => replicas)])
  remember(look, wanted, now - STABILIZATION)
  tellStable(look, stable === wanted, 'ScaleDownStabilized')
  return stable
}

function stabilizeByBehavior(look: Look, { scaleUp, scaleDown }: Behavior, current: number, wanted: number): number {
  const now = look.world.now()
  const windowOf = (seconds: number | undefined, other: number) => (seconds === undefined ? other : seconds * 1000)
  const upSince = now - windowOf(scaleUp?.stabilizationWindowSeconds, 0)
  const downSince = now - windowOf(scaleDown?.stabilizationWindowSeconds, STABILIZATION)
  const since = (time: number) =>
    look.memory.recommendations.filter(({ at }) => at > time).map(({ replicas }) => replicas)
  const up = lowestOf([wanted, ...since(upSince)])
  const down = highestOf([wanted, ...since(downSince)])
  const stable = Math.min(Math.max(current, up), down)
  remember(look, wanted, Math.min(upSince, downSince))
  tellStable(look, stable === wanted, wanted >= current ? 'ScaleUpStabilized' : 'ScaleDownStabilized')
  return stable
}

function remember(look: Look, replicas: number, since: number): void {
  const { memory, world } = look
  look.memory = { ...memory, recommendations: withEntry(memory.recommendations, { replicas, at: world.now() }, since) }
}

function tellStable(look: Look, isSame: boolean, reason: 'ScaleUpStabilized' | 'ScaleDownStabilized'): void {
  if (isSame)
    return setCondition(look, 'AbleToScale', 'True', 'ReadyForNewScale', 'recommended size matches current size')
  const message =
    reason === 'ScaleUpStabilized'
      ? 'recent recommendations were lower than current one, applying the lowest recent recommendation'
      : 'recent recommendations were higher than current one, applying the highest recent recommendation'
  setCondition(look, 'AbleToScale', 'True', reason, message)
}

type Wish = { readonly current: number; readonly wanted: number; readonly least: number }
type Bound = readonly [replicas: number, reason: string, message: string]

const tooMany = (most: number): Bound => [
  most,
  'TooManyReplicas',
  'the desired replica count is more than the maximum replica count',
]
const tooFew = (least: number): Bound => [
  least,
  'TooFewReplicas',
  'the desired replica count is less than the minimum replica count',
]
const tooFast = (most: number): Bound => [
  most,
  'ScaleUpLimit',
  'the desired replica count is increasing faster than the maximum scale rate',
]
const tooFastDown = (least: number): Bound => [
  least,
  'ScaleDownLimit',
  'the desired replica count is decreasing faster than the maximum scale rate',
]
const within = (wanted: number): Bound => [
  wanted,
  'DesiredWithinRange',
  'the desired count is within the acceptable range',
]

/** Limits scaling without `behavior`: at most to twice the current replicas, or to four. */
function bound({ maxReplicas }: AutoscalerSpec, { current, wanted, least }: Wish): Bound {
  if (wanted < least) return tooFew(least)
  const pace = Math.max(2 * current, 4)
  if (wanted <= Math.min(maxReplicas, pace)) return within(wanted)
  return maxReplicas > pace ? tooFast(pace) : tooMany(maxReplicas)
}

function boundByBehavior(look: Look, { scaleUp, scaleDown }: Behavior, { current, wanted, least }: Wish): Bound {
  const { maxReplicas } = look.spec
  if (wanted > current) {
    const pace = Math.max(current, paceOf(look, scaleUp, current, 1))
    if (wanted <= Math.min(maxReplicas, pace)) return within(wanted)
    return maxReplicas > pace ? tooFast(pace) : tooMany(maxReplicas)
  }
  if (wanted < current) {
    const pace = Math.min(current, paceOf(look, scaleDown, current, -1))
    if (wanted >= Math.max(least, pace)) return within(wanted)
    return least < pace ? tooFastDown(pace) : tooFew(least)
  }
  return within(wanted)
}

/** Returns how many replicas the policies of a direction allow at most (scaling up) or at least (scaling down). */
function paceOf({ memory, world }: Look, rules: Rules | undefined, current: number, sign: 1 | -1): number {
  if (!rules || rules.selectPolicy === 'Disabled') return current
  const allowed = (rules.policies ?? []).map(({ type, value, periodSeconds }) => {
    const since = world.now() - periodSeconds * 1000
    const start = current - changeSince(memory.ups, since) + changeSince(memory.downs, since)
    if (type === 'Pods') return start + sign * value
    const share = start * (1 + (sign * value) / 100)
    return sign > 0 ? Math.ceil(share) : Math.trunc(share)
  })
  return (rules.selectPolicy === 'Min') === sign > 0 ? lowestOf(allowed) : highestOf(allowed)
}
