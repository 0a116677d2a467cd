import { isObject } from '../base/json.js'
import { CALL_LIMIT } from './compile.js'
import { checkExpression } from './expression-check.js'
import { CelError } from './cel-error.js'
import { registerFunctions } from './functions.js'
import { type Library, neededLibrary } from './library.js'

/** Objects by the names an expression has for them; null where there is none. */
export type Variables = { readonly object: object | null; readonly oldObject: object | null }

/** A compiled expression of type bool, or what is wrong with it. */
export type Predicate = {
  readonly error?: string
  /** Whether it holds. Throws what comes up while it is evaluated. */
  readonly holds: (variables: Variables) => boolean
}

let environment: InstanceType<Library['Environment']> | undefined

/**
 * Compiles an expression over `object` and `oldObject`, whose members have no types, as those of admission policies.
 *
 * @throws LibraryNotLoaded as long as the library is not there
 */
export function compilePredicate(expression: string): Predicate {
  environment ??= createEnvironment(neededLibrary())
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

function createEnvironment(library: Library): InstanceType<Library['Environment']> {
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
