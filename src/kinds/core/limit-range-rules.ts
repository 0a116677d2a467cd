import { type Issue, duplicate, forbidden, invalid, required } from '../../base/issue.js'
import { GoText } from '../../base/go-print.js'
import { compareQuantity, parseQuantity } from '../../base/quantity.js'
import { qualifiedName } from '../../base/rules/names.js'
import { containerResourceFaults, resourceFaults } from '../shared/overhead.js'
import { isExtendedResource } from '../../base/rules/resource-names.js'
import { goQuantity } from '../shared/resource-list.js'
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
      ...faults.map((fault) => invalid(`${at}.type`, type, fault)),
      ...(seen.size < seen.add(type).size ? [] : [duplicate(`${at}.type`, type)]),
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

function validateNames(limit: Limit, at: string): readonly Issue[] {
  const isContainer = limit.type === 'Pod' || limit.type === 'Container'
  const faultsOf = isContainer ? containerResourceFaults : resourceFaults
  const check = (member: keyof Limit, amounts: Amounts = {}) =>
    Object.keys(amounts).flatMap((name) =>
      faultsOf(name).map((fault) => invalid(`${at}.${member}[${name}]`, new GoText(name), fault)),
    )
  const useless = (['default', 'defaultRequest'] as const).filter(
    (member) => Object.keys(limit[member] ?? {}).length > 0,
  )
  return [
    ...check('max', limit.max),
    ...check('min', limit.min),
    ...(limit.type === 'Pod'
      ? useless.map((member) => forbidden(`${at}.${member}`, "may not be specified when `type` is 'Pod'"))
      : [...check('default', limit.default), ...check('defaultRequest', limit.defaultRequest)]),
    ...(limit.type === 'PersistentVolumeClaim' && !limit.min?.['storage'] && !limit.max?.['storage']
      ? [required(`${at}.limits`, 'either minimum or maximum storage value is required, but neither was provided')]
      : []),
    ...check('maxLimitRequestRatio', limit.maxLimitRequestRatio),
  ]
}

/** Validates the amounts of one resource against each other. */
function validateAmounts(limit: Limit, name: string, at: string): readonly Issue[] {
  const { min: mins, max: maxs, default: limits, defaultRequest: requests } = withoutUseless(limit)
  const [min, max, given, request, ratio] = [mins, maxs, limits, requests, limit.maxLimitRequestRatio].map(
    (amounts) => amounts?.[name],
  )
  const issues: Issue[] = []
  const told = (member: keyof Limit, amount: string | undefined, why: string) =>
    issues.push(invalid(`${at}.${member}[${name}]`, goQuantity(amount ?? '', amount), why))
  const exceeds = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && compareQuantity(a, b) > 0
  if (exceeds(min, max)) told('min', min, `min value ${min} is greater than max value ${max}`)
  if (exceeds(min, request))
    told('defaultRequest', request, `min value ${min} is greater than default request value ${request}`)
  if (exceeds(request, max))
    told('defaultRequest', request, `default request value ${request} is greater than max value ${max}`)
  if (exceeds(request, given))
    told('defaultRequest', request, `default request value ${request} is greater than default limit value ${given}`)
  if (exceeds(min, given)) told('default', min, `min value ${min} is greater than default value ${given}`)
  if (exceeds(given, max)) told('default', max, `default value ${given} is greater than max value ${max}`)
  if (exceeds('1', ratio)) told('maxLimitRequestRatio', ratio, `ratio ${ratio} is less than 1`)
  if (ratio && min && max && numberOf(ratio) > numberOf(max) / numberOf(min))
    told(
      'maxLimitRequestRatio',
      ratio,
      `ratio ${ratio} is greater than max/min = ${(numberOf(max) / numberOf(min)).toFixed(6)}`,
    )
  const isFixed = isExtendedResource(name) || (!name.includes('/') ? name.startsWith('hugepages-') : false)
  if (isFixed && given && request && compareQuantity(given, request) !== 0)
    told('defaultRequest', request, `default value ${given} must equal to defaultRequest value ${request} in ${name}`)
  return issues
}

function numberOf(amount: string): number {
  const parsed = parseQuantity(amount)
  return typeof parsed === 'string' ? 0 : Number(parsed.unscaled) * 10 ** parsed.exponent
}
