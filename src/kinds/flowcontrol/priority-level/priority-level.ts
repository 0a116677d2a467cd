import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { defineStructKind, mainSubresource, statusOnly, withMetadataOfStored } from '../../struct/struct-kind.js'
import { validateConditions } from '../flow-schema/flow-schema.js'
import { GoText } from '../../../base/go/printable.js'
import { type Issue, forbidden, invalid, notSupported, declared, declaredRequired } from '../../../base/errors/issue.js'
import { wordingNow } from '../../../base/errors/wording.js'
import { jsonEqual } from '../../../base/json/json.js'
import type { PriorityLevelConfiguration } from '../../../model/generated/types/flowcontrol-v1.js'
import type { UncheckedObject } from '../../struct/unchecked.js'

/** A PriorityLevelConfiguration before validation. */
type PriorityLevel = UncheckedObject<PriorityLevelConfiguration>
type Spec = NonNullable<PriorityLevel['spec']>
type Limited = NonNullable<Spec['limited']>
type Response = NonNullable<Limited['limitResponse']>
type Queuing = NonNullable<Response['queuing']>

const EXEMPT = 'exempt'
const CATCH_ALL: Spec = {
  type: 'Limited',
  limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
}
const ROUND_TRIP = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'

/** Validates a priority level (ValidatePriorityLevelConfiguration). */
function* validateLevel({ metadata: { name = '', annotations = {} }, spec = {} }: PriorityLevel): Iterable<Issue> {
  if (Object.hasOwn(annotations, ROUND_TRIP))
    yield forbidden('metadata.annotations', `annotation '${ROUND_TRIP}' is forbidden`)
  yield* validateSpec(name, spec)
  yield* validateFixed(name, spec)
}

function validateSpec(name: string, { type = '', exempt, limited }: Spec): readonly Issue[] {
  const misnamed =
    (name === EXEMPT) === (type === 'Exempt')
      ? []
      : [
          invalid(
            'spec.type',
            type,
            runsAtLeast('1.34')
              ? "must be 'Exempt' if and only if `name` is 'exempt'"
              : "type must be 'Exempt' if and only if name is 'exempt'",
          ),
        ]
  switch (type) {
    case 'Exempt':
      return [
        ...misnamed,
        ...(limited ? [unfit('spec.limited', 'must be nil if the type is not Limited'), ...tagsOf(limited)] : []),
        ...validateShares(exempt, 'spec.exempt'),
        ...validateLent(exempt?.lendablePercent, 'spec.exempt.lendablePercent'),
      ]
    case 'Limited':
      return [
        ...misnamed,
        ...(exempt ? [unfit('spec.exempt', 'must be nil if the type is Limited')] : []),
        ...(limited
          ? validateLimited(limited)
          : [declaredRequired('spec.limited', 'must not be empty when type is Limited')]),
      ]
    default:
      return [
        ...misnamed,
        ...(exempt ? unfitByTags('spec.exempt') : []),
        ...(limited ? unfitByTags('spec.limited') : []),
        unknownType('spec.type', type, ['Exempt', 'Limited']),
        ...(limited ? tagsOf(limited) : []),
      ]
  }
}

/** A member of another type than the one that is stated, by its tag (`+k8s:unionMember`), which knows no detail. */
const unfit = (field: string, detail: string) => declared(forbidden(field, wordingNow().isDeclarative ? '' : detail))

/** The same with an unknown type, which only tags tell. */
const unfitByTags = (field: string) => (wordingNow().isDeclarative ? [unfit(field, '')] : [])

/** What tags tell of limits of another type. */
const tagsOf = (limited: Limited) => [...validateLimited(limited)].filter(({ isDeclared }) => isDeclared)

const unknownType = (field: string, type: string, known: readonly string[]) =>
  type === '' && runsAtLeast('1.36') ? declaredRequired(field) : notSupported(field, type, known)

const validateShares = (given: { readonly nominalConcurrencyShares?: number } | undefined, at: string) => {
  const shares = given?.nominalConcurrencyShares ?? 0
  return shares < 0 ? [invalid(`${at}.nominalConcurrencyShares`, shares, 'must be a non-negative integer')] : []
}

const validateLent = (percent: number | undefined, field: string) =>
  percent === undefined || (percent >= 0 && percent <= 100)
    ? []
    : [invalid(field, percent, 'must be between 0 and 100, inclusive')]

function* validateLimited(limited: Limited): Iterable<Issue> {
  const { limitResponse = {}, lendablePercent, borrowingLimitPercent: borrowing } = limited
  yield* validateShares(limited, 'spec.limited')
  yield* validateResponse(limitResponse, 'spec.limited.limitResponse')
  yield* validateLent(lendablePercent, 'spec.limited.lendablePercent')
  if (borrowing !== undefined && borrowing < 0)
    yield invalid('spec.limited.borrowingLimitPercent', borrowing, 'if specified, must be a non-negative integer')
}

function validateResponse({ type = '', queuing }: Response, at: string): readonly Issue[] {
  const field = `${at}.queuing`
  switch (type) {
    case 'Reject':
      return queuing ? [unfit(field, 'must be nil if limited.limitResponse.type is not Limited')] : []
    case 'Queue':
      return queuing
        ? validateQueuing(queuing, field)
        : [declaredRequired(field, 'must not be empty if limited.limitResponse.type is Limited')]
    default:
      return [...(queuing ? unfitByTags(field) : []), unknownType(`${at}.type`, type, ['Queue', 'Reject'])]
  }
}

const MOST_QUEUES = 10_000_000
const MOST_BITS = 60

function validateQueuing(
  { queues = 0, handSize = 0, queueLengthLimit: limit = 0 }: Queuing,
  at: string,
): readonly Issue[] {
  const positive = 'must be positive'
  const [queuesField, handField] = [`${at}.queues`, `${at}.handSize`]
  const bits = Math.ceil(Math.log2(queues) * handSize)
  const ofQueues = queues <= 0 ? positive : queues > MOST_QUEUES ? `must not be greater than ${MOST_QUEUES}` : undefined
  const ofHand =
    handSize <= 0
      ? positive
      : handSize > queues
        ? `should not be greater than queues (${queues})`
        : bits > MOST_BITS
          ? `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MOST_BITS}`
          : undefined
  return [
    ...(limit <= 0 ? [invalid(`${at}.queueLengthLimit`, limit, positive)] : []),
    ...(ofQueues === undefined ? [] : [invalid(queuesField, queues, ofQueues)]),
    ...(ofHand === undefined ? [] : [invalid(handField, handSize, ofHand)]),
  ]
}

/** Validates that the two mandatory levels have their fixed specs; only `spec.exempt` of the exempt one may differ. */
function validateFixed(name: string, spec: Spec): readonly Issue[] {
  const shown = new GoText('flowcontrol.PriorityLevelConfigurationSpec{}')
  if (name === EXEMPT) {
    const { exempt: _, ...rest } = spec
    return jsonEqual(rest, { type: 'Exempt' })
      ? []
      : [invalid('spec', shown, `spec of '${name}' except the 'spec.exempt' field must equal the fixed value`)]
  }
  return name !== 'catch-all' || jsonEqual(spec, CATCH_ALL)
    ? []
    : [invalid('spec', shown, `spec of '${name}' must equal the fixed value`)]
}

const fill = structFiller({
  'flowcontrol.v1.ExemptPriorityLevelConfiguration': { nominalConcurrencyShares: 0, lendablePercent: 0 },
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': { nominalConcurrencyShares: 30, lendablePercent: 0 },
  'flowcontrol.v1.QueuingConfiguration': { queues: 64, handSize: 8, queueLengthLimit: 50 },
})

const queuingOf = ({ spec }: PriorityLevel) => spec?.limited?.limitResponse?.queuing

/** PriorityLevelConfiguration: how many requests are served concurrently. It is stored but does not limit requests. */
export const priorityLevelConfiguration = defineStructKind<PriorityLevel>(
  'flowcontrol.v1.PriorityLevelConfiguration',
  () => ({
    group: 'flowcontrol.apiserver.k8s.io',
    scope: 'Cluster',
    names: { kind: 'PriorityLevelConfiguration', plural: 'prioritylevelconfigurations' },
    schema: { defaults: (object) => fill('flowcontrol.v1.PriorityLevelConfiguration', object) },
    metadata: { generation: true },
    subresources: { main: mainSubresource, status: statusOnly },
    create: {
      resetFields: ['status'],
      prepare: (object) => ({ ...object, status: {} }),
      validate: (object, context) => [...context.validateObjectMeta(object), ...validateWhole(object)],
    },
    update: {
      prepare: withMetadataOfStored,
      validate: (next, _, context) =>
        context.subresource === 'status'
          ? validateConditions(next.status?.conditions ?? [])
          : [...context.validateObjectMeta(next), ...validateWhole(next)],
    },
    table: {
      columns: [
        nameColumn,
        {
          name: 'Type',
          description: docOf('flowcontrol.v1.PriorityLevelConfigurationSpec', 'type'),
          cell: ({ spec }) => spec?.type ?? '',
        },
        {
          name: 'NominalConcurrencyShares',
          description: docOf('flowcontrol.v1.LimitedPriorityLevelConfiguration', 'nominalConcurrencyShares'),
          cell: ({ spec }) => (spec?.limited ? (spec.limited.nominalConcurrencyShares ?? 0) : '<none>'),
        },
        {
          name: 'Queues',
          description: docOf('flowcontrol.v1.QueuingConfiguration', 'queues'),
          cell: (object) => queuingOf(object)?.queues ?? '<none>',
        },
        {
          name: 'HandSize',
          description: docOf('flowcontrol.v1.QueuingConfiguration', 'handSize'),
          cell: (object) => queuingOf(object)?.handSize ?? '<none>',
        },
        {
          name: 'QueueLengthLimit',
          description: docOf('flowcontrol.v1.QueuingConfiguration', 'queueLengthLimit'),
          cell: (object) => queuingOf(object)?.queueLengthLimit ?? '<none>',
        },
        ageColumn,
      ],
    },
    example: { metadata: { name: 'low' }, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
  }),
)

const validateWhole = (object: PriorityLevel) => [
  ...validateLevel(object),
  ...validateConditions(object.status?.conditions ?? []),
]
