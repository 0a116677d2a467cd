import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import { type AdmissionNames, type Evaluate, checkAdmission } from '../../../cel/admission.js'
import type { ValidatingAdmissionPolicy } from '../../../model/generated/types/admissionregistration-v1.js'

export type PolicySpec = NonNullable<Unchecked<ValidatingAdmissionPolicy>['spec']>
export type Validation = NonNullable<PolicySpec['validations']>[number]

/** A compiled expression of a policy, or its error. */
export type CompiledExpression = { readonly expression: string; readonly program: Evaluate | string }

/** The expressions of a policy, compiled. */
export type CompiledPolicy = {
  readonly variables: ReadonlyMap<string, Evaluate | string>
  readonly matchConditions: readonly CompiledExpression[]
  readonly validations: readonly CompiledExpression[]
  /** The message expression of each validation, if it has one. */
  readonly messages: readonly (CompiledExpression | undefined)[]
  readonly auditAnnotations: readonly CompiledExpression[]
}

const compiled = new WeakMap<PolicySpec, CompiledPolicy>()

/**
 * Compiles the expressions of a policy, once as long as its spec stays the same.
 *
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export function compiledPolicy(spec: PolicySpec): CompiledPolicy {
  let found = compiled.get(spec)
  if (!found) compiled.set(spec, (found = compile(spec)))
  return found
}

function compile({ paramKind, variables, matchConditions, validations, auditAnnotations }: PolicySpec): CompiledPolicy {
  const about = { params: paramKind !== undefined, authorizer: true }
  const { types, programs } = compileVariables(variables ?? [], about)
  const names = { ...about, ...(types.size > 0 ? { variables: types } : {}) }
  const compileOne = (expression = ''): CompiledExpression => ({
    expression,
    program: programOf(expression, names).program,
  })
  return {
    variables: programs,
    matchConditions: (matchConditions ?? []).map(({ expression }) => compileOne(expression)),
    validations: (validations ?? []).map(({ expression }) => compileOne(expression)),
    messages: (validations ?? []).map(({ messageExpression }) =>
      messageExpression
        ? {
            expression: messageExpression,
            program: programOf(messageExpression, { ...names, authorizer: false }).program,
          }
        : undefined,
    ),
    auditAnnotations: (auditAnnotations ?? []).map(({ valueExpression }) => compileOne(valueExpression)),
  }
}

/** Compiles variables in their order: each may refer to those before it. */
function compileVariables(variables: NonNullable<PolicySpec['variables']>, about: AdmissionNames) {
  const types = new Map<string, ReturnType<typeof checkAdmission>['variable']>()
  const programs = new Map<string, Evaluate | string>()
  for (const { name = '', expression = '' } of variables) {
    const { type, program } = programOf(expression, { ...about, variables: types })
    types.set(name, type)
    programs.set(name, program)
  }
  return { types, programs }
}

function programOf(expression: string, names: AdmissionNames) {
  const { variable, fault, run } = checkAdmission(expression, names)
  return { type: variable, program: run ?? fault ?? '' }
}
