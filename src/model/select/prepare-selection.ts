import type { Steps } from '../../base/turns/steps.js'
import { type FieldMatcher, type FieldSelector, sortedTerms } from './fields.js'
import { labelRequirements } from './labels.js'
import { type Matchers, type Selectors, keepPrepared } from './selection.js'
import type { JsonObject } from '../../base/json/json.js'
import { memberNames } from '../../base/json/member-names.js'
import { type LabelRequirement, meetsRequirement, parseInt64 } from './label-requirement.js'

/** Parses long selectors in steps, so that `selectionOf` has the result already, or their error. */
export function* prepareSelection(selectors: Selectors): Steps<void> {
  const { labelSelector, fieldSelector } = selectors
  const keep = (parsed: () => Matchers) => keepPrepared(selectors, parsed)
  try {
    const labels = labelSelector === '' ? undefined : yield* labelMatcher(yield* labelRequirements(labelSelector))
    const terms = fieldSelector === '' ? undefined : yield* sortedTerms(fieldSelector)
    const fields = terms?.length ? fieldMatcher(terms) : undefined
    keep(() => ({ labels, terms, fields }))
  } catch (error) {
    keep(() => {
      throw error
    })
  }
}

/** Makes the matcher of a long selector. Each field is read once, however many terms there are. */
export function fieldMatcher(selector: FieldSelector): FieldMatcher {
  const paths = new Map<string, { readonly required: Set<string>; readonly refused: Set<string> }>()
  for (const { path, operator, value } of selector) {
    let values = paths.get(path)
    if (!values) paths.set(path, (values = { required: new Set(), refused: new Set() }))
    values[operator === '=' ? 'required' : 'refused'].add(value)
  }
  return (read) => {
    for (const [path, { required, refused }] of paths) {
      const value = read(path)
      if (refused.has(value) || required.size > 1 || (required.size === 1 && !required.has(value))) return false
    }
    return true
  }
}

/** Tells whether an object with these labels is selected. */
type LabelMatcher = (labels: JsonObject | undefined) => boolean

/** What all requirements of one key demand together. */
type Demand = {
  needed: boolean
  absent: boolean
  /** The values of which it must have one; undefined for any. */
  allowed: ReadonlySet<string> | undefined
  readonly denied: Set<string>
  /** The comparisons that no other one implies, one for each operator. */
  readonly bounds: Map<LabelRequirement['operator'], LabelRequirement>
}

/**
 * Makes the matcher of requirements that must all be met, in steps. Matching takes time in proportion to the labels of
 * an object, not to the requirements.
 */
export function* labelMatcher(requirements: readonly LabelRequirement[]): Steps<LabelMatcher> {
  const demands = new Map<string, Demand>()
  for (const requirement of requirements) {
    yield
    const { key } = requirement
    let demand = demands.get(key)
    if (!demand)
      demands.set(
        key,
        (demand = { needed: false, absent: false, allowed: undefined, denied: new Set(), bounds: new Map() }),
      )
    require(demand, requirement)
  }
  const needed = [...demands.values()].filter((demand) => demand.needed).length
  const isPossible = [...demands.values()].every((demand) => !demand.needed || !demand.absent)
  return (labels = {}) => {
    if (!isPossible) return false
    let found = 0
    for (const name of memberNames(labels)) {
      const demand = demands.get(name)
      if (!demand) continue
      if (!meetsDemand(demand, labels[name])) return false
      if (demand.needed) found++
    }
    return found === needed
  }
}

function require(demand: Demand, requirement: LabelRequirement): void {
  const { operator, values } = requirement
  if (operator === '!') demand.absent = true
  else if (operator === 'notin') for (const value of values) demand.denied.add(value)
  else demand.needed = true
  if (operator === 'in') {
    const { allowed } = demand
    demand.allowed = new Set(allowed ? values.filter((value) => allowed.has(value)) : values)
  } else if (operator === 'gt' || operator === 'lt') {
    const before = demand.bounds.get(operator)
    if (!before || isNarrower(requirement, before)) demand.bounds.set(operator, requirement)
  }
}

/** Tells whether a comparison is harder to meet than another of the same operator; one without a number never is. */
function isNarrower({ operator, values }: LabelRequirement, other: LabelRequirement): boolean {
  const [bound, before] = [parseInt64(values[0] ?? ''), parseInt64(other.values[0] ?? '')]
  if (bound === undefined || before === undefined) return bound === undefined
  return operator === 'gt' ? bound > before : bound < before
}

function meetsDemand({ needed, absent, allowed, denied, bounds }: Demand, label: unknown): boolean {
  if (absent) return label === undefined
  if (typeof label !== 'string') return !needed
  if (denied.has(label) || (allowed && !allowed.has(label))) return false
  return [...bounds.values()].every((bound) => meetsRequirement(bound, label))
}
