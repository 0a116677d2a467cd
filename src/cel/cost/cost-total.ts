import { type Issue, forbidden } from '../../base/errors/issue.js'
import { LARGEST } from './range.js'

/** The estimated cost of all rules of a schema. */
export type Total = {
  /** Adds the cost of an expression; returns an error if it exceeds the limit by itself. */
  readonly add: (field: string, name: string, cost: number) => readonly Issue[]
  /** Returns the errors if the total exceeds its limit. */
  readonly issues: (field: string) => readonly Issue[]
}

// apiextensions: StaticEstimatedCostLimit, StaticEstimatedCRDCostLimit.
const LIMIT = 10_000_000
const TOTAL_LIMIT = 100_000_000

/** Creates a total of 0. */
export function createTotal(): Total {
  let total = 0
  let expensive: readonly { readonly field: string; readonly cost: number }[] = []
  return {
    add(field, name, cost) {
      const bounded = Math.min(cost, LARGEST)
      total += bounded
      // The error names the four most expensive ones, if each costs at least a hundredth of the limit.
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
