import { append } from '../../base/lists/lists.js'
import { patternFault } from '../../base/go/re2.js'
import { CelError } from '../run/cel-error.js'
import { CONVERSIONS } from '../functions/conversions.js'
import { type Expr, type ExprOf, partsOf } from '../syntax/expression.js'
import { formatFaults } from '../functions/format-fault.js'
import type { PlacedFault } from '../syntax/tokens.js'
import { type Type, insideOptional, isEquivalentType, typeText } from './type.js'

/** Returns the errors of an expression whose types are right (cel-go: cel/validator.go). */
export function validationFaults(root: Expr): readonly PlacedFault[] {
  const found: PlacedFault[] = []
  const visit = (expr: Expr, isFormatted: boolean): void => {
    if (expr.is === 'call') append(found, [...literalFaults(expr), ...formatFaults(expr)])
    // What is formatted may be of different types.
    else if (expr.is === 'list' && !isFormatted) append(found, listFaults(expr))
    else if (expr.is === 'map' && !isFormatted) append(found, mapFaults(expr))
    const formats = isFormatted || (expr.is === 'call' && expr.name === 'format')
    for (const part of partsOf(expr)) visit(part, formats)
  }
  visit(root, false)
  return found
}

/** Constant times and patterns must be valid. */
function literalFaults({ name, args: [given] }: ExprOf<'call'>): readonly PlacedFault[] {
  if (given?.is !== 'const') return []
  const { value, at } = given
  const isWrong =
    name === 'matches'
      ? typeof value === 'string' && patternFault(value) !== undefined
      : (name === 'duration' || name === 'timestamp') && !reads(name, value)
  return isWrong ? [{ text: `invalid ${name} argument`, at }] : []
}

/** Whether a conversion accepts a value. */
function reads(name: 'duration' | 'timestamp', value: unknown): boolean {
  try {
    return CONVERSIONS[name]?.(value) !== undefined
  } catch (error) {
    if (!(error instanceof CelError)) throw error
    return false
  }
}

/** The items of a list must be of one type; only the first that is not is reported. */
function listFaults({ items, optional }: ExprOf<'list'>): readonly PlacedFault[] {
  const entries = items.map((item, i) => [item, entryType(item, optional.has(i))] as const)
  return mismatches(entries).slice(0, 1)
}

/** The keys of a map must be of one type, and so must its values. */
const mapFaults = ({ entries }: ExprOf<'map'>): readonly PlacedFault[] => [
  ...mismatches(entries.map(({ key }) => [key, key.type])),
  ...mismatches(entries.map(({ value, isOptional }) => [value, entryType(value, isOptional)])),
]

const entryType = ({ type }: Expr, isOptional: boolean): Type => (isOptional ? (insideOptional(type) ?? type) : type)

function mismatches(entries: readonly (readonly [expr: Expr, type: Type])[]): readonly PlacedFault[] {
  const expected = entries[0]?.[1]
  if (!expected) return []
  return entries
    .filter(([, type]) => !isEquivalentType(expected, type))
    .map(([{ at }, type]) => ({ text: `expected type '${typeText(expected)}' but found '${typeText(type)}'`, at }))
}
