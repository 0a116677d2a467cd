import { inOwnOrder } from '../../base/go/printable.js'
import { repeatsOf } from '../../base/lists/lists.js'
import { isObject } from '../../base/json/json.js'
import { utf8Length } from '../../base/bytes/utf8.js'
import { compareDecimal } from '../../base/numbers/decimal.js'
import { addQuantities, quantityOf, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { compareQuantity, isInteger, printQuantity, quantitySign } from '../../base/numbers/quantity.js'
import {
  type Issue,
  declared,
  declaredDuplicate,
  duplicate,
  forbidden,
  internal,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
import { labelValue, qualifiedName } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import { checkDeviceExpression } from '../../cel/library.js'
import type {
  CELDeviceSelector,
  CapacityRequestPolicy,
  CapacityRequestPolicyRange,
  DeviceConfiguration,
  DeviceSelector,
  DeviceToleration,
} from '../../model/generated/types/resource-v1.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import type { Unchecked } from '../struct/unchecked.js'
import { validateTaggedDriver } from '../storage/csi-driver-name.js'

/** How a value is validated: whether it is as it was stored, which some rules leave alone, and by which gates. */
export type ValidationOptions = { readonly isStored: boolean; readonly gates: FeatureGates }

/** Validates an item at its path. */
export type ItemRule<T> = (item: T, field: string) => Iterable<Issue>

/** How a list is limited: its length, and the key by which its items are unique. */
type ListLimits<T> = {
  readonly most?: number
  readonly key?: (item: T) => string
  /** The field that v1.34 names when a key is repeated. */
  readonly keyField?: string
  /** Shows the key of an item, if it is no text. */
  readonly shown?: (item: T) => unknown
  /** Whether the tags of the struct tell the limits, too. */
  readonly isDeclared?: boolean
}

/** Validates a list (validateSlice, validateSet): its length, its items, and that their keys are not repeated. */
export function* validateList<T>(
  list: readonly T[] | undefined,
  field: string,
  limits: ListLimits<T>,
  rule: ItemRule<T>,
): Iterable<Issue> {
  const { most = Infinity, key, keyField, isDeclared = false, shown = key } = limits
  const items = list ?? []
  const isLong = items.length > most
  const longIssue = isLong ? tooMany(field, items.length, most) : undefined
  if (longIssue && runsAtLeast('1.35')) {
    yield isDeclared ? declared(longIssue) : longIssue
    return
  }
  const place = keyField && !runsAtLeast('1.35') ? `.${keyField}` : ''
  const repeated = [...repeatedOf(items, key)].map(([i, item]) =>
    isDeclared
      ? declaredDuplicate(`${field}[${i}]${place}`, shown?.(item), inOwnOrder(item))
      : duplicate(`${field}[${i}]${place}`, shown?.(item)),
  )
  // Tags find them before they look into the items.
  const isFirst = isDeclared && wordingNow().isDeclarative
  if (isFirst) yield* repeated
  for (const [i, item] of items.entries()) yield* rule(item, `${field}[${i}]`)
  if (longIssue) yield longIssue
  if (!isFirst) yield* repeated
}

function* repeatedOf<T>(items: readonly T[], key: ListLimits<T>['key']): Iterable<readonly [i: number, item: T]> {
  const seen = new Set<string>()
  for (const [i, item] of items.entries()) {
    const own = key?.(item)
    if (own === undefined) continue
    if (seen.has(own)) yield [i, item]
    seen.add(own)
  }
}

/** The key of a text is itself. */
export const itself = (text: string): string => text

/** Shortens a long key in the middle, as paths show it (truncateIfTooLong). */
export function shortened(key: string, most: number): string {
  if (key.length <= most) return key
  const left = most - '...'.length
  return `${key.slice(0, (left + 1) >> 1)}...${key.slice(key.length - (left >> 1))}`
}

const EXPRESSION_LENGTH = 10 * 1024

/** Validates a selector of devices; the expression of a stored one is not checked again. */
function* validateSelector(
  { cel }: Unchecked<DeviceSelector>,
  field: string,
  { isStored, gates }: ValidationOptions,
): Iterable<Issue> {
  if (!cel) yield required(`${field}.cel`)
  else if (!isStored) yield* validateExpression(cel, `${field}.cel.expression`, gates)
}

function* validateExpression(
  { expression = '' }: Unchecked<CELDeviceSelector>,
  field: string,
  gates: FeatureGates,
): Iterable<Issue> {
  if (isLonger(expression, EXPRESSION_LENGTH)) {
    yield tooLong(field, EXPRESSION_LENGTH)
    return
  }
  const { fault, isInternal, isCostly } = checkDeviceExpression(expression, { shares: gates.DRAConsumableCapacity })
  if (fault !== undefined) yield isInternal ? internal(field, fault) : invalid(field, expression, fault)
  else if (isCostly) yield forbidden(field, 'too complex, exceeds cost limit')
}

/** Validates selectors: how many, and each. */
export const validateSelectors = (
  selectors: readonly Unchecked<DeviceSelector>[] | undefined,
  field: string,
  options: ValidationOptions,
): Iterable<Issue> =>
  validateList(selectors, field, { most: 32, isDeclared: true }, (selector, at) =>
    validateSelector(selector, at, options),
  )

const PARAMETERS_LENGTH = 10 * 1024

/** Validates the configuration of devices; parameters that are stored may be of any length. */
export function* validateConfiguration(
  { opaque }: Unchecked<DeviceConfiguration>,
  field: string,
  isStored: boolean,
): Iterable<Issue> {
  if (!opaque) {
    yield required(`${field}.opaque`)
    return
  }
  yield* validateTaggedDriver(opaque.driver ?? '', `${field}.opaque.driver`)
  yield* validateRaw(opaque.parameters, `${field}.opaque.parameters`, isStored ? Infinity : PARAMETERS_LENGTH)
}

/** Validates a value of any type that must be an object of limited length (validateRawExtension). */
export function* validateRaw(value: unknown, field: string, most: number): Iterable<Issue> {
  if (value === undefined || value === null) yield required(field)
  else if (utf8Length(JSON.stringify(value)) > most) yield tooLong(field, most)
  else if (!isObject(value)) yield invalid(field, '<value omitted>', 'must be a valid JSON object')
}

const OPERATORS = ['Equal', 'Exists']

/** The effects of taints of devices. */
export const effectsOf = (): readonly string[] =>
  runsAtLeast('1.35') ? ['NoExecute', 'NoSchedule', 'None'] : ['NoExecute', 'NoSchedule']

/** Validates the toleration of a taint of devices. */
export function* validateToleration(
  { key = '', operator = '', value = '', effect = '' }: Unchecked<DeviceToleration>,
  field: string,
): Iterable<Issue> {
  if (key) for (const detail of qualifiedName(key)) yield declared(invalid(`${field}.key`, key, detail))
  if (operator === 'Exists') {
    if (value) yield invalid(`${field}.value`, value, 'must be empty for operator `Exists`')
  } else if (operator === 'Equal') yield* validateLabelValue(value, `${field}.value`)
  else if (operator === '') yield declared(required(`${field}.operator`))
  else yield declared(notSupported(`${field}.operator`, operator, OPERATORS))
  if (effect && !effectsOf().includes(effect)) yield declared(notSupported(`${field}.effect`, effect, effectsOf()))
}

/** Validates the value of a taint or toleration. */
export const validateLabelValue = (value: string, field: string): readonly Issue[] =>
  labelValue(value).map((detail) => invalid(field, value, detail))

type Bindings = {
  readonly bindingConditions?: readonly string[]
  readonly bindingFailureConditions?: readonly string[]
}

/** Validates the conditions that a device waits for before a pod is bound. */
export function* validateBindings(
  { bindingConditions: ready, bindingFailureConditions: failed }: Bindings,
  field: string,
): Iterable<Issue> {
  const limits = { most: 4, isDeclared: true }
  const name: ItemRule<string> = (text, at) => qualifiedName(text).map((detail) => invalid(at, text, detail))
  yield* validateList(ready, `${field}.bindingConditions`, limits, name)
  yield* validateList(failed, `${field}.bindingFailureConditions`, limits, name)
  yield* repeated(ready, `${field}.bindingConditions`)
  const isRepeated = repeatsOf(failed ?? [])
  for (const [i, condition] of (failed ?? []).entries()) {
    const at = `${field}.bindingFailureConditions[${i}]`
    if (isRepeated(i)) yield duplicate(at, condition)
    if (ready?.includes(condition))
      yield invalid(at, condition, 'bindingFailureConditions must not overlap with bindingConditions')
  }
  if (!ready?.length && failed?.length)
    yield invalid(
      `${field}.bindingConditions`,
      ready ?? null,
      'bindingConditions are required to use bindingFailureConditions',
    )
  if (!failed?.length && ready?.length)
    yield invalid(
      `${field}.bindingFailureConditions`,
      failed ?? null,
      'bindingFailureConditions are required to use bindingConditions',
    )
}

function* repeated(list: readonly string[] = [], field: string): Iterable<Issue> {
  const isRepeated = repeatsOf(list)
  for (const [i, item] of list.entries()) if (isRepeated(i)) yield duplicate(`${field}[${i}]`, item)
}

type Policy = Unchecked<CapacityRequestPolicy>
type Range = Unchecked<CapacityRequestPolicyRange>

/** Validates what may be requested of the capacity of a device that is shared. */
export function* validateRequestPolicy(
  capacity: string,
  { default: standard, validValues = [], validRange }: Policy,
  field: string,
  gates: FeatureGates,
): Iterable<Issue> {
  if (validValues.length > 0 && validRange) {
    yield forbidden(
      field,
      'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time',
    )
    return
  }
  if (validValues.length > 0)
    if (standard === undefined) yield required(`${field}.default`, 'required when validValues is defined')
    else yield* validateValues(String(standard), capacity, validValues.map(String), `${field}.validValues`, gates)
  else if (validRange)
    if (standard === undefined) yield required(`${field}.default`, 'required when validRange is defined')
    else yield* validateRange(String(standard), capacity, validRange, `${field}.validRange`, gates)
}

const MOST_VALUES = 10

function* validateValues(
  standard: string,
  capacity: string,
  values: readonly string[],
  field: string,
  gates: FeatureGates,
): Iterable<Issue> {
  for (const [i, value] of values.entries())
    if (i > 0 && compareQuantity(values[i - 1] ?? '', value) > 0)
      yield invalid(`${field}[${i}]`, value, 'values must be sorted in ascending order')
  if (values.length > MOST_VALUES) yield tooMany(field, values.length, MOST_VALUES)
  else {
    for (const [i, value] of values.entries())
      if (compareQuantity(value, capacity) > 0)
        yield invalid(`${field}[${i}]`, value, `option is larger than capacity value: ${capacity}`)
    const exponent = gates.DRAFractionalCapacityRange ? FINEST : 0
    const keys = values.map((value) => scaledQuantity(quantityOf(value), exponent))
    const isRepeated = repeatsOf(keys)
    for (const [i, key] of keys.entries())
      if (isRepeated(i)) yield duplicate(`${field}[${i}]`, exponent === 0 ? String(key) : plainText(values[i] ?? ''))
  }
  if (!values.some((value) => compareQuantity(value, standard) === 0))
    yield invalid(field, standard, 'default value is not valid according to the requestPolicy')
}

// The finest that quantities are.
const FINEST = -9

/** Prints a quantity as a plain decimal number (inf.Dec). */
function plainText(text: string): string {
  const { unscaled, exponent } = quantityOf(text)
  if (exponent >= 0) return String(unscaled * 10n ** BigInt(exponent))
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(1 - exponent, '0')
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, exponent)}.${digits.slice(exponent)}`
}

function* validateRange(
  standard: string,
  capacity: string,
  range: Range,
  field: string,
  gates: FeatureGates,
): Iterable<Issue> {
  if (range.min === undefined) {
    yield required(`${field}.min`, 'required when validRange is defined')
    return
  }
  const min = String(range.min)
  const max = range.max === undefined ? undefined : String(range.max)
  const place = (member: string) => `${field}.${runsAtLeast('1.37') ? 'default' : member}`
  if (compareQuantity(min, capacity) > 0)
    yield invalid(`${field}.min`, min, `min is larger than capacity value: ${capacity}`)
  if (compareQuantity(standard, min) < 0) yield invalid(place('min'), standard, `default is less than min: ${min}`)
  if (max !== undefined) {
    if (compareQuantity(min, max) > 0) yield invalid(`${field}.max`, min, `min is larger than max: ${max}`)
    if (compareQuantity(max, capacity) > 0)
      yield invalid(`${field}.max`, max, `max is larger than capacity value: ${capacity}`)
    if (compareQuantity(standard, max) > 0) yield invalid(place('max'), standard, `default is more than max: ${max}`)
  }
  const step = range.step === undefined ? undefined : String(range.step)
  yield* validateSteps({ standard, min, max, step }, capacity, field, gates)
}

/** The quantities of a range, in the order in which they are checked. */
type Bounds = { standard: string; min: string; max: string | undefined; step: string | undefined }

const namesOf = ({ standard, min, max, step }: Bounds) =>
  Object.entries({ default: standard, min, max, step }).filter(
    (bound): bound is [string, string] => bound[1] !== undefined,
  )

function* validateSteps(bounds: Bounds, capacity: string, field: string, gates: FeatureGates): Iterable<Issue> {
  const named = namesOf(bounds)
  const isFine = gates.DRAFractionalCapacityRange && named.some(([, text]) => !isInteger(text))
  if (isFine) {
    const coarse = named.filter(([, text]) => !isInMilli(text))
    for (const [name, text] of coarse)
      yield invalid(`${field}.${name}`, text, 'value cannot be represented as a milli value')
    if (coarse.length > 0) return
  }
  const { standard, min, max, step } = bounds
  if (step === undefined) return
  const isChecked = runsAtLeast('1.37')
  if (isChecked && quantitySign(step) <= 0) {
    yield invalid(`${field}.step`, step, 'must be greater than zero')
    return
  }
  const added = printQuantity(addQuantities(quantityOf(min), quantityOf(step)))
  if (compareQuantity(added, capacity) > 0)
    yield invalid(`${field}.step`, step, `one step ${added} is larger than capacity value: ${capacity}`)
  const outside = isChecked && !isFine ? named.flatMap(([name, text]) => outOfRange(text, `${field}.${name}`)) : []
  yield* outside
  if (outside.length > 0) return
  for (const value of max === undefined ? [standard] : [standard, max])
    if (!isStep(value, min, step, isFine ? MILLI : 0))
      yield invalid(`${field}.step`, value, `value is not a multiple of a given step (${step}) from (${min})`)
}

const MILLI = -3

const isInMilli = (text: string): boolean =>
  compareDecimal(quantityOf(text), { unscaled: scaledQuantity(quantityOf(text), MILLI), exponent: MILLI }) === 0

const LARGEST = 2n ** 63n - 1n

function outOfRange(text: string, field: string): readonly Issue[] {
  if (quantitySign(text) < 0) return [invalid(field, text, 'must be greater than or equal to 0')]
  return compareDecimal(quantityOf(text), { unscaled: LARGEST, exponent: 0 }) > 0
    ? [invalid(field, text, `must not be larger than ${LARGEST}`)]
    : []
}

function isStep(value: string, min: string, step: string, exponent: number): boolean {
  const [top, bottom, by] = [value, min, step].map((text) => scaledQuantity(quantityOf(text), exponent))
  // Until v1.36 a server breaks off the request for a step of zero.
  return by === undefined || by === 0n || ((top ?? 0n) - (bottom ?? 0n)) % by === 0n
}
