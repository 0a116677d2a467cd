import type { AdmissionChecked, AdmissionNames } from './admission-expression.js'
import { neededEngine } from './library.js'

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

export type { AdmissionChecked, AdmissionNames }
