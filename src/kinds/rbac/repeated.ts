import type { Issue } from '../../base/errors/issue.js'
import type { CreateRule, UpdateRule } from '../../model/registry/rule-context.js'

/**
 * Returns the rules of an update in this group: those of a create twice, as each of the server's two steps begins with
 * them, then those of the change.
 */
export const repeated =
  <T>(create: CreateRule<T>, change: (next: T, old: T) => readonly Issue[] = () => []): UpdateRule<T> =>
  (next, old, context) => {
    const whole = create(next, context)
    return [...whole, ...whole, ...context.validateObjectMetaUpdate(next, old), ...change(next, old)]
  }
