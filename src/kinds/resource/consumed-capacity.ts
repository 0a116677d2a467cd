import { compareDecimal } from '../../base/numbers/decimal.js'
import { type Quantities, quantitiesOf } from '../../base/numbers/quantities.js'
import { quantityOf, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import type { Quantity } from '../../base/numbers/quantity.js'
import type {
  CapacityRequestPolicy,
  CapacityRequestPolicyRange,
  CapacityRequirements,
  Device,
  DeviceCapacity,
} from '../../model/generated/types/resource-v1.js'

/** Returns what a device has of each capacity. */
export const capacityOf = ({ capacity = {} }: Device): Quantities =>
  new Map(Object.entries(capacity).map(([name, { value }]) => [name, quantityOf(value)]))

/**
 * Returns what a request consumes of each capacity of a device, which may be more than it asks for; undefined if the
 * device does not offer that.
 *
 * @param isFine whether steps may be of less than one (DRAFractionalCapacityRange)
 */
export function consumptionOf(
  { capacity = {} }: Device,
  asked: CapacityRequirements | undefined,
  isFine: boolean,
): Quantities | undefined {
  const requests = quantitiesOf(asked?.requests)
  if ([...requests.keys()].some((name) => !Object.hasOwn(capacity, name))) return undefined
  const consumed = new Map<string, Quantity>()
  for (const [name, one] of Object.entries(capacity)) {
    const amount = amountOf(one, requests.get(name), isFine)
    if (amount.unscaled < 0n || !isOffered(amount, one.requestPolicy, isFine)) return undefined
    consumed.set(name, amount)
  }
  return consumed
}

const isMore = (a: Quantity, b: Quantity) => compareDecimal(a, b) > 0

function amountOf(
  { value, requestPolicy: policy }: DeviceCapacity,
  asked: Quantity | undefined,
  isFine: boolean,
): Quantity {
  if (!asked) return quantityOf(policy?.default ?? value)
  if (policy?.validRange) return roundedUp(asked, policy.validRange, isFine)
  return policy?.validValues?.map(quantityOf).find((each) => !isMore(asked, each)) ?? asked
}

function roundedUp(asked: Quantity, range: CapacityRequestPolicyRange, isFine: boolean): Quantity {
  const least = quantityOf(range.min)
  if (isMore(least, asked)) return least
  if (range.step === undefined) return asked
  const step = quantityOf(range.step)
  const exponent = exponentOf(range, isFine)
  const [min, size] = [scaledQuantity(least, exponent), scaledQuantity(step, exponent)]
  const steps = (scaledQuantity(asked, exponent) - min + size - 1n) / size
  return { unscaled: min + size * steps, exponent, family: step.family }
}

const MILLI = -3

// Steps are counted in whole numbers unless thousandths tell everything of the range.
function exponentOf({ min, max, step }: CapacityRequestPolicyRange, isFine: boolean): number {
  const given = [min, max, step].flatMap((text) => (text === undefined ? [] : [quantityOf(text)]))
  const isExact = (one: Quantity) =>
    compareDecimal(one, { unscaled: scaledQuantity(one, MILLI), exponent: MILLI }) === 0
  return isFine && given.every(isExact) ? MILLI : 0
}

function isOffered(amount: Quantity, policy: CapacityRequestPolicy | undefined, isFine: boolean): boolean {
  const { default: usual, validRange: range, validValues = [] } = policy ?? {}
  const equals = (text: string) => compareDecimal(amount, quantityOf(text)) === 0
  if (usual !== undefined && equals(usual)) return true
  if (!range) return validValues.length === 0 || validValues.some(equals)
  if (range.max !== undefined && isMore(amount, quantityOf(range.max))) return false
  if (range.step === undefined) return true
  const exponent = exponentOf(range, isFine)
  const [given, min, step] = [amount, quantityOf(range.min), quantityOf(range.step)].map((one) =>
    scaledQuantity(one, exponent),
  ) as [bigint, bigint, bigint] // of three
  return (given - min) % step === 0n
}
