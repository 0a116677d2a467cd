import { isObject } from '../base/json.js'
import { patternSteps } from '../base/re2-size.js'

/**
 * The most steps that the patterns of a definition may come to together, each counted once: they are all read when it
 * is created.
 */
export const MOST_STEPS_TOGETHER = 200_000

/** Tells whether the patterns in a value, however deep, come to more than may be. */
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
          // One that is too large by itself is not read, and is told by itself.
          if (Number.isFinite(steps)) left -= steps
        }
      }
  }
  walk(value)
  return left < 0
}
