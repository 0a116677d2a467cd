import { createTypeCheck } from '../../cel/admission.js'
import type { Policy } from '../../kinds/admissionregistration/policy-rules.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Registry } from '../../model/registry/registry.js'

/** A warning about the types of an expression, as `status.typeChecking` has it. */
type Warning = { readonly fieldRef: string; readonly warning: string }

/**
 * Checks the expressions of a policy against the types of the resources it matches (policy/validating: TypeChecker).
 *
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export function typeWarnings({ spec = {} }: Policy, registry: Registry): readonly Warning[] {
  const { paramKind, variables, validations } = spec
  const params = paramKind && registry.of(paramKind.apiVersion ?? '', paramKind.kind ?? '')
  const named = (variables ?? []).map(({ name = '', expression = '' }) => ({ name, expression }))
  const checks = kindsOf(spec, registry).map((def) => ({
    head: `${def.group}/${def.version}, Kind=${def.kind}`,
    check: createTypeCheck({
      kind: def.kind,
      object: def.schema,
      params: params?.schema,
      variables: named,
    }),
  }))
  const warningsOf = (fieldRef: string, expression: string | undefined): readonly Warning[] => {
    const found = checks.flatMap(({ head, check }) => {
      const fault = check(expression ?? '')
      return fault === undefined ? [] : [`${head}: ${fault}\n`]
    })
    return found.length === 0 ? [] : [{ fieldRef, warning: found.join('\n') }]
  }
  return (validations ?? []).flatMap(({ expression, messageExpression }, i) => [
    ...warningsOf(`spec.validations[${i}].expression`, expression),
    ...(messageExpression ? warningsOf(`spec.validations[${i}].messageExpression`, messageExpression) : []),
  ])
}

/** At most so many kinds are checked. */
const MOST_KINDS = 10

/** Returns the kinds that a policy names without wildcards and subresources, in order. */
function kindsOf({ matchConstraints }: NonNullable<Policy['spec']>, registry: Registry): readonly KindDef[] {
  const found = new Set<KindDef>()
  for (const { apiGroups, apiVersions, resources } of matchConstraints?.resourceRules ?? []) {
    let count = 0
    if ([...(apiGroups ?? []), ...(apiVersions ?? [])].some((word) => word.includes('*'))) continue
    for (const group of sorted(apiGroups))
      for (const version of sorted(apiVersions))
        for (const resource of sorted(resources?.filter((word) => !/[*/]/.test(word)))) {
          const def = registry.at(group, version, resource)
          if (!def || count === MOST_KINDS) continue
          found.add(def)
          count++
        }
    if (count === MOST_KINDS) break
  }
  return [...found].sort((a, b) => order(a.group, b.group) || order(a.version, b.version) || order(a.kind, b.kind))
}

const sorted = (words: readonly string[] = []): readonly string[] => [...words].sort()
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
