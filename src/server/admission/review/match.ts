import { type StatusError, notFound } from '../../../base/errors/status.js'
import { mustHave } from '../../../base/must-have.js'
import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import type {
  MatchResources,
  NamedRuleWithOperations,
} from '../../../model/generated/types/admissionregistration-v1.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { type LabelSelector, matchesLabels } from '../../../model/select/labels.js'
import type { KubeObject } from '../../../schema/object.js'
import type { AdmissionContext } from '../types.js'
import { equivalentsOf, kindAt } from './equivalents.js'
import { type GroupVersionResource, type ReviewedRequest, isNamespace } from './request.js'

/** A rule of a webhook or of a policy, whose resources may be limited to some names. */
type Rule = Unchecked<NamedRuleWithOperations>

type Addressed = Pick<ReviewedRequest, 'operation' | 'subresource' | 'namespace'> & {
  readonly resource: GroupVersionResource
}

/** Tells whether a rule is about a request (predicates/rules: Matcher), whatever its object's name. */
function matchesRule(rule: Rule, request: Addressed): boolean {
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
  items.includes(wanted) || items.includes('*')

function isInScope(scope: string | undefined, { resource, namespace }: Addressed): boolean {
  if (scope === undefined || scope === '*') return true
  const isCluster = isNamespace(resource) || namespace === ''
  return scope === 'Cluster' ? isCluster : scope === 'Namespaced' && !isCluster
}

function isOfResource(pattern: string, { resource, subresource }: Addressed): boolean {
  const slash = pattern.indexOf('/')
  if (slash < 0) return subresource === '' && (pattern === resource.resource || pattern === '*')
  const [wanted, part] = [pattern.slice(0, slash), pattern.slice(slash + 1)]
  return (wanted === '*' || wanted === resource.resource) && (part === '*' || part === subresource)
}

/** What a policy, a binding or a webhook says about the requests that it is for. */
export type Criteria = Unchecked<MatchResources>

/** What matching needs of the cluster. */
export type MatchContext = Pick<AdmissionContext, 'get' | 'registry'>

/** The resource that a request matches as, and the kind that its objects are converted to. */
export type Match = { readonly resource: GroupVersionResource; readonly kind: KindDef }

/**
 * Returns what a request matches as (admission/plugin/policy/matching: Matcher); undefined if it does not match.
 *
 * @throws StatusError for a request that matches, but whose namespace is missing
 */
export function matchOf(criteria: Criteria, request: ReviewedRequest, context: MatchContext): Match | undefined {
  const inNamespace = matchesNamespace(criteria, request, context)
  if (inNamespace === false || !matchesObject(criteria, request)) return undefined
  const { excludeResourceRules = [], resourceRules = [], matchPolicy } = criteria
  const isExact = matchPolicy === undefined || matchPolicy === 'Exact'
  if (matchOfRules(excludeResourceRules, isExact, request, context)) return undefined
  const match = resourceRules.length > 0 ? matchOfRules(resourceRules, isExact, request, context) : ownMatch(request)
  if (match && inNamespace !== true) throw inNamespace
  return match
}

/**
 * Returns what all requests match as that are addressed as one is, whatever they are about; undefined if not all do so
 * alike.
 */
export function foreseenMatch(
  criteria: Criteria,
  request: ReviewedRequest,
  context: MatchContext,
): { readonly match: Match | undefined } | undefined {
  const { excludeResourceRules = [], resourceRules = [], namespaceSelector, objectSelector } = criteria
  if (
    resourceRules.length > 0 &&
    !matchOf({ ...criteria, ...FREE, resourceRules: unnamed(resourceRules) }, request, context)
  )
    return { match: undefined }
  const isFree = isEverything(namespaceSelector) && isEverything(objectSelector)
  const isNamed = [...excludeResourceRules, ...resourceRules].some(({ resourceNames = [] }) => resourceNames.length > 0)
  return isFree && !isNamed ? { match: matchOf(criteria, request, context) } : undefined
}

/** Criteria that depend on what a request is about. */
const FREE = { namespaceSelector: {}, objectSelector: {}, excludeResourceRules: [] }

const unnamed = (rules: readonly Rule[]): readonly Rule[] => rules.map((rule) => ({ ...rule, resourceNames: [] }))

const isEverything = (selector: object | undefined): boolean => selectorOf(selector)?.length === 0

const ownMatch = ({ resource, def, subresource }: ReviewedRequest): Match => ({
  resource,
  kind: mustHave(kindAt(def, subresource), 'the kind of a request'),
})

/** Returns whether the namespace is selected, or the error of a missing one. */
function matchesNamespace(
  { namespaceSelector }: Criteria,
  { namespace, resource: { resource }, subresource, operation, object }: ReviewedRequest,
  { get }: MatchContext,
): boolean | StatusError {
  if (namespace === '' && resource !== 'namespaces') return true
  const selector = selectorOf(namespaceSelector)
  if (selector?.length === 0) return true
  // A namespace that is written is not stored yet.
  const isWritten =
    resource === 'namespaces' && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE')
  const found = isWritten ? object : get('/namespaces', namespace)
  if (!found) return notFound({ group: '', resource: 'namespaces' }, namespace)
  return isSelected(selector, found)
}

function matchesObject({ objectSelector }: Criteria, { object, oldObject }: ReviewedRequest): boolean {
  const selector = selectorOf(objectSelector)
  if (selector?.length === 0) return true
  return [object, oldObject].some((one) => one !== null && isSelected(selector, one))
}

const isSelected = (selector: LabelSelector | undefined, { metadata }: KubeObject): boolean =>
  selector !== undefined && metadata !== undefined && matchesLabels(selector, metadata.labels)

const EVERYTHING: LabelSelector = []
const selectors = new WeakMap<object, LabelSelector | undefined>()

/** Parses a selector once; none at all selects everything, as its default does. */
function selectorOf(given: object | undefined): LabelSelector | undefined {
  if (given === undefined) return EVERYTHING
  let found = selectors.get(given)
  if (!found && !selectors.has(given)) selectors.set(given, (found = fromLabelSelectorObject(given)))
  return found
}

function matchOfRules(
  rules: readonly Rule[],
  isExact: boolean,
  request: ReviewedRequest,
  { registry }: MatchContext,
): Match | undefined {
  if (rules.length === 0) return undefined
  if (rules.some((rule) => matchesRule(rule, request) && matchesName(rule, request))) return ownMatch(request)
  if (isExact) return undefined
  const others = equivalentsOf(registry, request.def)
  for (const rule of rules)
    for (const other of others) {
      const resource = { group: other.group, version: other.version, resource: other.plural }
      const kind = kindAt(other, request.subresource)
      if (kind && matchesRule(rule, { ...request, resource }) && matchesName(rule, request)) return { resource, kind }
    }
  return undefined
}

const matchesName = ({ resourceNames = [] }: Rule, { name }: ReviewedRequest): boolean =>
  resourceNames.length === 0 || resourceNames.includes(name)
