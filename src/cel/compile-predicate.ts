import { isObject } from '../base/json.js'
import { CALL_LIMIT } from './compile.js'
import { checkExpression } from './expression-check.js'
import { CelError } from './cel-error.js'
import { registerFunctions } from './functions.js'
import { type Library, library } from './cel-js.js'
import type { Predicate } from './compiled.js'

type Env = InstanceType<Library['Environment']>

let ofObjects: Env | undefined

/** Compiles an expression over `object` and `oldObject`. */
export function compilePredicate(expression: string): Predicate {
  ofObjects ??= createEnvironment()
  const checked = checkExpression(ofObjects, expression, {
    types: ['bool', 'dyn'],
    wrongType: () => 'must evaluate to a bool',
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

function createEnvironment(): Env {
  const env = new library.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
  registerFunctions(env, library)
  for (const name of ['object', 'oldObject']) env.registerVariable(name, 'dyn')
  return env
}

/** Converts a JSON value to one for expressions: integers become ints. */
function celOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(celOf)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, celOf(inner)]))
    : value
}
