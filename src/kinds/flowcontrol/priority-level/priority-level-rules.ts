import { GoText } from '../../../base/go/printable.js'
import { type Issue, forbidden, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { jsonEqual } from '../../../base/json/json.js'
import type { PriorityLevelConfiguration } from '../../../model/generated/types/flowcontrol-v1.js'
import type { UncheckedObject } from '../../struct/unchecked.js'

/** A PriorityLevelConfiguration before validation. */
export type PriorityLevel = UncheckedObject<PriorityLevelConfiguration>
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
export const validateLevel = ({
  metadata: { name = '', annotations = {} },
  spec = {},
}: PriorityLevel): readonly Issue[] => [
  ...(Object.hasOwn(annotations, ROUND_TRIP)
    ? [forbidden('metadata.annotations', `annotation '${ROUND_TRIP}' is forbidden`)]
    : []),
  ...validateSpec(name, spec),
  ...validateFixed(name, spec),
]

function validateSpec(name: string, { type = '', exempt, limited }: Spec): readonly Issue[] {
  const misnamed =
    (name === EXEMPT) === (type === 'Exempt')
      ? []
      : [invalid('spec.type', type, "type must be 'Exempt' if and only if name is 'exempt'")]
  switch (type) {
    case 'Exempt':
      return [
        ...misnamed,
        ...(limited ? [forbidden('spec.limited', 'must be nil if the type is not Limited')] : []),
        ...validateShares(exempt, 'spec.exempt'),
        ...validateLent(exempt?.lendablePercent, 'spec.exempt.lendablePercent'),
      ]
    case 'Limited':
      return [
        ...misnamed,
        ...(exempt ? [forbidden('spec.exempt', 'must be nil if the type is Limited')] : []),
        ...(limited ? validateLimited(limited) : [required('spec.limited', 'must not be empty when type is Limited')]),
      ]
    default:
      return [...misnamed, notSupported('spec.type', type, ['Exempt', 'Limited'])]
  }
}

const validateShares = (given: { readonly nominalConcurrencyShares?: number } | undefined, at: string) => {
  const shares = given?.nominalConcurrencyShares ?? 0
  return shares < 0 ? [invalid(`${at}.nominalConcurrencyShares`, shares, 'must be a non-negative integer')] : []
}

const validateLent = (percent: number | undefined, field: string) =>
  percent === undefined || (percent >= 0 && percent <= 100)
    ? []
    : [invalid(field, percent, 'must be between 0 and 100, inclusive')]

function validateLimited(limited: Limited): readonly Issue[] {
  const { limitResponse = {}, lendablePercent, borrowingLimitPercent: borrowing } = limited
  return [
    ...validateShares(limited, 'spec.limited'),
    ...validateResponse(limitResponse, 'spec.limited.limitResponse'),
    ...validateLent(lendablePercent, 'spec.limited.lendablePercent'),
    ...(borrowing !== undefined && borrowing < 0
      ? [invalid('spec.limited.borrowingLimitPercent', borrowing, 'if specified, must be a non-negative integer')]
      : []),
  ]
}

function validateResponse({ type = '', queuing }: Response, at: string): readonly Issue[] {
  const field = `${at}.queuing`
  switch (type) {
    case 'Reject':
      return queuing ? [forbidden(field, 'must be nil if limited.limitResponse.type is not Limited')] : []
    case 'Queue':
      return queuing
        ? validateQueuing(queuing, field)
        : [required(field, 'must not be empty if limited.limitResponse.type is Limited')]
    default:
      return [notSupported(`${at}.type`, type, ['Queue', 'Reject'])]
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
