import { repeatsOf } from '../../base/lists/lists.js'
import { type Issue, duplicate, invalid, notSupported, required } from '../../base/errors/issue.js'
import { pathSegmentName } from '../../base/rules/names.js'
import type {
  MatchResources,
  NamedRuleWithOperations,
  RuleWithOperations,
} from '../../model/generated/types/admissionregistration-v1.js'
import { goStrings } from '../shared/go-struct.js'
import { validateLabelSelector } from '../shared/label-selector.js'
import type { Unchecked } from '../struct/unchecked.js'

type Rule = Unchecked<RuleWithOperations>
type NamedRule = Unchecked<NamedRuleWithOperations>

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const SCOPES = ['*', 'Cluster', 'Namespaced']
export const MATCH_POLICIES: readonly string[] = ['Equivalent', 'Exact']

const alone = (list: readonly string[], field: string, what: string, shown: unknown = list): readonly Issue[] =>
  list.length > 1 && list.includes('*')
    ? [invalid(field, shown, `if '*' is present, must not specify other ${what}`)]
    : []

/** Validates a rule: operations, groups, versions, resources and scope (validateRuleWithOperations). */
export function validateRule(rule: Rule, at: string): readonly Issue[] {
  const [operations, groups, versions] = [rule.operations ?? [], rule.apiGroups ?? [], rule.apiVersions ?? []]
  const shown = goStrings(operations, 'admissionregistration.OperationType')
  return [
    ...(operations.length > 0 ? [] : [required(`${at}.operations`)]),
    ...alone(operations, `${at}.operations`, 'operations', shown),
    ...operations.flatMap((operation, i) =>
      OPERATIONS.includes(operation) ? [] : [notSupported(`${at}.operations[${i}]`, operation, OPERATIONS)],
    ),
    ...(groups.length > 0 ? [] : [required(`${at}.apiGroups`)]),
    ...alone(groups, `${at}.apiGroups`, 'API groups'),
    ...(versions.length > 0 ? [] : [required(`${at}.apiVersions`)]),
    ...alone(versions, `${at}.apiVersions`, 'API versions'),
    ...versions.flatMap((version, i) => (version ? [] : [required(`${at}.apiVersions[${i}]`)])),
    ...validateResources(rule.resources ?? [], `${at}.resources`),
    ...(rule.scope === undefined || SCOPES.includes(rule.scope)
      ? []
      : [notSupported(`${at}.scope`, rule.scope, SCOPES)]),
  ]
}

function validateResources(resources: readonly string[], field: string): readonly Issue[] {
  const firsts = new Map(resources.map((word, i) => [word, i] as const).toReversed())
  const each = resources.flatMap((word, i) => {
    const at = `${field}[${i}]`
    if (word === '') return [required(at)]
    const slash = word.indexOf('/')
    if (slash < 0) return []
    const [resource, sub] = [word.slice(0, slash), word.slice(slash + 1)]
    return [`${resource}/*`, `*/${sub}`]
      .filter((wider) => (firsts.get(wider) ?? i) < i)
      .map((wider) => invalid(at, word, `if '${wider}' is present, must not specify ${word}`))
  })
  // Only the last resource without a subresource counts.
  const last = resources.filter((word) => word !== '' && !word.includes('/')).at(-1)
  return [
    ...(resources.length > 0 ? [] : [required(field)]),
    ...each,
    ...(resources.length > 1 && resources.includes('*/*')
      ? [invalid(field, resources, "if '*/*' is present, must not specify other resources")]
      : []),
    ...(resources.includes('*') && last !== undefined && last !== '*'
      ? [invalid(field, resources, "if '*' is present, must not specify other resources without subresources")]
      : []),
  ]
}

/** Validates the match criteria of a policy or binding (validateMatchResources). */
export function* validateMatchResources(match: Unchecked<MatchResources>, at: string): Iterable<Issue> {
  const { matchPolicy, namespaceSelector = {}, objectSelector = {}, resourceRules, excludeResourceRules } = match
  if (!(matchPolicy === undefined || MATCH_POLICIES.includes(matchPolicy)))
    yield notSupported(`${at}.matchPolicy`, matchPolicy, MATCH_POLICIES)
  yield* validateLabelSelector(namespaceSelector, `${at}.namespaceSelector`)
  yield* validateLabelSelector(objectSelector, `${at}.objectSelector`)
  yield* (resourceRules ?? []).flatMap((rule, i) => validateNamedRule(rule, `${at}.resourceRules[${i}]`))
  yield* (excludeResourceRules ?? []).flatMap((rule, i) => validateNamedRule(rule, `${at}.excludeResourceRules[${i}]`))
}

function validateNamedRule(rule: NamedRule, at: string): readonly Issue[] {
  const names = rule.resourceNames ?? []
  const repeats = repeatsOf(names)
  return [
    ...names.flatMap((name, i) => [
      ...pathSegmentName(name).map((detail) => invalid(`${at}.resourceNames[${i}]`, name, detail)),
      ...(repeats(i) ? [duplicate(`${at}.resourceNames[${i}]`, name)] : []),
    ]),
    ...validateRule(rule, at),
  ]
}
