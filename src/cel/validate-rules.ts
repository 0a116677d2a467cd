import type { Engine } from './engine.js'
import { neededEngine } from './library.js'
import { isRuled } from './rules.js'

/**
 * Evaluates the rules of a schema, if it has any: see the engine's function of this name.
 *
 * @throws LibraryNotLoaded if there are rules and the engine is not loaded
 */
export const validateRules: Engine['validateRules'] = (schema, ...rest) =>
  isRuled(schema) ? neededEngine().validateRules(schema, ...rest) : []
