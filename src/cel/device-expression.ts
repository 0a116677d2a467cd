import { checkExpression, countCheck } from './expression-check.js'
import { estimate } from './cost/estimate.js'
import type { Sizes } from './cost/sizes.js'
import { QUANTITY_FUNCTIONS } from './functions/quantity.js'
import { Version } from './functions/semver.js'
import { CelError } from './run/cel-error.js'
import { GivenMap, Struct } from './run/struct.js'
import type { Environment } from './types/environment.js'
import { ANY, BOOL, STRING, mapOf, runtimeText, structOf } from './types/type.js'

/** What expressions know of devices. */
export type DeviceFeatures = {
  /** Whether devices can be shared (DRAConsumableCapacity). */
  readonly shares: boolean
}

/** The value of an attribute of a device. */
type Attribute = {
  readonly int?: number
  readonly bool?: boolean
  readonly string?: string
  readonly version?: string
}

/** A device as expressions see it. */
export type DeviceValues = {
  readonly driver: string
  readonly allowMultipleAllocations?: boolean
  readonly attributes?: { readonly [name: string]: Attribute }
  readonly capacity?: { readonly [name: string]: { readonly value?: unknown } }
}

/** A checked selector, and how to apply it. */
export type DeviceChecked = {
  /** The error of the expression; a valid one has none. */
  readonly fault?: string
  readonly isInternal?: boolean
  /** Whether it may cost too much. */
  readonly isCostly?: boolean
  /** Tells whether it matches a device, or why that cannot be told. */
  readonly matches?: (device: DeviceValues) => boolean | CelError
}

const DEVICE = 'kubernetes.DRADevice'
const QUANTITY = structOf('kubernetes.Quantity')

const ofFeatures = (shares: boolean): Environment => ({
  variables: new Map([['device', structOf(DEVICE)]]),
  structs: new Map([
    [
      DEVICE,
      new Map([
        ['driver', STRING],
        ['attributes', mapOf(STRING, mapOf(STRING, ANY))],
        ['capacity', mapOf(STRING, mapOf(STRING, QUANTITY))],
        ...(shares ? ([['allowMultipleAllocations', BOOL]] as const) : []),
      ]),
    ],
  ]),
  bindings: true,
})

const environments = new Map<boolean, Environment>()

function environmentFor({ shares }: DeviceFeatures): Environment {
  const known = environments.get(shares) ?? ofFeatures(shares)
  environments.set(shares, known)
  return known
}

const text = (most: number): Sizes => ({ most, least: 0 })
const map = (items: Sizes): Sizes => ({ most: 32, least: 2, items, others: items })

// The largest that devices may be.
const SIZES: Sizes = {
  most: 1,
  least: 2,
  fields: new Map([
    ['driver', text(63)],
    ['attributes', map(map(text(64)))],
    ['capacity', map(map(text(0)))],
    ['allowMultipleAllocations', text(1)],
  ]),
}

/** What an expression may cost, by estimate and in fact. */
const MOST_COST = 1_000_000

/**
 * Checks the expression of a selector of devices (k8s.io/dynamic-resource-allocation, cel: CompileCELExpression).
 */
export function checkDeviceExpression(expression: string, features: DeviceFeatures): DeviceChecked {
  countCheck(expression)
  const checked = checkExpression(environmentFor(features), expression, {
    types: ['bool', runtimeText(ANY)],
    wrongType: (type) => `must evaluate to bool or the unknown type, not ${runtimeText(type)}`,
    head: 'compilation failed: ',
  })
  if (!checked.ok) return { fault: checked.text, isInternal: checked.isInternal ?? false }
  const { run, expr } = checked
  return {
    isCostly: estimate(expr, SIZES).max > MOST_COST,
    matches(device) {
      const { value } = run({ device: deviceValue(device) }, MOST_COST)
      if (typeof value === 'boolean' || value instanceof CelError) return value
      return new CelError('type conversion error: result is no bool')
    },
  }
}

/** A map by domain: what is in an unknown one is empty. */
class DomainMap extends GivenMap {
  override get(domain: string): unknown {
    return super.get(domain) ?? NOTHING
  }
}

const NOTHING = new GivenMap()

function byDomain<T>(members: { readonly [name: string]: T } = {}, driver: string, valueOf: (member: T) => unknown) {
  const found = new DomainMap()
  for (const [name, member] of Object.entries(members)) {
    const slash = name.indexOf('/')
    const domain = slash < 0 ? driver : name.slice(0, slash)
    const own = found.has(domain) ? (found.get(domain) as GivenMap) : new GivenMap() // only these are in it
    found.set(domain, own.set(name.slice(slash + 1), valueOf(member)))
  }
  return found
}

function attributeValue({ int, bool, string, version }: Attribute): unknown {
  if (int !== undefined) return BigInt(int)
  return bool ?? string ?? (version === undefined ? undefined : new Version(version))
}

const deviceValue = ({ driver, allowMultipleAllocations = false, attributes, capacity }: DeviceValues): Struct =>
  new Struct([
    ['driver', driver],
    ['allowMultipleAllocations', allowMultipleAllocations],
    ['attributes', byDomain(attributes, driver, attributeValue)],
    ['capacity', byDomain(capacity, driver, ({ value }) => QUANTITY_FUNCTIONS['quantity']?.(String(value)))],
  ])
