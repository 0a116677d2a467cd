import type { AdmissionChecked, AdmissionNames } from './admission-expression.js'
import { neededEngine } from './library.js'

/**
 * Returns the type of an expression of an admission webhook or policy, or its error.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const checkAdmission = (
  expression: string,
  names: AdmissionNames,
  types?: readonly string[],
): AdmissionChecked => neededEngine().checkAdmission(expression, names, types)

const KEPT = /^(bool|bytes|double|google\.protobuf\.(Duration|Timestamp)|int|null|string|uint)$/

/**
 * Returns the type of a variable, as later expressions see it, from the type of its expression
 * (convertCelTypeToDeclType).
 */
export function variableType(type: string): string {
  if (KEPT.test(type)) return type
  const [, item] = /^list<(.*)>$/.exec(type) ?? []
  if (item !== undefined || type === 'list') return `list<${variableType(item ?? '')}>`
  const [, key = '', value] = /^map<([^,<]*), (.*)>$/.exec(type) ?? []
  if (value !== undefined || type === 'map') return `map<${variableType(key)}, ${variableType(value ?? '')}>`
  return 'dyn'
}

export type { AdmissionNames }
