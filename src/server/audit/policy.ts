import { type Issue, invalid, issueText, notSupported, required } from '../../base/errors/issue.js'
import { type Input } from '../../base/input/input.js'
import { readInput } from '../../base/input/documents.js'
import { LoadError } from '../../base/input/load-error.js'
import { isObject } from '../../base/json/json.js'
import { code } from '../../base/check/arguments.js'
import { describeProblems, flag, text } from '../../base/check/shape.js'
import { listOf, members } from '../../base/check/shapes.js'
import { dns1123Subdomain } from '../../base/rules/names.js'
import type { Identified } from '../../model/registry/account-tokens.js'
import type { AccessRequest } from '../../model/registry/authorizer.js'

const LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const

/** How much of a request is recorded. */
export type AuditLevel = (typeof LEVELS)[number]

/** When in the life of a request something is recorded. */
export type AuditStage = (typeof STAGES)[number]

type GroupResources = {
  readonly group?: string
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

type Rule = {
  readonly level: AuditLevel
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly GroupResources[]
  readonly namespaces?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

/** A Policy of audit.k8s.io/v1. */
type Policy = {
  readonly apiVersion?: string
  readonly kind?: string
  readonly rules?: readonly Rule[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

const words = listOf(text)
// With the names of `GroupResources`, `Rule` and `Policy`. Levels and stages are checked later, with real words.
const policyShape = members({
  apiVersion: text,
  kind: text,
  metadata: code('an object', isObject),
  omitStages: words,
  omitManagedFields: flag,
  rules: listOf(
    members({
      level: text,
      users: words,
      userGroups: words,
      verbs: words,
      resources: listOf(members({ group: text, resources: words, resourceNames: words })),
      namespaces: words,
      nonResourceURLs: words,
      omitStages: words,
      omitManagedFields: flag,
    }),
  ),
})

/** What is recorded of a request. */
export type Recorded = {
  readonly level: AuditLevel
  readonly omitStages: readonly AuditStage[]
  readonly omitManagedFields: boolean
}

/** Tells what is recorded of a request. */
export type AuditPolicy = (user: Identified | undefined, request: AccessRequest) => Recorded

/**
 * Reads a policy, with the messages of kube-apiserver (apiserver: pkg/audit/policy, pkg/apis/audit/validation).
 *
 * @throws LoadError for what is no policy
 */
export function readPolicy(input: Input, name: string): AuditPolicy {
  const { documents, faults, sources } = readInput(input, name)
  const source = sources[0] ?? name
  if (faults.length > 0) throw new LoadError(faults)
  const [document] = documents
  const problem = documents.length === 1 ? faultOf(document?.value) : `one policy is taken, not ${documents.length}`
  if (problem !== undefined) throw new LoadError([{ source, message: problem }])
  return policyOf(document?.value as Policy) // as has been checked
}

function faultOf(value: unknown): string | undefined {
  const [problem] = policyShape.check(value, [])
  if (problem) return describeProblems([problem])
  const { apiVersion = '', kind = '', rules = [], omitStages } = value as Policy // as it has the shape of one
  if (apiVersion !== 'audit.k8s.io/v1' || kind !== 'Policy')
    return `no kind "${kind}" is registered for version "${apiVersion}": an audit policy is a Policy of audit.k8s.io/v1`
  const issues = [
    ...stageIssues(omitStages, 'omitStages'),
    ...rules.flatMap((rule, i) => ruleIssues(rule, `rules[${i}]`)),
  ]
  const texts = issues.map(issueText)
  if (texts.length > 0) return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
  return rules.length === 0 ? 'loaded illegal policy with 0 rules' : undefined
}

function ruleIssues(rule: Rule, at: string): readonly Issue[] {
  const { level, nonResourceURLs = [], resources = [], namespaces = [] } = rule
  return [
    ...(!level
      ? [required(`${at}.level`)]
      : LEVELS.includes(level)
        ? []
        : [notSupported(`${at}.level`, level, LEVELS)]),
    ...nonResourceURLs.flatMap((url, i) => urlIssues(url, `${at}.nonResourceURLs[${i}]`)),
    ...resources.flatMap((each) => resourceIssues(each, `${at}.resources`)),
    ...stageIssues(rule.omitStages, `${at}.omitStages`),
    ...(nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0)
      ? [
          invalid(
            `${at}.nonResourceURLs`,
            nonResourceURLs,
            'rules cannot apply to both regular resources and non-resource URLs',
          ),
        ]
      : []),
  ]
}

function urlIssues(url: string, at: string): readonly Issue[] {
  if (url === '*') return []
  return [
    ...(url.startsWith('/') ? [] : [invalid(at, url, "non-resource URL rules must begin with a '/' character")]),
    ...(url.slice(0, -1).includes('*')
      ? [invalid(at, url, "non-resource URL wildcards '*' must be the final character of the rule")]
      : []),
  ]
}

function resourceIssues({ group = '', resources = [], resourceNames = [] }: GroupResources, at: string) {
  const problems = group === '' ? [] : dns1123Subdomain(group)
  return [
    ...(problems.length > 0 ? [invalid(`${at}.group`, group, problems.join(','))] : []),
    ...(resourceNames.length > 0 && resources.length === 0
      ? [invalid(`${at}.resourceNames`, resourceNames, 'using resourceNames requires at least one resource')]
      : []),
  ]
}

const stageIssues = (stages: readonly AuditStage[] = [], at: string): readonly Issue[] =>
  stages.flatMap((stage, i) =>
    STAGES.includes(stage) ? [] : [invalid(`${at}[${i}]`, stage, `allowed stages are ${STAGES.join(',')}`)],
  )

/** Makes the policy: the first rule that matches counts, and without one nothing is recorded. */
function policyOf({ rules = [], omitStages = [], omitManagedFields = false }: Policy): AuditPolicy {
  const all = rules.map((rule) => ({
    rule,
    recorded: {
      level: rule.level,
      omitStages: [...omitStages, ...(rule.omitStages ?? [])],
      omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
    },
  }))
  const nothing: Recorded = { level: 'None', omitStages, omitManagedFields }
  return (user, request) => all.find(({ rule }) => matches(rule, user, request))?.recorded ?? nothing
}

const names = (list: readonly string[] | undefined): readonly string[] | undefined => (list?.length ? list : undefined)

function matches(rule: Rule, user: Identified | undefined, request: AccessRequest): boolean {
  const [users, groups, verbs] = [names(rule.users), names(rule.userGroups), names(rule.verbs)]
  if (users && !(user && users.includes(user.name))) return false
  if (groups && !user?.groups.some((group) => groups.includes(group))) return false
  if (verbs && !verbs.includes(request.verb)) return false
  if (names(rule.namespaces) || rule.resources?.length) return matchesResource(rule, request)
  const urls = names(rule.nonResourceURLs)
  return !urls || (request.path !== undefined && urls.some((url) => matchesPath(url, request.path ?? '')))
}

const matchesPath = (url: string, path: string): boolean =>
  url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1)))

function matchesResource({ namespaces, resources = [] }: Rule, request: AccessRequest): boolean {
  if (request.path !== undefined) return false
  const { group, resource, subresource, namespace, name } = request
  if (names(namespaces)?.includes(namespace) === false) return false
  if (resources.length === 0) return true
  const whole = subresource === '' ? resource : `${resource}/${subresource}`
  const isNamed = (each: string) =>
    each === whole ||
    each === '*' ||
    (subresource !== '' && each === `*/${subresource}`) ||
    (each.endsWith('/*') && each.slice(0, -2) === resource)
  return resources.some(
    (each) =>
      (each.group ?? '') === group &&
      (!each.resources?.length ||
        (each.resources.some(isNamed) && (names(each.resourceNames)?.includes(name) ?? true))),
  )
}
