import { highestOf, lowestOf } from '../../base/lists/lists.js'
import { type AutoscalerSpec, type Look, type ScaleEvent, changeSince, setCondition, withEntry } from './autoscaler.js'

type Behavior = NonNullable<AutoscalerSpec['behavior']>
type Rules = NonNullable<Behavior['scaleUp']>

/** The default stabilization window for scaling down, in milliseconds. */
const STABILIZATION = 300_000

/**
 * Limits the desired number of replicas: stabilizes it, and applies the scaling policies and minReplicas and
 * maxReplicas.
 */
export function limit(look: Look, current: number, wanted: number, least: number): number {
  const { spec } = look
  const stable = spec.behavior ? stabilizeByBehavior(look, spec.behavior, current, wanted) : stabilize(look, wanted)
  const [allowed, reason, message] = spec.behavior
    ? boundByBehavior(look, spec.behavior, { current, wanted: stable, least })
    : bound(spec, { current, wanted: stable, least })
  setCondition(look, 'ScalingLimited', allowed === stable ? 'False' : 'True', reason, message)
  return allowed
}

/** Records a scale event, for as long as a scaling policy looks back. */
export function noteScaling(look: Look, before: number, after: number): void {
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
