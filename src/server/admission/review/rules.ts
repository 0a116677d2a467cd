import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import type { NamedRuleWithOperations } from '../../../model/generated/types/admissionregistration-v1.js'
import { type GroupVersionResource, type ReviewedRequest, isNamespace } from './request.js'

/** A rule of a webhook or of a policy, whose resources may be limited to some names. */
export type Rule = Unchecked<NamedRuleWithOperations>

type Addressed = Pick<ReviewedRequest, 'operation' | 'subresource' | 'namespace'> & {
  readonly resource: GroupVersionResource
}

/** Tells whether a rule is about a request (predicates/rules: Matcher), whatever its object's name. */
export function matchesRule(rule: Rule, request: Addressed): boolean {
  const { group, version } = request.resource
  return (
    isInScope(rule.scope, request) &&
    includes(rule.operations, request.operation) &&
    includes(rule.apiGroups, group) &&
    includes(rule.apiVersions, version) &&
    (rule.resources ?? []).some((pattern) => isOfResource(pattern, request))
  )
}

const includes = (items: readonly string[] = [], wanted: string): boolean =>
  items.includes('*') || items.includes(wanted)

function isInScope(scope: string | undefined, { resource, namespace }: Addressed): boolean {
  if (scope === undefined || scope === '*') return true
  const isCluster = isNamespace(resource) || namespace === ''
  return scope === 'Cluster' ? isCluster : scope === 'Namespaced' && !isCluster
}

function isOfResource(pattern: string, { resource, subresource }: Addressed): boolean {
  const slash = pattern.indexOf('/')
  const [wanted, part] = slash < 0 ? [pattern, ''] : [pattern.slice(0, slash), pattern.slice(slash + 1)]
  return (wanted === '*' || wanted === resource.resource) && (part === '*' || part === subresource)
}
