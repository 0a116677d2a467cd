import type { Schema } from '../schema/types.js'
import type { CompiledRules } from './compiled.js'
import { neededEngine } from './library.js'

const NONE: CompiledRules = { rules: [], cardinality: 0 }
/**
 * Returns the compiled rules of a schema, compiled once.
 *
 * @throws LibraryNotLoaded if there are rules and the library is not loaded
 */
export function compileRules(schema: Schema, isRoot: boolean): CompiledRules {
  const rules = schema['x-kubernetes-validations']
  return rules && rules.length > 0 ? neededEngine().compileRules(schema, rules, isRoot) : NONE
}
