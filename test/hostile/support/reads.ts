import { createParts, withParts } from '../../../src/base/turns/work-in-parts.js'

export const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

/**
 * Counts the reads of fields and items of a value, at any depth. The work is done as that of a large request: what is
 * remembered of small ones, which other tests in the same process have a part in, does not count.
 */
export function readsOf<T extends object>(value: T, use: (value: T) => unknown): number {
  let reads = 0
  const seen = new WeakMap<object, object>()
  const counting = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const known = seen.get(part)
    if (known) return known
    const proxy = new Proxy(part, {
      get(target, name, receiver) {
        reads++
        return counting(Reflect.get(target, name, receiver))
      },
    })
    seen.set(part, proxy)
    return proxy
  }
  withParts(
    createParts(() => false),
    () => use(counting(value) as T), // a proxy of the value
  )
  return reads
}

/** Tells whether twice the size takes at most a little more than twice the work. */
export const isLinear = (work: (size: number) => number, size: number): boolean =>
  work(2 * size) < 2.2 * work(size) + 100
