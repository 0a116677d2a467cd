import { isObject } from '../base/json.js'
import { CALL_LIMIT } from './compile.js'
import { checkExpression } from './expression-check.js'
import { CelError } from './cel-error.js'
import { registerFunctions } from './functions.js'
import { type Library, library } from './cel-js.js'
import type { Predicate } from './compiled.js'

let environment: InstanceType<Library['Environment']> | undefined

/** Compiles an expression over `object` and `oldObject`. */
export function compilePredicate(expression: string): Predicate {
  environment ??= createEnvironment()
  const checked = checkExpression(environment, expression, {
    types: ['bool', 'dyn'],
    wrongType: 'must evaluate to a bool',
    head: 'compilation failed: ',
  })
  if (!checked.ok) return { error: checked.text, holds: () => false }
  return {
    holds({ object, oldObject }) {
      const { value } = checked.run({ object: celOf(object), oldObject: celOf(oldObject) }, CALL_LIMIT)
      if (value instanceof CelError) throw value
      return value === true
    },
  }
}

function createEnvironment(): InstanceType<Library['Environment']> {
  const env = new library.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
  registerFunctions(env, library)
  env.registerVariable('object', 'dyn')
  env.registerVariable('oldObject', 'dyn')
  return env
}

/** A JSON value as expressions see it: whole numbers are ints. */
function celOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(celOf)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, celOf(inner)]))
    : value
}
