import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { docOf } from '../../../model/registry/column.js'
import { repeatsOf } from '../../../base/lists/lists.js'
import { type Issue, duplicate, invalid, required, forbidden, notSupported } from '../../../base/errors/issue.js'
import { jsonEqual } from '../../../base/json/json.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { goStruct } from '../../shared/go-struct.js'
import { GoText } from '../../../base/go/printable.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { defineStructKind, mainSubresource, statusOnly, withMetadataOfStored } from '../../struct/struct-kind.js'
import { dns1123Label, subdomainName } from '../../../base/rules/names.js'
import type {
  FlowSchema as FlowSchemaStruct,
  NonResourcePolicyRule,
  ResourcePolicyRule,
} from '../../../model/generated/types/flowcontrol-v1.js'
import type { Unchecked, UncheckedObject } from '../../struct/unchecked.js'

type Spec = NonNullable<FlowSchema['spec']>

const groups = (...names: readonly string[]) => names.map((name) => ({ kind: 'Group', group: { name } }))

// Rules that match any request.
const EVERYTHING = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}

/**
 * The required specs of the schemas with these names (mandatory objects of k8s.io/apiserver's flowcontrol bootstrap).
 */
const FIXED_SCHEMAS: { readonly [name: string]: Spec } = {
  exempt: {
    priorityLevelConfiguration: { name: 'exempt' },
    matchingPrecedence: 1,
    rules: [{ subjects: groups('system:masters'), ...EVERYTHING }],
  },
  'catch-all': {
    priorityLevelConfiguration: { name: 'catch-all' },
    matchingPrecedence: 10000,
    distinguisherMethod: { type: 'ByUser' },
    rules: [{ subjects: groups('system:unauthenticated', 'system:authenticated'), ...EVERYTHING }],
  },
}

const fill = structFiller({ 'flowcontrol.v1.FlowSchemaSpec': { matchingPrecedence: 1000 } })

/** FlowSchema: assigns requests to priority levels. It is stored but does not limit requests. */
export const flowSchema = defineStructKind<FlowSchema>('flowcontrol.v1.FlowSchema', () => ({
  group: 'flowcontrol.apiserver.k8s.io',
  scope: 'Cluster',
  names: { kind: 'FlowSchema', plural: 'flowschemas' },
  schema: { defaults: (object) => fill('flowcontrol.v1.FlowSchema', object) },
  metadata: { generation: true },
  subresources: { main: mainSubresource, status: statusOnly },
  create: {
    resetFields: ['status'],
    prepare: (object) => ({ ...object, status: {} }),
    validate: (object, context) => [...context.validateObjectMeta(object), ...validateSchema(object)],
  },
  update: {
    prepare: withMetadataOfStored,
    validate: (next, _, context) =>
      context.subresource === 'status'
        ? validateConditions(next.status?.conditions ?? [])
        : [...context.validateObjectMeta(next), ...validateSchema(next)],
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'PriorityLevel',
        description: docOf('flowcontrol.v1.PriorityLevelConfigurationReference', 'name'),
        cell: ({ spec }) => spec?.priorityLevelConfiguration?.name ?? '',
      },
      {
        name: 'MatchingPrecedence',
        description: docOf('flowcontrol.v1.FlowSchemaSpec', 'matchingPrecedence'),
        cell: precedenceOf,
      },
      {
        name: 'DistinguisherMethod',
        description: docOf('flowcontrol.v1.FlowSchemaSpec', 'distinguisherMethod'),
        cell: ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>',
      },
      ageColumn,
      {
        name: 'MissingPL',
        description: 'references a broken or non-existent PriorityLevelConfiguration',
        cell: ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
      },
    ],
    order: (a, b) => precedenceOf(a) - precedenceOf(b),
  },
  example: {
    metadata: { name: 'robots' },
    spec: {
      priorityLevelConfiguration: { name: 'low' },
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'robots' } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        },
      ],
    },
  },
}))

function precedenceOf({ spec }: FlowSchema): number {
  return spec?.matchingPrecedence ?? 0
}

function* validateSchema({ metadata: { name = '' }, spec = {}, status }: FlowSchema): Iterable<Issue> {
  const fixed = Object.hasOwn(FIXED_SCHEMAS, name) ? FIXED_SCHEMAS[name] : undefined
  yield* validateSpec(name, spec)
  if (!(fixed === undefined || jsonEqual(spec, fixed)))
    yield invalid('spec', new GoText('flowcontrol.FlowSchemaSpec{}'), `spec of '${name}' must equal the fixed value`)
  yield* validateConditions(status?.conditions ?? [])
}

/** Validates the conditions of a kind of this group. */
export const validateConditions = (conditions: readonly { readonly type?: string }[]): readonly Issue[] => {
  const types = conditions.map(({ type = '' }) => type)
  const repeats = repeatsOf(types)
  return types.flatMap((type, i) => {
    const field = `status.conditions[${i}].type`
    return [
      ...(repeats(i) ? [duplicate(field, type)] : []),
      ...(type ? [] : [required(field, runsAtLeast('1.34') ? undefined : 'must not be empty')]),
    ]
  })
}

/** A FlowSchema before validation. */
type FlowSchema = UncheckedObject<FlowSchemaStruct>

type Rule = NonNullable<Spec['rules']>[number]
type Subject = NonNullable<Rule['subjects']>[number]

const METHODS = ['ByNamespace', 'ByUser']
const MOST_PRECEDENCE = 10_000

/** Validates the spec of a FlowSchema (ValidateFlowSchemaSpec). */
function* validateSpec(name: string, spec: Spec): Iterable<Issue> {
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

const goMethod = (type = '') => goStruct('flowcontrol.FlowDistinguisherMethod', { Type: type })

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
