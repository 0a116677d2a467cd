import { CALL_LIMIT } from './compile.js'
import { checkExpression } from '../expression-check.js'
import { CelError } from './cel-error.js'
import { Given } from './given.js'
import type { Predicate } from './compiled.js'
import { DYN } from '../types/type.js'

const OBJECTS = {
  variables: new Map([
    ['object', DYN],
    ['oldObject', DYN],
  ]),
  structs: new Map(),
}

/** Compiles an expression over `object` and `oldObject`. */
export function compilePredicate(expression: string): Predicate {
  const checked = checkExpression(OBJECTS, expression, {
    types: ['bool', 'dyn'],
    wrongType: () => 'must evaluate to a bool',
    head: 'compilation failed: ',
  })
  if (!checked.ok) return { error: checked.text, holds: () => false }
  return {
    holds({ object, oldObject }) {
      const { value } = checked.run({ object: new Given(object), oldObject: new Given(oldObject) }, CALL_LIMIT)
      if (value instanceof CelError) throw value
      return value === true
    },
  }
}
