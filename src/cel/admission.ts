import type { AdmissionChecked, AdmissionNames } from './admission-expression.js'
import { neededEngine } from './library.js'

/**
 * The type of an expression of an admission webhook or policy, or what is wrong with it.
 *
 * @throws LibraryNotLoaded as long as the library is not there
 */
export const checkAdmission = (
  expression: string,
  names: AdmissionNames,
  types?: readonly string[],
): AdmissionChecked => neededEngine().checkAdmission(expression, names, types)

const KEPT = /^(bool|bytes|double|google\.protobuf\.(Duration|Timestamp)|int|null|string|uint)$/

/** The type that a variable has for expressions after it, by that of its own (convertCelTypeToDeclType). */
export function variableType(type: string): string {
  if (KEPT.test(type)) return type
  const [, item] = /^list<(.*)>$/.exec(type) ?? []
  if (item !== undefined || type === 'list') return `list<${variableType(item ?? '')}>`
  const [, key = '', value] = /^map<([^,<]*), (.*)>$/.exec(type) ?? []
  if (value !== undefined || type === 'map') return `map<${variableType(key)}, ${variableType(value ?? '')}>`
  return 'dyn'
}

export type { AdmissionNames }
