import { placeOf, throughItems } from '../base/turns/work-in-parts.js'
import type { Schema } from '../schema/types.js'
import { variableType } from './admission-expression.js'
import { typeOfExpression } from './expression-check.js'
import { ADMISSION_STRUCTS, ADMISSION_VARIABLES } from './types/admission-types.js'
import type { Fields } from './types/environment.js'
import { typeIn } from './types/overload.js'
import { declareType } from './types/schema-types.js'
import { DYN, type Type, structOf } from './types/type.js'

/** The types that the expressions of a policy are checked against. */
export type CheckedTypes = {
  /** What errors call the type of objects, and that of parameters. */
  readonly names: { readonly object: string; readonly params: string }
  readonly object: Schema
  /** The schema of the parameters; without it there are none. */
  readonly params?: Schema | undefined
  readonly variables: readonly { readonly name?: string; readonly expression?: string }[]
}

const VARIABLES = 'kubernetes.variables'

/**
 * Returns a check of expressions against the types of one kind (policy/validating: TypeChecker); it gives the error of
 * an expression, or undefined.
 */
export function createTypeCheck(types: CheckedTypes): (expression: string) => string | undefined {
  const begin = () => declared(types)
  const { env } = throughItems(
    types.variables,
    placeOf(createTypeCheck, types.object),
    begin,
    (declaration, { name = '', expression = '' }) => {
      const found = typeOfExpression(declaration.env, expression)
      declaration.fields.set(name, typeof found === 'string' ? DYN : variableType(found))
      return 0 // the check has counted itself
    },
  )
  return (expression) => {
    const found = typeOfExpression(env, expression)
    return typeof found === 'string' ? found : undefined
  }
}

/** Declares the types of a kind; returns the environment, and the fields of its variables, which are none yet. */
function declared({ names: told, object, params }: CheckedTypes) {
  const structs = new Map<string, Fields>(ADMISSION_STRUCTS)
  const typeOf = (schema: Schema, name: string): Type =>
    declareType(structs, published(schema, schema.structural === undefined), name)?.type ?? DYN
  const typed = typeOf(object, told.object)
  const names = new Map<string, Type>([
    ['request', typeIn(ADMISSION_VARIABLES.request)],
    ['namespaceObject', typeIn(ADMISSION_VARIABLES.namespaceObject)],
    ['authorizer', typeIn('kubernetes.authorization.Authorizer')],
    ['object', typed],
    ['oldObject', typed],
    ['variables', structOf(VARIABLES)],
  ])
  if (params) names.set('params', typeOf(params, told.params))
  const fields = new Map<string, Type>()
  structs.set(VARIABLES, fields)
  return { env: { variables: names, structs }, fields }
}

/**
 * Returns a schema as it is published, where quantities and values of several forms have no type, nor do maps of them;
 * a struct that holds itself has no fields inside itself (resolver: PopulateRefs).
 */
function published(schema: Schema, isStruct: boolean, around: ReadonlySet<string> = new Set()): Schema {
  const { component, properties, items, additionalProperties, format, told } = schema
  if (isStruct && format === 'int-or-string') return { 'x-kubernetes-int-or-string': true }
  if (isStruct && (format === 'quantity' || told !== undefined)) return {}
  if (component !== undefined && properties && around.has(component)) return { type: 'object' }
  const inside = component === undefined ? around : new Set([...around, component])
  const within = (one: Schema) => published(one, isStruct, inside)
  const values = additionalProperties && within(additionalProperties)
  if (isStruct && values && Object.keys(values).length === 0) return {}
  return {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, within(one)])) }
      : {}),
    ...(items ? { items: within(items) } : {}),
    ...(values ? { additionalProperties: values } : {}),
  }
}
