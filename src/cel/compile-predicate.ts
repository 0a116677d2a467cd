import { isObject } from '../base/json.js'
import { CALL_LIMIT } from './compile.js'
import { checkExpression } from './expression-check.js'
import { CelError } from './cel-error.js'
import { registerFunctions } from './functions.js'
import { type Library, library } from './cel-js.js'
import type { Predicate } from './compiled.js'

type Env = InstanceType<Library['Environment']>

/** What expressions about a request may name besides the object; what they do with it is not checked. */
const NAMES = {
  webhook: ['request', 'authorizer', 'namespaceObject'],
  policy: ['request', 'authorizer', 'namespaceObject', 'params'],
} as const

/** Whose expression it is. */
export type Asker = keyof typeof NAMES

/** The questions an authorizer can be asked. */
const QUESTIONS = {
  group: 1,
  resource: 1,
  subresource: 1,
  namespace: 1,
  name: 1,
  path: 1,
  serviceAccount: 2,
  fieldSelector: 1,
  labelSelector: 1,
  check: 1,
  allowed: 0,
  reason: 0,
  error: 0,
  errored: 0,
} as const

let ofObjects: Env | undefined
const ofRequests = new Map<Asker, Env>()

/** What is wrong with an expression that decides whether a request is one to be asked about; undefined where it can be run. */
export function conditionFault(expression: string, asker: Asker): string | undefined {
  const env = ofRequests.get(asker) ?? withQuestions(createEnvironment(NAMES[asker]))
  ofRequests.set(asker, env)
  const checked = checkExpression(env, expression, {
    types: ['bool', 'dyn'],
    wrongType: 'must evaluate to bool',
    head: 'compilation failed: ',
  })
  return checked.ok ? undefined : checked.text
}

/** Compiles an expression over `object` and `oldObject`. */
export function compilePredicate(expression: string): Predicate {
  ofObjects ??= createEnvironment([])
  const checked = checkExpression(ofObjects, expression, {
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

function createEnvironment(more: readonly string[]): Env {
  const env = new library.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
  registerFunctions(env, library)
  for (const name of ['object', 'oldObject', ...more]) env.registerVariable(name, 'dyn')
  return env
}

function withQuestions(env: Env): Env {
  for (const [name, count] of Object.entries(QUESTIONS)) {
    const types = Array.from({ length: count }, () => 'string').join(', ')
    env.registerFunction(`dyn.${name}(${types}): dyn`, () => null)
  }
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
