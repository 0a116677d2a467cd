import type { Schema, ValidationRule } from '../schema/types.js'
import type { CompiledRules } from './compiled.js'
import { neededEngine } from './library.js'

const NONE: CompiledRules = { rules: [], cardinality: 0 }
const compiled = new WeakMap<readonly ValidationRule[], CompiledRules>()

/**
 * Returns the compiled rules of a schema, compiled once.
 *
 * @throws LibraryNotLoaded if there are rules and the library is not loaded
 */
export function compileRules(schema: Schema, isRoot: boolean): CompiledRules {
  const rules = schema['x-kubernetes-validations']
  if (!rules || rules.length === 0) return NONE
  let found = compiled.get(rules)
  if (!found) {
    const { compileSchema } = neededEngine()
    compiled.set(
      rules,
      (found = compileSchema(isRoot ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema, rules)),
    )
  }
  return found
}
