import { lowestOf } from '../../../base/lists/lists.js'
import { jsonEqual } from '../../../base/json/json.js'
import { createJsonPatch } from '../../../model/patch/diff.js'

/** A value of one run and the value of another that stands for the same; undefined where there is none. */
type Pair = { readonly expected: unknown; readonly actual: unknown }

/** Above this many, what is left after the equal ones is paired in order. */
const MOST_COMPARED = 20

/** Pairs the values of two runs that stand for the same: first those that are equal, then those most alike. */
export function pairUp(expected: readonly unknown[], actual: readonly unknown[]): readonly Pair[] {
  const left = [...actual]
  const pairs: Pair[] = []
  const take = (value: unknown, at: number) => pairs.push({ expected: value, actual: left.splice(at, 1)[0] })
  const unequal = expected.filter((value) => {
    const at = left.findIndex((other) => jsonEqual(value, other))
    if (at >= 0) take(value, at)
    return at < 0
  })
  const compares = unequal.length <= MOST_COMPARED && left.length <= MOST_COMPARED
  for (const value of unequal) {
    if (left.length === 0) pairs.push({ expected: value, actual: undefined })
    else take(value, compares ? nearest(value, left) : 0)
  }
  return [...pairs, ...left.map((value) => ({ expected: undefined, actual: value }))]
}

function nearest(value: unknown, others: readonly unknown[]): number {
  if (others.length === 1) return 0
  const distances = others.map((other) => fieldsOf({ expected: value, actual: other }).length)
  return distances.indexOf(lowestOf(distances))
}

/** Returns the paths of the fields in which a pair differs, whichever of the two comes first. */
export const fieldsOf = ({ expected, actual }: Pair): readonly string[] => [
  ...new Set([...createJsonPatch(expected, actual), ...createJsonPatch(actual, expected)].map(({ path }) => path)),
]
