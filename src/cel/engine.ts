import { compileSchema } from './compile.js'
import { checkAdmission } from './admission-expression.js'
import { compilePredicate } from './compile-predicate.js'

/** What compiles expressions, in a module that is loaded with the first of them, and brings the library along. */
export type Engine = {
  readonly compileSchema: typeof compileSchema
  readonly compilePredicate: typeof compilePredicate
  readonly checkAdmission: typeof checkAdmission
}

export const engine: Engine = { compileSchema, compilePredicate, checkAdmission }
