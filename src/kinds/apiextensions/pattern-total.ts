import { isObject } from '../../base/json/json.js'
import { patternSteps } from '../../base/go/re2-size.js'

/**
 * The limit of the total steps of a definition's patterns, each counted once: all of them are compiled when it is
 * created.
 */
export const MOST_STEPS_TOGETHER = 200_000

/** Whether the patterns anywhere in a value exceed the limit. */
export function arePatternsTooMany(value: unknown): boolean {
  const seen = new Set<string>()
  let left = MOST_STEPS_TOGETHER
  const walk = (part: unknown): void => {
    if (left < 0) return
    if (Array.isArray(part)) part.forEach(walk)
    else if (isObject(part))
      for (const name in part) {
        const member = part[name]
        if (name !== 'pattern' || typeof member !== 'string') walk(member)
        else if (!seen.has(member)) {
          seen.add(member)
          const steps = patternSteps(member)
          // A pattern that is too large by itself is not compiled, and reported separately.
          if (Number.isFinite(steps)) left -= steps
        }
      }
  }
  walk(value)
  return left < 0
}
