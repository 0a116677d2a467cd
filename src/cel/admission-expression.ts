import { countParts } from '../base/parts.js'
import { ADMISSION_VARIABLES, OPTIONAL_VARIABLES, declareAdmissionTypes, declareFields } from './admission-types.js'
import { checkExpression } from './expression-check.js'
import { registerFunctions } from './functions.js'
import { type Library, library } from './cel-js.js'

type Env = InstanceType<Library['Environment']>

/** The variables of an admission expression besides `object`, `oldObject`, `request` and `namespaceObject`. */
export type AdmissionNames = {
  readonly params?: boolean
  readonly authorizer?: boolean
  /** The variables declared before it: their names and types. */
  readonly variables?: ReadonlyMap<string, string>
}

// The work of checking one expression, in the units that long work is divided into.
const PARTS_OF_CHECK = 200

/** The type of a valid expression, or its error. */
export type AdmissionChecked = { readonly type: string } | { readonly fault: string }

const bases = new Map<string, Env>()

/**
 * Checks an expression of an admission webhook or policy (k8s.io/apiserver, admission/plugin/cel:
 * CompileCELExpression).
 *
 * @param types the allowed result types; any if empty
 */
export function checkAdmission(
  expression: string,
  names: AdmissionNames,
  types: readonly string[] = [],
): AdmissionChecked {
  countParts(PARTS_OF_CHECK + expression.length / 10)
  const must = types.length === 1 ? types.join() : `one of [${types.map(serverType).join(' ')}]`
  const checked = checkExpression(environmentFor(expression, names), expression, {
    types,
    wrongType: (type) => `must evaluate to ${must} but got ${serverType(type)}`,
    head: 'compilation failed: ',
  })
  return checked.ok ? { type: checked.type } : { fault: checked.text }
}

const NAMES: { readonly [type: string]: string } = { null: 'null_type', list: 'list<dyn>', map: 'map<dyn, dyn>' }

/** Returns the server's name of a type; an unknown type is dyn. */
const serverType = (type: string): string =>
  (NAMES[type] ?? type)
    .replace(/\b[A-Z]\b/g, 'dyn')
    .replaceAll('optional<', 'optional_type<')
    .replaceAll('<', '(')
    .replaceAll('>', ')')

function environmentFor(expression: string, { params = false, authorizer = false, variables }: AdmissionNames): Env {
  const key = `${params} ${authorizer}`
  const base = bases.get(key) ?? createBase(params, authorizer)
  bases.set(key, base)
  // Only expressions that use variables need an environment with the type of their variables, and only of those they
  // may mean.
  if (!variables || !expression.includes('variables')) return base
  const env = base.clone()
  const words = new Set(expression.match(/\w+/g))
  const fields = [...words].flatMap((word) => {
    const type = variables.get(word)
    return type === undefined ? [] : [[word, type] as const]
  })
  declareFields(env, 'kubernetes.variables', Object.fromEntries(fields))
  return env.registerVariable('variables', 'kubernetes.variables')
}

function createBase(params: boolean, authorizer: boolean): Env {
  const env = new library.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: true })
  registerFunctions(env, library)
  declareAdmissionTypes(env)
  const { params: ofParams, authorizer: ofAuthorizer } = OPTIONAL_VARIABLES
  const names = {
    ...ADMISSION_VARIABLES,
    ...(params ? { params: ofParams } : {}),
    ...(authorizer ? { authorizer: ofAuthorizer } : {}),
  }
  for (const [name, type] of Object.entries(names)) env.registerVariable(name, type)
  return env
}
