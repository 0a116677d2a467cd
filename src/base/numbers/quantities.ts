import { compareDecimal } from './decimal.js'
import { inMembers } from '../turns/work-in-parts.js'
import { type Quantity, printQuantity } from './quantity.js'
import { NONE, addQuantities, quantityOf, subtractQuantities } from './quantity-arithmetic.js'

type ResourceList = { readonly [resource: string]: string }

/** A parsed resource list, for arithmetic. */
export type Quantities = ReadonlyMap<string, Quantity>

// Parsed lists of stored objects, which never change; many share the same list.
const known = new WeakMap<ResourceList, Quantities>()

/** Parses a resource list. */
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

/** Returns a resource list of the quantities, sorted by name. */
export const resourceListOf = (quantities: Quantities): ResourceList =>
  Object.fromEntries(
    [...quantities].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, quantity]) => [name, printQuantity(quantity)]),
  )

/** Adds two resource lists. */
export function sumOf(a: Quantities, b: Quantities): Quantities {
  const sum = new Map(a)
  for (const [name, quantity] of b) {
    const before = sum.get(name)
    sum.set(name, before ? addQuantities(before, quantity) : quantity)
  }
  return sum
}

/** Returns the larger quantity of each resource; the first if they are equal. */
export function largerOf(a: Quantities, b: Quantities): Quantities {
  const larger = new Map(a)
  for (const [name, quantity] of b) {
    const other = larger.get(name)
    if (!other || compareDecimal(quantity, other) > 0) larger.set(name, quantity)
  }
  return larger
}

/** Returns by how much the first exceeds the second, for each resource; zero if it does not. */
export function growthOf(a: Quantities, b: Quantities): Quantities {
  const growth = new Map<string, Quantity>()
  for (const [name, quantity] of a) {
    const rest = subtractQuantities(quantity, b.get(name) ?? NONE)
    growth.set(name, rest.unscaled > 0n ? rest : NONE)
  }
  for (const name of b.keys()) if (!growth.has(name)) growth.set(name, NONE)
  return growth
}

/** Returns only the resources that satisfy a predicate. */
export const only = (quantities: Quantities, holds: (name: string, quantity: Quantity) => boolean): Quantities =>
  new Map([...quantities].filter(([name, quantity]) => holds(name, quantity)))

/** Tells whether two have the same resources with equal quantities. */
export const sameQuantities = (a: Quantities, b: Quantities): boolean =>
  a.size === b.size &&
  [...a].every(([name, quantity]) => {
    const other = b.get(name)
    return other !== undefined && compareDecimal(quantity, other) === 0
  })
