import { checkRuleForm, checkRules, validateRules } from './rules.js'
import { checkDeviceExpression } from './device-expression.js'
import { checkAdmission } from './admission-expression.js'
import { bindAdmission } from './run/bind-admission.js'
import { compilePredicate } from './run/compile-predicate.js'
import { configurationOf, operationsOf } from './run/patches.js'
import { createTypeCheck } from './type-check.js'

/** The compilers and checks of expressions. Their module loads with the first expression. */
export type Engine = {
  readonly validateRules: typeof validateRules
  readonly compilePredicate: typeof compilePredicate
  readonly checkAdmission: typeof checkAdmission
  readonly checkDeviceExpression: typeof checkDeviceExpression
  readonly bindAdmission: typeof bindAdmission
  readonly configurationOf: typeof configurationOf
  readonly operationsOf: typeof operationsOf
  readonly createTypeCheck: typeof createTypeCheck
  readonly checkRules: typeof checkRules
  readonly checkRuleForm: typeof checkRuleForm
}

export const engine: Engine = {
  validateRules,
  compilePredicate,
  checkAdmission,
  checkDeviceExpression,
  bindAdmission,
  configurationOf,
  operationsOf,
  createTypeCheck,
  checkRules,
  checkRuleForm,
}
