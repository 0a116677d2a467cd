import { append } from '../../base/lists/lists.js'
import { mapInParts, progressOf, throughItems } from '../../base/turns/work-in-parts.js'
import { createTypeCheck } from '../../cel/admission.js'
import type { Policy } from '../../kinds/admissionregistration/policy-rules.js'
import type { KindDef, RestMapping } from '../../model/registry/kind-def.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { Registry } from '../../model/registry/registry.js'
import { madeInTurns } from '../runtime/in-turns.js'
import type { Controller } from '../runtime/types.js'

type Spec = NonNullable<Policy['spec']>
type Rule = NonNullable<NonNullable<Spec['matchConstraints']>['resourceRules']>[number]

/** A warning about the types of an expression, as `status.typeChecking` has it. */
type Warning = { readonly fieldRef: string; readonly warning: string }

// Declaring the types of a kind takes about a millisecond.
const PARTS_OF_KIND = 500

/**
 * Checks the expressions of a policy against the types of the resources it matches (policy/validating: TypeChecker),
 * which a real server names after the nanosecond at which it makes them.
 *
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export function typeWarnings({ spec = {} }: Policy, registry: Registry, nanosecond: number): readonly Warning[] {
  const { paramKind, variables = [], validations = [] } = spec
  const params = paramKind && registry.of(paramKind.apiVersion ?? '', paramKind.kind ?? '')
  // Parameters of a kind that is not served may have any type.
  const untyped = paramKind && atLeast(registry.profile.version, '1.36') ? {} : undefined
  const kinds = progressOf(spec, kindsOf, () => kindsOf(spec, registry))
  const checks = mapInParts(kinds, createTypeCheck, PARTS_OF_KIND, (def) => ({
    head: `${def.group}/${def.version}, Kind=${def.kind}`,
    check: createTypeCheck({
      names: { object: `${def.kind}${nanosecond}`, params: `${params?.kind}${nanosecond + 1}` },
      object: def.schema,
      params: params?.schema ?? untyped,
      variables,
    }),
  }))
  const warningsOf = (fieldRef: string, expression: string | undefined): readonly Warning[] => {
    const found = checks.flatMap(({ head, check }) => {
      const fault = check(expression ?? '')
      return fault === undefined ? [] : [`${head}: ${fault}\n`]
    })
    return found.length === 0 ? [] : [{ fieldRef, warning: found.join('\n') }]
  }
  const begin = () => ({ count: 0, warnings: new Array<Warning>() })
  return throughItems(validations, typeWarnings, begin, (state, { expression, messageExpression }) => {
    const at = `spec.validations[${state.count++}]`
    append(state.warnings, warningsOf(`${at}.expression`, expression))
    if (messageExpression) append(state.warnings, warningsOf(`${at}.messageExpression`, messageExpression))
    return 0 // the checks have counted themselves
  }).warnings
}

/** At most so many kinds are checked. */
const MOST_KINDS = 10

/** Returns the kinds that a policy names without wildcards and subresources, in order (TypeChecker: typesToCheck). */
function kindsOf({ matchConstraints }: Spec, registry: Registry): readonly KindDef[] {
  // Looked up by what is served: the names of a rule have more combinations than can be tried.
  const served = [...registry.mappings()].sort(by('group', 'version', 'plural'))
  const begin = () => ({ found: new Set<RestMapping>(), isFull: false })
  const { found } = throughItems(matchConstraints?.resourceRules ?? [], kindsOf, begin, (state, rule) => {
    if (!state.isFull) state.isFull = addNamed(state.found, rule, served)
    return served.length
  })
  return [...found]
    .sort(by('group', 'version', 'kind'))
    .flatMap((one) => registry.at(one.group, one.version, one.plural) ?? [])
}

/** Adds the kinds that a rule names; tells whether they are as many as are checked. One named twice counts twice. */
function addNamed(
  found: Set<RestMapping>,
  { apiGroups = [], apiVersions = [], resources = [] }: Rule,
  served: readonly RestMapping[],
): boolean {
  if ([...apiGroups, ...apiVersions].some((word) => word.includes('*'))) return false
  const [groups, versions, plurals] = [countsOf(apiGroups), countsOf(apiVersions), countsOf(resources)]
  let count = 0
  for (const one of served) {
    const times = groups(one.group) * versions(one.version) * plurals(one.plural)
    if (times > 0) found.add(one)
    count += times
    if (count >= MOST_KINDS) return true
  }
  return false
}

/** Returns how often each word is in a list. */
function countsOf(words: readonly string[]): (word: string) => number {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => counts.get(word) ?? 0
}

const by =
  (...members: readonly (keyof RestMapping)[]) =>
  (a: RestMapping, b: RestMapping): number => {
    const member = members.find((one) => a[one] !== b[one])
    return member === undefined ? 0 : a[member] < b[member] ? -1 : 1
  }

/** Sets the observedGeneration of each ValidatingAdmissionPolicy, and warns of the types of its expressions. */
export const policyStatus: Controller<'ValidatingAdmissionPolicy'> = {
  name: 'policy-status',
  user: 'system:serviceaccount:kube-system:validatingadmissionpolicy-status-controller',
  manager: 'validatingadmissionpolicy-status',
  watches: { ValidatingAdmissionPolicy: 'own' },
  *reconcileInSteps({ name }, world) {
    const policy = world.get('ValidatingAdmissionPolicy', { name })
    const { generation = 0 } = policy?.metadata ?? {}
    if (!policy || generation <= (policy.status?.observedGeneration ?? 0)) return
    const nanosecond = (world.now() % 1000) * 1e6
    const warnings = yield* madeInTurns(world, () => typeWarnings(policy, world.registry, nanosecond))
    const typeChecking = warnings.length > 0 ? { expressionWarnings: [...warnings] } : {}
    const status = { observedGeneration: generation, typeChecking }
    yield* world.apply('ValidatingAdmissionPolicy', { metadata: { name }, status }, { subresource: 'status' })
  },
}
