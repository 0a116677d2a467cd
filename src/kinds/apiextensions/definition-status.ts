import { aggregateText } from '../../base/errors/issue.js'
import { goQuote } from '../../base/go/printable.js'
import { jsonEqual } from '../../base/json/json.js'
import { APPROVAL, approvalOf, isProtected } from './approval.js'
import type { AcceptedNames, DefinitionCondition, Definition } from './definition.js'

/** The finalizer that keeps a definition until its objects are deleted. */
export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io'

/** A condition without its lastTransitionTime. */
export type NewCondition = Omit<DefinitionCondition, 'lastTransitionTime'>

const conditionsOf = ({ status }: Definition): readonly DefinitionCondition[] => status?.conditions ?? []

/** Returns the condition of a type. */
export const conditionOf = (definition: Definition, type: string): DefinitionCondition | undefined =>
  conditionsOf(definition).find((one) => one.type === type)

/** Whether a condition is True. */
export const conditionIsTrue = (definition: Definition, type: string): boolean =>
  conditionOf(definition, type)?.status === 'True'

/** Sets a condition of a definition; its lastTransitionTime changes only with its status. */
export function withCondition(
  definition: Definition,
  { type, status, reason, message }: NewCondition,
  now: string,
): Definition {
  const old = conditionOf(definition, type)
  const condition: DefinitionCondition = {
    type,
    status,
    lastTransitionTime: old?.status === status ? old.lastTransitionTime : now,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  }
  const conditions = conditionsOf(definition)
  return {
    ...definition,
    status: {
      ...definition.status,
      conditions: old ? conditions.map((one) => (one === old ? condition : one)) : [...conditions, condition],
    },
  }
}

/**
 * Sets the accepted names of a definition and the condition `NamesAccepted`, considering the other definitions of its
 * group; returns the same definition if nothing changes (apiextensions: NamingConditionController).
 */
export function withNames(definition: Definition, all: readonly Definition[], now: string): Definition {
  const { spec, status } = definition
  const accepted: AcceptedNames = status?.acceptedNames ?? { plural: '', kind: '' }
  if (jsonEqual(spec.names, accepted)) return definition
  const { names, condition } = acceptNames(definition, accepted, all)
  const old = conditionOf(definition, 'NamesAccepted')
  if (
    jsonEqual(accepted, names) &&
    old &&
    old.status === condition.status &&
    old.reason === condition.reason &&
    old.message === condition.message
  )
    return definition
  const named = withCondition({ ...definition, status: { ...status, acceptedNames: names } }, condition, now)
  const established = conditionOf(definition, 'Established')
  if (established?.status === 'True') return named
  if (condition.status === 'True')
    return withCondition(
      named,
      { type: 'Established', status: 'False', reason: 'Installing', message: 'the initial names have been accepted' },
      now,
    )
  return established
    ? named
    : withCondition(
        named,
        { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
        now,
      )
}

/**
 * Sets the approval condition of a definition in a protected group (apiextensions:
 * KubernetesAPIApprovalPolicyConformantConditionController).
 */
export function withApproval(definition: Definition, now: string): Definition {
  if (!isProtected(definition.spec.group)) return definition
  const { state, reason: message } = approvalOf(definition.metadata.annotations?.[APPROVAL])
  const condition = {
    type: 'KubernetesAPIApprovalPolicyConformant',
    status: state === 'approved' ? 'True' : 'False',
    reason: APPROVAL_REASONS[state],
    message,
  }
  const old = conditionOf(definition, condition.type)
  const same = old && old.status === condition.status && old.reason === condition.reason && old.message === message
  return same ? definition : withCondition(definition, condition, now)
}

const APPROVAL_REASONS = {
  missing: 'MissingAnnotation',
  invalid: 'InvalidAnnotation',
  bypassed: 'UnapprovedAnnotation',
  approved: 'ApprovedAnnotation',
} as const

/** Sets a definition with accepted names `Established`; returns the same definition if it already is, or cannot be. */
export function withEstablished(definition: Definition, now: string): Definition {
  if (!conditionIsTrue(definition, 'NamesAccepted') || conditionIsTrue(definition, 'Established')) return definition
  const { caBundle } = definition.spec.conversion?.webhook?.clientConfig ?? {}
  if (caBundle && !/-----BEGIN CERTIFICATE-----/.test(atob(caBundle))) {
    const unfit = {
      type: 'Established',
      status: 'False',
      reason: 'InvalidCABundle',
      message: 'The conversion webhook CABundle is invalid',
    } as const
    return conditionOf(definition, 'Established')?.reason === unfit.reason
      ? definition
      : withCondition(definition, unfit, now)
  }
  const condition = {
    type: 'Established',
    status: 'True',
    reason: 'InitialNamesAccepted',
    message: 'the initial names have been accepted',
  } as const
  return withCondition(definition, condition, now)
}

function acceptNames(
  { spec }: Definition,
  accepted: AcceptedNames,
  all: readonly Definition[],
): { readonly names: AcceptedNames; readonly condition: NewCondition } {
  const others = all.filter((other) => other.spec.group === spec.group).map(({ status }) => status?.acceptedNames)
  const resources = new Set(others.flatMap((names) => [names?.plural, names?.singular, ...(names?.shortNames ?? [])]))
  const kinds = new Set(others.flatMap((names) => [names?.kind, names?.listKind]))
  const { plural, kind, singular = '', listKind = '', shortNames = [], categories } = spec.names
  let condition: NewCondition = {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
  }
  const taken = (reason: string, texts: readonly string[]) => {
    if (texts.length === 0) return false
    condition = {
      type: 'NamesAccepted',
      status: 'False',
      reason,
      message: aggregateText(texts),
    }
    return true
  }
  const inUse = (wanted: string, own: string | undefined, used: ReadonlySet<string | undefined>) =>
    wanted === (own ?? '') || !used.has(wanted) ? [] : [`${goQuote(wanted)} is already in use`]
  const pluralNow = taken('PluralConflict', inUse(plural, accepted.plural, resources)) ? accepted.plural : plural
  const singularNow = taken('SingularConflict', inUse(singular, accepted.singular, resources))
    ? accepted.singular
    : singular
  const strange = shortNames
    .filter((name) => !accepted.shortNames?.includes(name))
    .flatMap((name) => inUse(name, '', resources))
  const shortNow = taken('ShortNamesConflict', strange) ? accepted.shortNames : spec.names.shortNames
  const kindNow = taken('KindConflict', inUse(kind, accepted.kind, kinds)) ? accepted.kind : kind
  const listNow = taken('ListKindConflict', inUse(listKind, accepted.listKind, kinds)) ? accepted.listKind : listKind
  return {
    names: {
      plural: pluralNow,
      ...(singularNow ? { singular: singularNow } : {}),
      ...(shortNow ? { shortNames: shortNow } : {}),
      kind: kindNow,
      ...(listNow ? { listKind: listNow } : {}),
      ...(categories ? { categories } : {}),
    },
    condition,
  }
}
