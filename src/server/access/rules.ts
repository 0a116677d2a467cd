import { goQuote } from '../../base/go/printable.js'
import type { AccessRequest } from '../../model/registry/authorizer.js'
import type { PolicyRule } from '../../model/generated/types/rbac-v1.js'

const NOTHING: readonly string[] = []

/** Tells whether a list has a value or the wildcard. */
const matches = (list: readonly string[] = NOTHING, value: string): boolean =>
  list.includes('*') || list.includes(value)

/** Tells whether a rule is about a verb. */
export const hasVerb = ({ verbs }: PolicyRule, verb: string): boolean => matches(verbs, verb)

/** Tells whether a rule allows a request (plugin/pkg/auth/authorizer/rbac: RuleAllows). */
export function ruleAllows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!hasVerb(rule, request.verb)) return false
  if (request.path !== undefined) return coversUrl(rule.nonResourceURLs, request.path)
  const { group, resource, subresource, name } = request
  const { resources = NOTHING, resourceNames = NOTHING } = rule
  return (
    matches(rule.apiGroups, group) &&
    (subresource === ''
      ? matches(resources, resource)
      : matches(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`)) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  )
}

/** Tells whether a path is among those of a rule, which may end with a `*`. */
const coversUrl = (urls: readonly string[] = NOTHING, path: string): boolean =>
  urls.some((url) => url === path || (url.endsWith('*') && path.startsWith(withoutStars(url))))

function withoutStars(url: string): string {
  let end = url.length
  while (url[end - 1] === '*') end--
  return url.slice(0, end)
}

/** A rule with one verb, and at most one of everything else. */
type Atom = PolicyRule

/** Returns what rules grant beyond others, one verb at a time (component-helpers: Covers). */
export const uncovered = (owned: readonly PolicyRule[], granted: readonly PolicyRule[]): readonly Atom[] =>
  granted.flatMap(atomsOf).filter((atom) => !owned.some((rule) => covers(rule, atom)))

/** Breaks a rule down to its smallest parts. */
export function atomsOf({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): readonly Atom[] {
  const names = resourceNames.length > 0 ? resourceNames.map((name) => ({ resourceNames: [name] })) : [{}]
  const onResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) =>
        names.map((name) => ({ verbs: [verb], apiGroups: [group], resources: [resource], ...name })),
      ),
    ),
  )
  const onPaths = nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ verbs: [verb], nonResourceURLs: [url] })))
  return [...onResources, ...onPaths]
}

/** Tells whether a rule allows everything that an atom does. */
function covers(rule: PolicyRule, { verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Atom): boolean {
  const has = (own: readonly string[] = NOTHING, wanted: readonly string[] = NOTHING) =>
    own.includes('*') || wanted.every((each) => own.includes(each))
  const { resources: own = NOTHING, resourceNames: ownNames = NOTHING } = rule
  return (
    has(rule.verbs, verbs) &&
    has(rule.apiGroups, apiGroups) &&
    (has(own, resources) ||
      (resources ?? NOTHING).every((each) => own.includes(each) || coversSubresource(own, each))) &&
    (nonResourceURLs ?? NOTHING).every((url) => coversUrl(rule.nonResourceURLs, url)) &&
    (ownNames.length === 0 || (resourceNames?.length ? resourceNames.every((name) => ownNames.includes(name)) : false))
  )
}

function coversSubresource(own: readonly string[], resource: string): boolean {
  const slash = resource.indexOf('/')
  return slash >= 0 && own.includes(`*${resource.slice(slash)}`)
}

/** Joins rules of one resource that differ in their verbs only (validation.CompactRules). */
export function compacted(atoms: readonly PolicyRule[]): readonly PolicyRule[] {
  const joined = new Map<string, PolicyRule>()
  const others: PolicyRule[] = []
  for (const rule of atoms) {
    const { apiGroups = NOTHING, resources = NOTHING, resourceNames = NOTHING, nonResourceURLs = NOTHING } = rule
    if (apiGroups.length !== 1 || resources.length !== 1 || resourceNames.length > 1 || nonResourceURLs.length > 0) {
      others.push(rule)
      continue
    }
    const key = JSON.stringify([apiGroups, resources, resourceNames])
    const before = joined.get(key)
    joined.set(key, before ? { ...before, verbs: [...before.verbs, ...rule.verbs] } : rule)
  }
  return [...others, ...joined.values()]
}

/** Formats a rule as refusals of escalation print it (rbac.CompactString). */
export function ruleText(rule: PolicyRule): string {
  const part = (name: string, list: readonly string[] = NOTHING) =>
    list.length > 0 ? [`${name}:${quotedList(list)}`] : []
  const parts = [
    ...part('APIGroups', rule.apiGroups),
    ...part('Resources', rule.resources),
    ...part('NonResourceURLs', rule.nonResourceURLs),
    ...part('ResourceNames', rule.resourceNames),
    ...part('Verbs', rule.verbs),
  ]
  return `{${parts.join(', ')}}`
}

/** Formats a list of strings as Go prints it with `%q`. */
export const quotedList = (list: readonly string[]): string => `[${list.map(goQuote).join(' ')}]`
