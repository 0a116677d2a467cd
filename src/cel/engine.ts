import { compileSchema } from './compile.js'
import { compilePredicate, conditionFault } from './compile-predicate.js'

/** What compiles expressions, in a module that is loaded with the first of them, and brings the library along. */
export type Engine = {
  readonly compileSchema: typeof compileSchema
  readonly compilePredicate: typeof compilePredicate
  readonly conditionFault: typeof conditionFault
}

export const engine: Engine = { compileSchema, compilePredicate, conditionFault }
