import { givenOf } from '../../base/json/as-given.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { type Issue, invalid, required } from '../../base/errors/issue.js'
import { issuesOfMembers } from '../../base/errors/issues-in-parts.js'
import { compareQuantity } from '../../base/numbers/quantity.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { ownText } from '../../base/go/printable.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import type { KubeObject } from '../../schema/object.js'
import { goList, goStrings, goStruct } from '../shared/go-struct.js'
import { isQuotaResource, resourceFaults } from '../shared/overhead.js'
import { validateAmount } from '../shared/resource-list.js'
import { defineStructKind, objectReplies, mainSubresource, statusSubresource } from '../struct/struct-kind.js'

type Amounts = { readonly [resource: string]: string }

/** A ScopedResourceSelectorRequirement: which objects of a scope a quota counts. */
export type ScopeRequirement = {
  readonly scopeName?: string
  readonly operator?: string
  readonly values?: readonly string[]
}
type Spec = {
  readonly hard?: Amounts
  readonly scopes?: readonly string[]
  readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] }
}
/** What is consumed only where a quota covers it (apiserver.config.k8s.io: LimitedResource). */
export type LimitedResource = {
  readonly apiGroup?: string
  /** The plural of the kind whose objects are limited. */
  readonly resource?: string
  /** Parts of the names of what they consume, of which there must be a quota. */
  readonly matchContains?: readonly string[]
  /** Scopes of objects for which there must be a quota. */
  readonly matchScopes?: readonly ScopeRequirement[]
}
/** The fields of a ResourceQuota that the rules read. */
export type ResourceQuota = KubeObject & {
  readonly spec?: Spec
  readonly status?: { readonly hard?: Amounts; readonly used?: Amounts }
}

/**
 * ResourceQuota: limits on the total usage of a namespace. The admission plug-in of the same name enforces them, and a
 * controller counts.
 */
export const resourceQuota = defineStructKind<ResourceQuota>('core.v1.ResourceQuota', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'ResourceQuota', plural: 'resourcequotas', shortNames: ['quota'] },
  subresources: { main: mainSubresource, status: statusSubresource },
  create: {
    resetFields: ['status'],
    prepare: (object) => ({ ...object, status: {} }),
    validate: withObjectMeta(({ spec }) => validateSpec(spec)),
    warnings: warningsOfQuota,
  },
  update: {
    validate: withObjectMetaUpdate((next, old, { subresource }) =>
      subresource === 'main' ? [...validateSpec(next.spec), ...validateScopesKept(next, old)] : validateStatus(next),
    ),
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Request',
        description: 'Request represents a minimum amount of cpu/memory that a container may consume.',
        cell: (object) => usedText(object, (resource) => !resource.startsWith('limits.')),
      },
      {
        name: 'Limit',
        description:
          'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
        cell: (object) => usedText(object, (resource) => resource.startsWith('limits.')),
      },
      ageColumn,
    ],
  },
}))

/** Returns the warnings for limits below the requests of the same resource, since v1.35. */
function warningsOfQuota({ spec: { hard = {} } = {} }: ResourceQuota): readonly string[] {
  if (!runsAtLeast('1.35')) return []
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((resource) => {
    // Requests of these may be told without a prefix.
    const names = [`requests.${resource}`, ...(POD_AMOUNTS.includes(resource) ? [resource] : [])]
    const [name = ''] = names.filter((each) => hard[each] !== undefined)
    const [request, limit] = [hard[name], hard[`limits.${resource}`]]
    return request !== undefined && limit !== undefined && compareQuantity(request, limit) > 0
      ? [`ResourceQuota ${name} (${request}) should be less than limits.${resource} (${limit})`]
      : []
  })
}

const usedText = ({ status: { hard = {}, used = {} } = {} }: ResourceQuota, counts: (resource: string) => boolean) =>
  Object.keys(hard)
    .filter(counts)
    .sort()
    .map((resource) => `${resource}: ${used[resource] ?? '0'}/${hard[resource]}`)
    .join(', ')

function validateAmounts(amounts: Amounts = {}, field: string): readonly Issue[] {
  return issuesOfMembers(amounts, validateAmounts, (name) => {
    const at = `${field}[${name}]`
    const faults = [
      ...resourceFaults(name),
      ...(name.includes('/') || isQuotaResource(name) ? [] : ['must be a standard resource for quota']),
    ]
    // A ResourceName is printed without quotes.
    return [...faults.map((fault) => invalid(at, ownText(name), fault)), ...validateAmount(amounts, name, at)]
  })
}

const validateStatus = ({ status }: ResourceQuota): readonly Issue[] => [
  ...validateAmounts(status?.hard, 'status.hard'),
  ...validateAmounts(status?.used, 'status.used'),
]

const POD_COUNT = ['pods']
const POD_AMOUNTS = [...POD_COUNT, 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory']
const SCOPES: { readonly [scope: string]: readonly string[] } = {
  Terminating: POD_AMOUNTS,
  NotTerminating: POD_AMOUNTS,
  NotBestEffort: POD_AMOUNTS,
  PriorityClass: POD_AMOUNTS,
  CrossNamespacePodAffinity: POD_AMOUNTS,
  BestEffort: POD_COUNT,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
}
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const

const goScopes = (scopes: readonly string[] | undefined) => goStrings(scopes, 'core.ResourceQuotaScope')

function validateSpec(spec: Spec = {}): readonly Issue[] {
  const { hard = {}, scopes = [], scopeSelector } = spec
  return [
    ...validateAmounts(hard, 'spec.hard'),
    ...scopes.flatMap((scope) => [
      ...(SCOPES[scope] ? [] : [invalid('spec.scopes', goScopes(scopes), 'unsupported scope')]),
      ...unfit(scope, hard).map(() =>
        invalid('spec.scopes', goScopes(scopes), 'unsupported scope applied to resource'),
      ),
    ]),
    ...conflicts(scopes, 'spec.scopes', scopes),
    ...(scopeSelector ? validateSelector(spec, scopeSelector.matchExpressions ?? []) : []),
  ]
}

/** Returns the resources that a scope does not apply to. */
const unfit = (scope: string, hard: Amounts) => {
  const fitting = SCOPES[scope]
  return fitting ? Object.keys(hard).filter((name) => isQuotaResource(name) && !fitting.includes(name)) : []
}

const conflicts = (scopes: readonly string[], field: string, shown: readonly string[] | undefined) =>
  CONFLICTS.filter((pair) => pair.every((scope) => scopes.includes(scope))).map(() =>
    invalid(field, goScopes(shown), 'conflicting scopes'),
  )

const EXISTING = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity']
const EXISTS =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"

// As on the server, an issue of one expression has the path of the list.
function validateSelector({ hard = {}, scopes }: Spec, expressions: readonly ScopeRequirement[]): readonly Issue[] {
  const field = 'spec.scopeSelector.matchExpressions'
  const each = expressions.map((expression) =>
    goStruct('core.ScopedResourceSelectorRequirement', {
      ScopeName: expression.scopeName,
      Operator: expression.operator,
      Values: goStrings(givenOf(expression, 'values', expression.values, [])),
    }),
  )
  const shown = goStruct('core.ScopeSelector', {
    MatchExpressions: goList('core.ScopedResourceSelectorRequirement', each),
  })
  return [
    ...expressions.flatMap(({ scopeName = '', operator = '', values = [] }) => [
      ...(SCOPES[scopeName] ? [] : [invalid(`${field}.scopeName`, scopeName, 'unsupported scope')]),
      ...unfit(scopeName, hard).map(() => invalid(field, shown, 'unsupported scope applied to resource')),
      ...(EXISTING.includes(scopeName) && operator !== 'Exists'
        ? [invalid(`${field}.operator`, operator, EXISTS)]
        : []),
      ...validateOperator(operator, values, field),
    ]),
    ...conflicts(
      expressions.map(({ scopeName = '' }) => scopeName),
      field,
      scopes,
    ),
  ]
}

function validateOperator(operator: string, values: readonly string[], field: string): readonly Issue[] {
  if (operator === 'In' || operator === 'NotIn')
    return values.length > 0
      ? []
      : [
          required(
            `${field}.values`,
            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
          ),
        ]
  if (operator !== 'Exists' && operator !== 'DoesNotExist')
    return [invalid(`${field}.operator`, operator, 'not a valid selector operator')]
  return values.length === 0
    ? []
    : [
        invalid(
          `${field}.values`,
          values,
          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
        ),
      ]
}

function validateScopesKept({ spec: next }: ResourceQuota, { spec: old }: ResourceQuota): readonly Issue[] {
  const [scopes, before] = [new Set(next?.scopes), new Set(old?.scopes)]
  const same = scopes.size === before.size && [...scopes].every((scope) => before.has(scope))
  return same ? [] : [invalid('spec.scopes', goScopes(givenOf(next, 'scopes', next?.scopes, [])), 'field is immutable')]
}
