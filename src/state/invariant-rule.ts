import { compilePredicate } from '../cel/predicate.js'
import { type Problem, type Shape, text } from '../check/shape.js'
import { described, listOf, members } from '../check/shapes.js'
import { isObject } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'

/** An invariant in a script: a CEL expression over `object` and `oldObject`, each null if it does not exist. */
export type InvariantRule = {
  readonly name: string
  /** Kind or plural, alone or with the group (default: every kind). */
  readonly kind?: string
  readonly rule: string
  /** The message of a refusal (default: the expression). */
  readonly message?: string
}

const expression: Shape = {
  check(value, path) {
    const problems = text.check(value, path)
    if (problems.length > 0 || typeof value !== 'string') return problems
    const { error } = compilePredicate(value)
    return error === undefined ? [] : [{ path, text: error }]
  },
  schema: text.schema,
}

const rule = members({
  name: described(text, 'What the invariant is called in refusals.', ['one holder']),
  kind: described(text, 'Kind or plural, alone or with the group (default every kind).', ['Lease']),
  rule: described(expression, 'A CEL expression over object and oldObject, each null where there is none.', [
    'oldObject == null || object == null || object.spec.leaseTransitions >= oldObject.spec.leaseTransitions',
  ]),
  message: described(text, 'What a refusal says (default the rule).', ['transitions never go back']),
})

const required: Shape = {
  check(value, path): readonly Problem[] {
    const problems = rule.check(value, path)
    if (problems.length > 0 || !isObject(value)) return problems
    const missing = ['name', 'rule'].filter((member) => value[member] === undefined)
    return missing.map((member) => ({ path, text: `an invariant needs a ${member}` }))
  },
  schema: { ...rule.schema, required: ['name', 'rule'] },
}

const entry = members({ invariants: described(listOf(required), 'Rules that hold at any time.') })

/**
 * A script entry with invariants. Expressions are compiled, and errors in them reported, once the CEL library is
 * loaded.
 */
export const invariantShape: Shape = {
  check: entry.check,
  schema: {
    description: 'Invariants: writes they do not hold after are refused.',
    ...entry.schema,
    required: ['invariants'],
  },
}

/** Returns the check of a rule that has been validated: it returns the rule's message if the expression is false. */
export function checkOf({
  rule,
  message,
}: InvariantRule): (prev: KubeObject | undefined, next: KubeObject | undefined) => true | string {
  const { holds } = compilePredicate(rule)
  return (prev, next) =>
    holds({ object: next ?? null, oldObject: prev ?? null }) || (message ?? `failed expression: ${rule.trim()}`)
}
