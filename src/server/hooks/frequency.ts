import { type Shape, must, whole } from '../../base/check/shape.js'
import { described } from '../../base/check/shapes.js'

/**
 * How often a hook acts. Of the matching requests the first `skip` are left alone, of the others every `every`th
 * counts, of those each has the given `probability`, and at most `times` are acted on.
 */
export type HookOptions = {
  /** It acts this many times and is then ignored; by default there is no limit. */
  readonly times?: number
  /** It leaves the first `skip` matches alone. */
  readonly skip?: number
  /** It acts only on every `every`th match: with 3 on the third, the sixth … */
  readonly every?: number
  /** It acts with this probability, from 0 to 1, drawn with the cluster's seed. */
  readonly probability?: number
}

/** The counts of a hook: `decided` is compared with `times`; `skip` and `every` count `turns`. */
export type Count = {
  calls: number
  decided: number
  turns: number
  /** All that it holds was released for good. */
  open?: boolean
}

/** Makes a count of zero. */
export const noCount = (): Count => ({ calls: 0, decided: 0, turns: 0 })

const chance: Shape = {
  check: (value, path) =>
    typeof value === 'number' && value > 0 && value <= 1 ? [] : must(path, 'a number above 0 and at most 1', value),
  schema: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
}

/** The shapes of the frequency options. */
export const frequencies: { readonly [member in keyof HookOptions]-?: Shape } = {
  times: described(whole(1), 'It acts so many times and is then passed over; without it, always.', [1]),
  skip: described(whole(1), 'It leaves the first so many alone.', [2]),
  every: described(whole(1), 'It acts on each so-manieth only: 3 is the third, the sixth …', [3]),
  probability: described(chance, 'It acts with this chance, as the seed decides.', [0.1]),
}

/** Counts a matching request, and tells whether the hook acts on it. */
export function takesTurn(
  { times, skip = 0, every = 1, probability = 1 }: HookOptions,
  count: Count,
  random: () => number,
): boolean {
  if (times !== undefined && count.decided >= times) return false
  const turn = ++count.turns - skip
  return turn > 0 && turn % every === 0 && (probability === 1 || random() < probability)
}
