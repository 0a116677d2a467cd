import { ADMISSION_STRUCTS, ADMISSION_VARIABLES, OPTIONAL_VARIABLES } from './types/admission-types.js'
import { type Environment, STORED, languageNow } from './types/environment.js'
import { checkExpression, countCheck } from './expression-check.js'
import { withPatchTypes } from './types/patch-types.js'
import { typeIn } from './types/overload.js'
import type { Evaluate } from './run/evaluate.js'
import { DYN, type Type, listOf, mapOf, runtimeText, structOf } from './types/type.js'

/** The variables of an admission expression besides `object`, `oldObject`, `request` and `namespaceObject`. */
export type AdmissionNames = {
  readonly params?: boolean
  readonly authorizer?: boolean
  /** Whether it is being written, which may use fewer functions than one that is stored. */
  readonly isNew?: boolean
  /** Whether it makes objects and JSON patches, of a mutating policy. */
  readonly patches?: boolean
  /** The variables declared before it: their names and types. */
  readonly variables?: ReadonlyMap<string, Type>
}

/** A checked expression. */
export type AdmissionChecked = {
  /** The type of a variable with this expression, as later expressions see it. */
  readonly variable: Type
  /** The error of the expression; a valid one has none. */
  readonly fault?: string
  /** Whether it is valid, but cannot be evaluated. */
  readonly isInternal?: boolean
  /** Evaluates it with the given variables; a valid one can be. */
  readonly run?: Evaluate
}

/**
 * Checks an expression of an admission webhook or policy (k8s.io/apiserver, admission/plugin/cel:
 * CompileCELExpression).
 *
 * @param types the names of the allowed result types; any if empty
 */
export function checkAdmission(
  expression: string,
  names: AdmissionNames,
  types: readonly string[] = [],
): AdmissionChecked {
  countCheck(expression)
  const must = types.length === 1 ? types.join() : `one of [${types.join(' ')}]`
  const checked = checkExpression(environmentFor(names), expression, {
    types,
    wrongType: (type) => `must evaluate to ${must} but got ${runtimeText(type)}`,
    head: 'compilation failed: ',
  })
  return checked.ok
    ? { variable: variableType(checked.type), run: checked.run }
    : { variable: DYN, fault: checked.text, isInternal: checked.isInternal ?? false }
}

const KEPT: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'double', 'duration', 'int', 'null', 'string', 'timestamp', 'uint'],
])

/** Returns the type of a variable from that of its expression (convertCelTypeToDeclType). */
export function variableType(type: Type): Type {
  const [first = DYN, second = DYN] = type.parameters
  if (type.kind === 'list') return listOf(variableType(first))
  if (type.kind === 'map') return mapOf(variableType(first), variableType(second))
  return KEPT.has(type.kind) ? type : DYN
}

const VARIABLES = 'kubernetes.variables'

function environmentFor({ patches, ...names }: AdmissionNames): Environment {
  const env = plainEnvironment(names)
  return patches ? withPatchTypes(env) : env
}

function plainEnvironment({
  params = false,
  authorizer = false,
  isNew = false,
  variables,
}: AdmissionNames): Environment {
  const key = `${params} ${authorizer}`
  const declared = declarations.get(key) ?? declaredVariables(params, authorizer)
  declarations.set(key, declared)
  const language = isNew ? languageNow() : STORED
  if (!variables) return { variables: declared, structs: ADMISSION_STRUCTS, language }
  return {
    variables: new Map([...declared, ['variables', structOf(VARIABLES)]]),
    structs: new Map([...ADMISSION_STRUCTS, [VARIABLES, variables]]),
    language,
  }
}

const declarations = new Map<string, ReadonlyMap<string, Type>>()

function declaredVariables(params: boolean, authorizer: boolean): ReadonlyMap<string, Type> {
  const names = {
    ...ADMISSION_VARIABLES,
    ...(params ? OPTIONAL_VARIABLES.params : {}),
    ...(authorizer ? OPTIONAL_VARIABLES.authorizer : {}),
  }
  return new Map(Object.entries(names).map(([name, type]) => [name, typeIn(type)]))
}
