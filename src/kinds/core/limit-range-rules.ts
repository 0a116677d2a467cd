import { formOf } from '../../base/json/as-given.js'
import { type Issue, duplicate, forbidden, invalid, required } from '../../base/errors/issue.js'
import { namedText, ownText } from '../../base/go/printable.js'
import { compareQuantity, parseQuantity } from '../../base/numbers/quantity.js'
import { qualifiedName, isExtendedResource } from '../../base/rules/names.js'
import { containerResourceFaults, resourceFaults } from '../shared/overhead.js'
import { goResource, isBig } from '../shared/resource-list.js'
import type { Amounts } from './pod/pod-types.js'
import type { KubeObject } from '../../schema/object.js'

/** A LimitRangeItem. */
export type Limit = {
  readonly type?: string
  readonly max?: Amounts
  readonly min?: Amounts
  readonly default?: Amounts
  readonly defaultRequest?: Amounts
  readonly maxLimitRequestRatio?: Amounts
}
/** The fields of a LimitRange that its rules read. */
export type LimitRange = KubeObject & { readonly spec?: { readonly limits?: readonly Limit[] | null } }

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim']

/** Validates the limits of a LimitRange (ValidateLimitRange). */
export function validateLimits({ spec }: LimitRange): readonly Issue[] {
  const seen = new Set<string>()
  return (spec?.limits ?? []).flatMap((limit, i) => {
    const { type = '' } = limit
    const at = `spec.limits[${i}]`
    const faults = qualifiedName(type)
    if (faults.length === 0 && !type.includes('/') && !TYPES.includes(type))
      faults.push('must be a standard limit type or fully qualified')
    return [
      ...faults.map((fault) => invalid(`${at}.type`, namedText(type), fault)),
      ...(seen.size < seen.add(type).size ? [] : [duplicate(`${at}.type`, namedText(type))]),
      ...validateNames(limit, at),
      ...namesOf(limit).flatMap((name) => validateAmounts(limit, name, at)),
    ]
  })
}

/** Drops the defaults of a Pod limit, which may not have any. */
const withoutUseless = (limit: Limit): Limit =>
  limit.type === 'Pod' ? { ...limit, default: {}, defaultRequest: {} } : limit

const namesOf = (limit: Limit): readonly string[] => {
  const { max, min, default: limits, defaultRequest, maxLimitRequestRatio } = withoutUseless(limit)
  return Object.keys({ ...max, ...min, ...limits, ...defaultRequest, ...maxLimitRequestRatio })
}

function* validateNames(limit: Limit, at: string): Iterable<Issue> {
  const isContainer = limit.type === 'Pod' || limit.type === 'Container'
  const faultsOf = isContainer ? containerResourceFaults : resourceFaults
  const check = (member: keyof Limit, amounts: Amounts = {}) =>
    Object.keys(amounts).flatMap((name) =>
      faultsOf(name).map((fault) => invalid(`${at}.${member}[${name}]`, ownText(name), fault)),
    )
  const useless = (['default', 'defaultRequest'] as const).filter(
    (member) => Object.keys(limit[member] ?? {}).length > 0,
  )
  yield* check('max', limit.max)
  yield* check('min', limit.min)
  if (limit.type === 'Pod')
    yield* useless.map((member) => forbidden(`${at}.${member}`, "may not be specified when `type` is 'Pod'"))
  else {
    yield* check('default', limit.default)
    yield* check('defaultRequest', limit.defaultRequest)
  }
  if (limit.type === 'PersistentVolumeClaim' && !limit.min?.['storage'] && !limit.max?.['storage'])
    yield required(`${at}.limits`, 'either minimum or maximum storage value is required, but neither was provided')
  yield* check('maxLimitRequestRatio', limit.maxLimitRequestRatio)
}

/** Validates the amounts of one resource against each other. */
function validateAmounts(limit: Limit, name: string, at: string): readonly Issue[] {
  const lists = withoutUseless(limit)
  const amountOf = (member: List) => lists[member]?.[name]
  const givenOf = (member: List) => formOf(lists[member] ?? {}, name) ?? ''
  const [min, max, given, request, ratio] = ORDER.map(amountOf)
  const bigs = new Set<List>(ORDER.filter((member) => isBig(givenOf(member))))
  const issues: Issue[] = []
  const told = (member: List, why: string, shown = member) =>
    issues.push(invalid(`${at}.${member}[${name}]`, goResource(givenOf(shown), amountOf(shown), bigs.has(shown)), why))
  const compared = (a: List, b: List): number => {
    const [x, y] = [amountOf(a), amountOf(b)]
    if (x === undefined || y === undefined) return 0
    // Go makes the first a big decimal where the second is one.
    if (bigs.has(b)) bigs.add(a)
    return compareQuantity(x, y)
  }
  if (compared('min', 'max') > 0) told('min', `min value ${min} is greater than max value ${max}`)
  if (compared('min', 'defaultRequest') > 0)
    told('defaultRequest', `min value ${min} is greater than default request value ${request}`)
  if (compared('defaultRequest', 'max') > 0)
    told('defaultRequest', `default request value ${request} is greater than max value ${max}`)
  if (compared('defaultRequest', 'default') > 0)
    told('defaultRequest', `default request value ${request} is greater than default limit value ${given}`)
  // Of these two the other value is shown.
  if (compared('min', 'default') > 0) told('default', `min value ${min} is greater than default value ${given}`, 'min')
  if (compared('default', 'max') > 0) told('default', `default value ${given} is greater than max value ${max}`, 'max')
  if (ratio !== undefined && compareQuantity('1', ratio) > 0)
    told('maxLimitRequestRatio', `ratio ${ratio} is less than 1`)
  if (ratio && min && max && numberOf(ratio) > numberOf(max) / numberOf(min))
    told(
      'maxLimitRequestRatio',
      `ratio ${ratio} is greater than max/min = ${(numberOf(max) / numberOf(min)).toFixed(6)}`,
    )
  const isFixed = isExtendedResource(name) || (!name.includes('/') ? name.startsWith('hugepages-') : false)
  if (isFixed && compared('default', 'defaultRequest') !== 0)
    told('defaultRequest', `default value ${given} must equal to defaultRequest value ${request} in ${name}`)
  return issues
}

/** The lists of amounts in a limit. */
type List = Exclude<keyof Limit, 'type'>
const ORDER = ['min', 'max', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const

function numberOf(amount: string): number {
  const parsed = parseQuantity(amount)
  return typeof parsed === 'string' ? 0 : Number(parsed.unscaled) * 10 ** parsed.exponent
}
