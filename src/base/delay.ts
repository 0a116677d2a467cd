import { parseDuration } from './time.js'

/** A duration (`2s`), or a range of which the seed picks one (`1s..3s`). */
export type Delay = number | string

/** A delay in milliseconds. */
export function pick(delay: Delay, { random }: { readonly random: () => number }): number {
  const [low, high] = boundsOf(delay)
  return low === high ? low : Math.round(low + random() * (high - low))
}

/**
 * The least and the most a delay may be, in milliseconds.
 *
 * @throws TypeError for what is no delay
 */
export function boundsOf(delay: Delay): readonly [number, number] {
  const ends = typeof delay === 'number' ? [delay] : delay.split('..')
  // A text that is split has one part at least.
  const [low, high = low] = ends.map((end) => {
    const parsed = parseDuration(typeof end === 'string' ? end.trim() : end)
    if (parsed.error !== undefined) throw new TypeError(parsed.error)
    return parsed.ms
  }) as [number, number?]
  if (ends.length > 2 || low > high)
    throw new TypeError(`${JSON.stringify(delay)} is no range: give the least first, as in "1s..3s"`)
  return [low, high]
}
