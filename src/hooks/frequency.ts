import { type Shape, must, whole } from '../check/shape.js'
import { described } from '../check/shapes.js'

/**
 * How often a hook acts: of the requests that match it the first are skipped, of the others each so-manieth counts, of
 * these chance decides, and at most so many are acted on.
 */
export type HookOptions = {
  /** It acts so many times and is then passed over; without it, always. */
  readonly times?: number
  /** It leaves the first so many alone. */
  readonly skip?: number
  /** It acts on each so-manieth only: 3 is the third, the sixth … */
  readonly every?: number
  /** It acts with this chance, from 0 to 1, as the cluster's seed decides. */
  readonly probability?: number
}

/** How often a hook was asked and came up; `decided` uses up `times`, `turns` are what `skip` and `every` count. */
export type Count = {
  calls: number
  decided: number
  turns: number
  /** What it holds was released for good. */
  open?: boolean
}

/** No count yet. */
export const noCount = (): Count => ({ calls: 0, decided: 0, turns: 0 })

const chance: Shape = {
  check: (value, path) =>
    typeof value === 'number' && value > 0 && value <= 1 ? [] : must(path, 'a number above 0 and at most 1', value),
  schema: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
}

/** What says how often. */
export const frequencies: { readonly [member in keyof HookOptions]-?: Shape } = {
  times: described(whole(1), 'It acts so many times and is then passed over; without it, always.', [1]),
  skip: described(whole(1), 'It leaves the first so many alone.', [2]),
  every: described(whole(1), 'It acts on each so-manieth only: 3 is the third, the sixth …', [3]),
  probability: described(chance, 'It acts with this chance, as the seed decides.', [0.1]),
}

/** Tells whether the turn of a hook has come at a request that matches, and counts it. */
export function takesTurn(
  { times, skip = 0, every = 1, probability = 1 }: HookOptions,
  count: Count,
  random: () => number,
): boolean {
  if (times !== undefined && count.decided >= times) return false
  const turn = ++count.turns - skip
  return turn > 0 && turn % every === 0 && (probability === 1 || random() < probability)
}
