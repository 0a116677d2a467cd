import type { Issue } from '../../base/issue.js'
import type { CreateRule, UpdateRule } from '../../registry/rule-context.js'

/**
 * The rules of an update in this group: those of a new object twice, as each step of the server begins with them, then
 * the change.
 */
export const repeated =
  <T>(create: CreateRule<T>, change: (next: T, old: T) => readonly Issue[] = () => []): UpdateRule<T> =>
  (next, old, context) => {
    const whole = create(next, context)
    return [...whole, ...whole, ...context.validateObjectMetaUpdate(next, old), ...change(next, old)]
  }
