import { compilePredicate } from '../../cel/predicate.js'
import { type Problem, type Shape, text } from '../../base/check/shape.js'
import { described, listOf, members } from '../../base/check/shapes.js'
import { isObject } from '../../base/json/json.js'
import type { KindProblem } from '../../model/registry/kind-words.js'
import type { KubeObject } from '../../schema/object.js'
import { invariantName } from './shapes.js'

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

const kindShape = (kindProblem: KindProblem): Shape => ({
  check(value, path) {
    const problem = typeof value === 'string' ? kindProblem(value) : undefined
    return problem === undefined ? text.check(value, path) : [{ path, text: problem }]
  },
  schema: text.schema,
})

const ruleShape = (kindProblem: KindProblem): Shape => {
  const rule = members({
    name: described(invariantName, 'What the invariant is called in refusals.', ['one holder']),
    kind: described(kindShape(kindProblem), 'Kind or plural, alone or with the group (default every kind).', ['Lease']),
    rule: described(expression, 'A CEL expression over object and oldObject, each null where there is none.', [
      'oldObject == null || object == null || object.spec.leaseTransitions >= oldObject.spec.leaseTransitions',
    ]),
    message: described(text, 'What a refusal says (default the rule).', ['transitions never go back']),
  })
  return {
    check(value, path): readonly Problem[] {
      const problems = rule.check(value, path)
      if (problems.length > 0 || !isObject(value)) return problems
      const missing = ['name', 'rule'].filter((member) => value[member] === undefined)
      return missing.map((member) => ({ path, text: `an invariant needs a ${member}` }))
    },
    schema: { ...rule.schema, required: ['name', 'rule'] },
  }
}

/**
 * Returns the shape of a script entry with invariants. Expressions are compiled, and errors in them reported, once the
 * CEL library is loaded.
 */
export function invariantShapeOf(kindProblem: KindProblem = () => undefined): Shape {
  const entry = members({ invariants: described(listOf(ruleShape(kindProblem)), 'Rules that hold at any time.') })
  return {
    check: entry.check,
    schema: {
      description: 'Invariants: writes they do not hold after are refused.',
      ...entry.schema,
      required: ['invariants'],
    },
  }
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
