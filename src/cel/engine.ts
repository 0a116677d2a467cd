import { compileSchema } from './compile.js'
import { checkAdmission } from './admission-expression.js'
import { compilePredicate } from './compile-predicate.js'

/** The compilers of expressions. Their module and the library load with the first expression. */
export type Engine = {
  readonly compileSchema: typeof compileSchema
  readonly compilePredicate: typeof compilePredicate
  readonly checkAdmission: typeof checkAdmission
}

export const engine: Engine = { compileSchema, compilePredicate, checkAdmission }
