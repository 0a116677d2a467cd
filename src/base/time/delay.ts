import { parseDuration } from './time.js'

/** A duration (`2s`), or a range from which one is drawn at random (`1s..3s`). */
export type Delay = number | string

/** Returns a delay in milliseconds, drawn at random if it is a range. */
export function pick(delay: Delay, { random }: { readonly random: () => number }): number {
  const [low, high] = boundsOf(delay)
  return low === high ? low : Math.round(low + random() * (high - low))
}

/**
 * Returns the minimum and the maximum of a delay, in milliseconds.
 *
 * @throws TypeError if it is not a delay
 */
export function boundsOf(delay: Delay): readonly [number, number] {
  const ends = typeof delay === 'number' ? [delay] : delay.split('..')
  // A split string has at least one part.
  const [low, high = low] = ends.map((end) => {
    const parsed = parseDuration(typeof end === 'string' ? end.trim() : end)
    if (parsed.error !== undefined) throw new TypeError(parsed.error)
    return parsed.ms
  }) as [number, number?]
  if (ends.length > 2 || low > high)
    throw new TypeError(`${JSON.stringify(delay)} is not a range: put the smaller value first, as in "1s..3s"`)
  return [low, high]
}
