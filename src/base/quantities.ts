import { compareDecimal } from './decimal.js'
import { inMembers } from './parts.js'
import { type Quantity, printQuantity } from './quantity.js'
import { NONE, addQuantities, quantityOf, subtractQuantities } from './quantity-arithmetic.js'

type ResourceList = { readonly [resource: string]: string }

/** How much there is of each resource, to calculate with. */
export type Quantities = ReadonlyMap<string, Quantity>

// Of stored objects, which never change, many have the same list.
const known = new WeakMap<ResourceList, Quantities>()

/** What a resource list says. */
export function quantitiesOf(list: ResourceList = {}): Quantities {
  const before = known.get(list)
  if (before) return before
  const begin = () => new Map<string, Quantity>()
  const quantities = inMembers(
    list,
    quantitiesOf,
    begin,
    (all, name) => void all.set(name, quantityOf(list[name] ?? '')),
  )
  if (Object.isFrozen(list)) known.set(list, quantities)
  return quantities
}

/** A resource list of these quantities, by name. */
export const resourceListOf = (quantities: Quantities): ResourceList =>
  Object.fromEntries(
    [...quantities].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, quantity]) => [name, printQuantity(quantity)]),
  )

/** The sum of two, resource by resource. */
export function sumOf(a: Quantities, b: Quantities): Quantities {
  const sum = new Map(a)
  for (const [name, quantity] of b) {
    const before = sum.get(name)
    sum.set(name, before ? addQuantities(before, quantity) : quantity)
  }
  return sum
}

/** The larger of two, resource by resource; the first where they are equal. */
export function largerOf(a: Quantities, b: Quantities): Quantities {
  const larger = new Map(a)
  for (const [name, quantity] of b) {
    const other = larger.get(name)
    if (!other || compareDecimal(quantity, other) > 0) larger.set(name, quantity)
  }
  return larger
}

/** By how much the first is more than the second, resource by resource; zero where it is not. */
export function growthOf(a: Quantities, b: Quantities): Quantities {
  const growth = new Map<string, Quantity>()
  for (const [name, quantity] of a) {
    const rest = subtractQuantities(quantity, b.get(name) ?? NONE)
    growth.set(name, rest.unscaled > 0n ? rest : NONE)
  }
  for (const name of b.keys()) if (!growth.has(name)) growth.set(name, NONE)
  return growth
}

/** The resources a test holds for. */
export const only = (quantities: Quantities, holds: (name: string, quantity: Quantity) => boolean): Quantities =>
  new Map([...quantities].filter(([name, quantity]) => holds(name, quantity)))

/** Tells whether two name the same resources, and as much of each. */
export const sameQuantities = (a: Quantities, b: Quantities): boolean =>
  a.size === b.size &&
  [...a].every(([name, quantity]) => {
    const other = b.get(name)
    return other !== undefined && compareDecimal(quantity, other) === 0
  })
