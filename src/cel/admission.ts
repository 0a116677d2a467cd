import type { AdmissionChecked, AdmissionNames } from './admission-expression.js'
import type { Engine } from './engine.js'
import { neededEngine } from './library.js'
import type { CheckedTypes } from './type-check.js'
import type { AdmissionEvaluation, AdmissionValues } from './run/bind-admission.js'

/**
 * Checks an expression of an admission webhook or policy.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const checkAdmission = (
  expression: string,
  names: AdmissionNames,
  types?: readonly string[],
): AdmissionChecked => neededEngine().checkAdmission(expression, names, types)

/**
 * Binds the variables of such expressions.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const bindAdmission = (values: AdmissionValues): AdmissionEvaluation => neededEngine().bindAdmission(values)

/**
 * Returns the object or the operations that an expression of a mutating policy has made.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const configurationOf: Engine['configurationOf'] = (value) => neededEngine().configurationOf(value)
export const operationsOf: Engine['operationsOf'] = (value) => neededEngine().operationsOf(value)

/**
 * Checks the expressions of a policy against the types of one kind; see the engine's function of this name.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const createTypeCheck = (types: CheckedTypes): ((expression: string) => string | undefined) =>
  neededEngine().createTypeCheck(types)

export type { Evaluate } from './run/evaluate.js'
export type { AccessQuestion, Rights } from './functions/authorizer.js'
export type { AdmissionChecked, AdmissionEvaluation, AdmissionNames, AdmissionValues }
