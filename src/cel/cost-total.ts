import { type Issue, forbidden } from '../base/issue.js'
import { LARGEST } from './range.js'

/** What the rules of a whole schema are estimated to cost. */
export type Total = {
  /** Counts one more expression in; says what is wrong where it alone may cost too much. */
  readonly add: (field: string, name: string, cost: number) => readonly Issue[]
  /** What is wrong with all of them together. */
  readonly issues: (field: string) => readonly Issue[]
}

// apiextensions: StaticEstimatedCostLimit, StaticEstimatedCRDCostLimit.
const LIMIT = 10_000_000
const TOTAL_LIMIT = 100_000_000

/** Makes a count that begins at nothing. */
export function createTotal(): Total {
  let total = 0
  let expensive: readonly { readonly field: string; readonly cost: number }[] = []
  return {
    add(field, name, cost) {
      const bounded = Math.min(cost, LARGEST)
      total += bounded
      // The four that count most are named, if each is a hundredth at least.
      if (bounded >= TOTAL_LIMIT / 100)
        expensive = [...expensive, { field, cost: bounded }].sort((a, b) => b.cost - a.cost).slice(0, 4)
      return bounded > LIMIT ? [forbidden(field, exceeds(name, bounded / LIMIT))] : []
    },
    issues: (field) =>
      total <= TOTAL_LIMIT
        ? []
        : [
            ...expensive.map((one) =>
              forbidden(
                one.field,
                'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
              ),
            ),
            forbidden(
              field,
              exceeds(
                'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema',
                total / TOTAL_LIMIT,
              ),
            ),
          ],
  }
}

function exceeds(name: string, factor: number): string {
  const times = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`
  return `${name} exceeds budget by factor of ${times} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
}
