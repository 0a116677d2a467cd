import { checkRuleForm, checkRules } from './check.js'
import { compileRules } from './compile.js'
import { checkAdmission } from './admission-expression.js'
import { compilePredicate } from './compile-predicate.js'

/**
 * What compiles expressions and checks rules, in a module that is loaded with the first of them, and brings the library
 * along.
 */
export type Engine = {
  readonly compileRules: typeof compileRules
  readonly compilePredicate: typeof compilePredicate
  readonly checkAdmission: typeof checkAdmission
  readonly checkRules: typeof checkRules
  readonly checkRuleForm: typeof checkRuleForm
}

export const engine: Engine = { compileRules, compilePredicate, checkAdmission, checkRules, checkRuleForm }
