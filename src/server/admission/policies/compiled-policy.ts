import type { MutatingPolicy } from '../../../kinds/admissionregistration/mutating-rules.js'
import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import { type Steps, Done } from '../../../base/turns/steps.js'
import { createParts, inSteps, mapInParts, throughItems } from '../../../base/turns/work-in-parts.js'
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
  readonly hasMessages: boolean
  readonly auditAnnotations: readonly CompiledExpression[]
}

/**
 * Compiles the expressions of a policy, once as long as its spec stays the same.
 *
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export const compiledPolicy = compiledOnce((spec: PolicySpec): CompiledPolicy => {
  const { validations = [], auditAnnotations = [] } = spec
  const { names, compileOne, ...shared } = compileShared(spec)
  const unauthorized = { ...names, authorizer: false }
  return {
    ...shared,
    validations: mapInParts(validations, 'expression', 0, ({ expression }) => compileOne(expression)),
    messages: mapInParts(validations, 'message', 0, ({ messageExpression: expression }) =>
      expression ? { expression, program: programOf(expression, unauthorized).program } : undefined,
    ),
    hasMessages: validations.some(({ messageExpression = '' }) => messageExpression !== ''),
    auditAnnotations: mapInParts(auditAnnotations, 'value', 0, ({ valueExpression }) => compileOne(valueExpression)),
  }
})

/**
 * Makes a compilation that takes as many steps as it needs, once for each spec: those who ask for it meanwhile go on
 * with it.
 */
export function compiledOnce<S extends object, C>(compile: (spec: S) => C): (spec: S) => Steps<C> {
  const compiled = new WeakMap<S, C>()
  const begun = new WeakMap<S, ReturnType<typeof createParts>>()
  function* compiling(spec: S): Steps<C> {
    const parts = begun.get(spec) ?? createParts()
    begun.set(spec, parts)
    const found = yield* inSteps(() => compiled.get(spec) ?? compile(spec), parts)
    compiled.set(spec, found)
    begun.delete(spec)
    return found
  }
  return (spec) => {
    const found = compiled.get(spec)
    return found ? new Done(found) : compiling(spec)
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
    matchConditions: mapInParts(matchConditions ?? [], 'condition', 0, ({ expression }) => compileOne(expression)),
  }
}

/** Compiles variables in their order: each may refer to those before it. */
const compileVariables = (variables: NonNullable<PolicySpec['variables']>, about: AdmissionNames) =>
  throughItems(variables, compileVariables, noVariables, ({ types, programs }, { name = '', expression = '' }) => {
    const { type, program } = programOf(expression, { ...about, variables: types })
    types.set(name, type)
    programs.set(name, program)
    return 0 // the check has counted itself
  })

const noVariables = () => ({
  types: new Map<string, ReturnType<typeof checkAdmission>['variable']>(),
  programs: new Map<string, Evaluate | string>(),
})

/** Compiles an expression; one that fails has its error as its program. */
function programOf(expression: string, names: AdmissionNames, types: readonly string[] = []) {
  const { variable, fault, run } = checkAdmission(expression, names, types)
  return { type: variable, program: run ?? fault ?? '' }
}

type MutatingSpec = NonNullable<MutatingPolicy['spec']>
type Mutation = NonNullable<MutatingSpec['mutations']>[number]

/** A mutation of a policy, compiled. */
export type CompiledMutation = CompiledExpression & { readonly type: 'ApplyConfiguration' | 'JSONPatch' }

/** The expressions of a mutating policy, compiled. */
type CompiledMutations = Shared & {
  readonly mutations: readonly CompiledMutation[]
}

/**
 * Compiles the expressions of a mutating policy, once as long as its spec stays the same.
 *
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export const compiledMutations = compiledOnce((spec: MutatingSpec): CompiledMutations => {
  const { names, variables, matchConditions } = compileShared(spec)
  const about = { ...names, patches: true }
  const compileOne = ({ patchType, applyConfiguration, jsonPatch }: Mutation): CompiledMutation => {
    const isPatch = patchType === 'JSONPatch'
    const { expression = '' } = (isPatch ? jsonPatch : applyConfiguration) ?? {}
    const { program } = programOf(expression, about, [isPatch ? 'list(JSONPatch)' : 'Object'])
    return { type: isPatch ? 'JSONPatch' : 'ApplyConfiguration', expression, program }
  }
  return { variables, matchConditions, mutations: mapInParts(spec.mutations ?? [], 'mutation', 0, compileOne) }
})
