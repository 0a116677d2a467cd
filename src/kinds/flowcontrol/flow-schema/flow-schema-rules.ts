import { GoText, goQuote } from '../../../base/go/printable.js'
import { type Issue, forbidden, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { dns1123Label } from '../../../base/rules/names.js'
import type {
  FlowSchema as FlowSchemaStruct,
  NonResourcePolicyRule,
  ResourcePolicyRule,
} from '../../../model/generated/types/flowcontrol-v1.js'
import { subdomainName } from '../../struct/struct-kind.js'
import type { Unchecked, UncheckedObject } from '../../struct/unchecked.js'

/** A FlowSchema before validation. */
export type FlowSchema = UncheckedObject<FlowSchemaStruct>
type Spec = NonNullable<FlowSchema['spec']>
type Rule = NonNullable<Spec['rules']>[number]
type Subject = NonNullable<Rule['subjects']>[number]

const METHODS = ['ByNamespace', 'ByUser']
const MOST_PRECEDENCE = 10_000

/** Validates the spec of a FlowSchema (ValidateFlowSchemaSpec). */
export function* validateSpec(name: string, spec: Spec): Iterable<Issue> {
  const { matchingPrecedence: precedence = 0, distinguisherMethod: method } = spec
  const level = spec.priorityLevelConfiguration?.name ?? ''
  const [field, levelField] = ['spec.matchingPrecedence', 'spec.priorityLevelConfiguration.name']
  if (precedence <= 0) yield invalid(field, precedence, 'must be a positive value')
  if (precedence > MOST_PRECEDENCE) yield invalid(field, precedence, `must not be greater than ${MOST_PRECEDENCE}`)
  if (precedence === 1 && name !== 'exempt')
    yield invalid(field, precedence, "only the schema named 'exempt' may have matchingPrecedence 1")
  if (method && !METHODS.includes(method.type ?? ''))
    yield notSupported('spec.distinguisherMethod.type', goMethod(method.type), METHODS)
  if (level) yield* subdomainName(level, false).map((detail) => invalid(levelField, level, detail))
  else yield required(levelField, 'must reference a priority level')
  yield* (spec.rules ?? []).flatMap((rule, i) => validateRule(rule, `spec.rules[${i}]`))
}

const goMethod = (type = '') => new GoText(`flowcontrol.FlowDistinguisherMethod{Type:${goQuote(type)}}`)

function validateRule(rule: Rule, at: string): readonly Issue[] {
  const [subjects, resourceRules, nonResourceRules] = [
    rule.subjects ?? [],
    rule.resourceRules ?? [],
    rule.nonResourceRules ?? [],
  ]
  return [
    ...(subjects.length > 0
      ? subjects.flatMap((subject, i) => validateSubject(subject, `${at}.subjects[${i}]`))
      : [required(`${at}.subjects`, 'subjects must contain at least one value')]),
    ...(resourceRules.length + nonResourceRules.length > 0
      ? []
      : [required(at, 'at least one of resourceRules and nonResourceRules has to be non-empty')]),
    ...resourceRules.flatMap((each, i) => validateResourceRule(each, `${at}.resourceRules[${i}]`)),
    ...nonResourceRules.flatMap((each, i) => validateNonResourceRule(each, `${at}.nonResourceRules[${i}]`)),
  ]
}

const MEMBERS = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const
// The subjects that each kind of subject must not have, in the order of the server's checks.
const UNFIT = {
  ServiceAccount: ['User', 'Group'],
  User: ['ServiceAccount', 'Group'],
  Group: ['ServiceAccount', 'User'],
} as const

function validateSubject(subject: Subject, at: string): readonly Issue[] {
  const kind = (['ServiceAccount', 'User', 'Group'] as const).find((known) => known === subject.kind)
  if (!kind) return [notSupported(`${at}.kind`, subject.kind ?? '', ['Group', 'ServiceAccount', 'User'])]
  const member = MEMBERS[kind]
  const given = subject[member]
  return [
    ...(given
      ? validateNames(subject, kind, `${at}.${member}`)
      : [required(`${at}.${member}`, `${member} is required when subject kind is '${kind}'`)]),
    ...UNFIT[kind]
      .filter((other) => subject[MEMBERS[other]])
      .map((other) =>
        forbidden(`${at}.${MEMBERS[other]}`, `${MEMBERS[other]} is forbidden when subject kind is not '${other}'`),
      ),
  ]
}

function validateNames(
  { user, group, serviceAccount }: Subject,
  kind: keyof typeof MEMBERS,
  at: string,
): readonly Issue[] {
  if (kind !== 'ServiceAccount') return (kind === 'User' ? user : group)?.name ? [] : [required(`${at}.name`)]
  const { name = '', namespace = '' } = serviceAccount ?? {}
  return [
    ...(name
      ? name === '*'
        ? []
        : subdomainName(name, false).map((detail) => invalid(`${at}.name`, name, detail))
      : [required(`${at}.name`)]),
    ...(namespace
      ? dns1123Label(namespace).map((detail) => invalid(`${at}.namespace`, namespace, detail))
      : [required(`${at}.namespace`, 'must specify namespace for service account')]),
  ]
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

type Texts = readonly string[] | null | undefined

/** Validates that a list with `*` has no other items. */
const alone = (list: readonly string[], field: string, what: string): readonly Issue[] =>
  list.length > 1 && list.includes('*')
    ? [invalid(field, list, `if '*' is present, must not specify other ${what}`)]
    : []

function validateVerbs(verbs: Texts, field: string): readonly Issue[] {
  const list = verbs ?? []
  if (list.length === 0) return [required(field, 'verbs must contain at least one value')]
  if (list.includes('*')) return alone(list, field, 'verbs')
  return list.every((verb) => VERBS.includes(verb)) ? [] : [notSupported(field, list, VERBS)]
}

const filled = (list: Texts, field: string, need: string, what: string): readonly Issue[] =>
  list?.length ? alone(list, field, what) : [required(field, need)]

/** Validates a ResourcePolicyRule. */
const validateResourceRule = (rule: Unchecked<ResourcePolicyRule>, at: string): readonly Issue[] => [
  ...validateVerbs(rule.verbs, `${at}.verbs`),
  ...filled(rule.apiGroups, `${at}.apiGroups`, 'resource rules must supply at least one api group', 'api groups'),
  ...filled(rule.resources, `${at}.resources`, 'resource rules must supply at least one resource', 'resources'),
  ...validateNamespaces(rule.namespaces ?? [], rule.clusterScope ?? false, `${at}.namespaces`),
]

function validateNamespaces(list: readonly string[], isCluster: boolean, field: string): readonly Issue[] {
  if (list.length === 0 && !isCluster)
    return [required(field, 'resource rules that are not cluster scoped must supply at least one namespace')]
  if (list.includes('*')) return alone(list, field, 'namespaces')
  return list.flatMap((name, i) =>
    dns1123Label(name).map((detail) =>
      invalid(`${field}[${i}]`, name, `each member of this list must be '*' or a DNS-1123 label; ${detail}`),
    ),
  )
}

/** Validates a NonResourcePolicyRule. */
function validateNonResourceRule(rule: Unchecked<NonResourcePolicyRule>, at: string): readonly Issue[] {
  const field = `${at}.nonResourceURLs`
  const urls = rule.nonResourceURLs ?? []
  const need = 'nonResourceURLs must contain at least one value'
  return [
    ...validateVerbs(rule.verbs, `${at}.verbs`),
    ...filled(urls, field, need, 'non-resource URLs'),
    ...(urls.includes('*')
      ? []
      : urls.flatMap((url, i) => {
          const fault = faultOfPath(url)
          return fault === undefined ? [] : [invalid(`${field}[${i}]`, url, fault)]
        })),
  ]
}

function faultOfPath(path: string): string | undefined {
  if (path === '') return 'must not be empty'
  if (path === '/') return undefined
  if (!path.startsWith('/')) return 'must start with slash'
  if (path.includes(' ')) return 'must not contain white-space'
  if (path.includes('//')) return 'must not contain double slash'
  const stars = path.split('*').length - 1
  return stars > 1 || (stars === 1 && !path.endsWith('/*')) ? 'wildcard can only do suffix matching' : undefined
}
