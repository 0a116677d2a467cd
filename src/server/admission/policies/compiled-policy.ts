import type { MutatingPolicy } from '../../../kinds/admissionregistration/mutating-rules.js'
import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import { type AdmissionNames, type Evaluate, checkAdmission } from '../../../cel/admission.js'
import type { ValidatingAdmissionPolicy } from '../../../model/generated/types/admissionregistration-v1.js'

export type PolicySpec = NonNullable<Unchecked<ValidatingAdmissionPolicy>['spec']>
export type Validation = NonNullable<PolicySpec['validations']>[number]

/** A compiled expression of a policy, or its error. */
export type CompiledExpression = { readonly expression: string; readonly program: Evaluate | string }

/** The expressions that all policies have, compiled. */
type Shared = {
  readonly variables: ReadonlyMap<string, Evaluate | string>
  readonly matchConditions: readonly CompiledExpression[]
}

/** The expressions of a validating policy, compiled. */
export type CompiledPolicy = Shared & {
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

function compile(spec: PolicySpec): CompiledPolicy {
  const { validations, auditAnnotations } = spec
  const { names, compileOne, ...shared } = compileShared(spec)
  return {
    ...shared,
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

/** A policy as far as what all of them have. */
type SharedSpec = Pick<PolicySpec, 'paramKind' | 'variables' | 'matchConditions'>

/** Compiles what all policies have; returns the names for their other expressions too, and how to compile one. */
function compileShared({ paramKind, variables, matchConditions }: SharedSpec): Shared & {
  readonly names: AdmissionNames
  readonly compileOne: (expression?: string) => CompiledExpression
} {
  const about = { params: paramKind !== undefined, authorizer: true }
  const { types, programs } = compileVariables(variables ?? [], about)
  const names = { ...about, ...(types.size > 0 ? { variables: types } : {}) }
  const compileOne = (expression = ''): CompiledExpression => ({
    expression,
    program: programOf(expression, names).program,
  })
  return {
    names,
    compileOne,
    variables: programs,
    matchConditions: (matchConditions ?? []).map(({ expression }) => compileOne(expression)),
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

/** Compiles an expression; one that fails has its error as its program. */
function programOf(expression: string, names: AdmissionNames, types: readonly string[] = []) {
  const { variable, fault, run } = checkAdmission(expression, names, types)
  return { type: variable, program: run ?? fault ?? '' }
}

type MutatingSpec = NonNullable<MutatingPolicy['spec']>

/** A mutation of a policy, compiled. */
export type CompiledMutation = CompiledExpression & { readonly type: 'ApplyConfiguration' | 'JSONPatch' }

/** The expressions of a mutating policy, compiled. */
type CompiledMutations = Shared & {
  readonly mutations: readonly CompiledMutation[]
}

const compiledMutating = new WeakMap<MutatingSpec, CompiledMutations>()

/**
 * Compiles the expressions of a mutating policy, once as long as its spec stays the same.
 *
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export function compiledMutations(spec: MutatingSpec): CompiledMutations {
  let found = compiledMutating.get(spec)
  if (!found) compiledMutating.set(spec, (found = compileMutating(spec)))
  return found
}

function compileMutating(spec: MutatingSpec): CompiledMutations {
  const { names, variables, matchConditions } = compileShared(spec)
  const about = { ...names, patches: true }
  return {
    variables,
    matchConditions,
    mutations: (spec.mutations ?? []).map(({ patchType, applyConfiguration, jsonPatch }): CompiledMutation => {
      const isPatch = patchType === 'JSONPatch'
      const { expression = '' } = (isPatch ? jsonPatch : applyConfiguration) ?? {}
      const { program } = programOf(expression, about, [isPatch ? 'list(JSONPatch)' : 'Object'])
      return { type: isPatch ? 'JSONPatch' : 'ApplyConfiguration', expression, program }
    }),
  }
}
