import { mustHave } from '../../base/must-have.js'
import { type Expr, call } from './expression.js'

/** Thrown at an expression over a limit of the parser. */
export class OverLimit extends Error {}

// The depth of a server's parser (cel-go: parser.maxRecursionDepth).
const MOST_DEPTH = 250
// The size of an expression with its macros expanded, which bounds the time of a check. A server limits only its text.
const MOST_PARTS = 15_000

/** The number of parts that a macro adds. */
export const PARTS_OF_MACRO = 10

/** Grammar rules that may contain themselves. */
type Rule = 'expr' | 'relation' | 'calc'

/** An expression with its depth. */
export type Deep = { readonly expr: Expr; readonly depth: number }

/** Counts the depth and the size of an expression while it is parsed. Throws OverLimit. */
export class Limits {
  readonly #depths: Record<Rule, number> = { expr: 0, relation: 0, calc: 0 }
  #parts = 0

  /** Parses by a rule (cel-go: parser.recursionListener). */
  enter<T>(rule: Rule, read: () => T): T {
    if (++this.#depths[rule] > MOST_DEPTH) throw new OverLimit(`expression recursion limit exceeded: ${MOST_DEPTH}`)
    const found = read()
    this.#depths[rule]--
    return found
  }

  /** Counts parts of an expression. */
  readonly count = (parts = 1): void => {
    this.#parts += parts
    if (this.#parts > MOST_PARTS) throw new OverLimit(`expression has more than ${MOST_PARTS} parts`)
  }

  /** Returns an expression that is one deeper than its parts (parser.checkAndIncrementRecursionDepth). */
  deeper(expr: Expr, parts: readonly Deep[]): Deep {
    this.count()
    const depth = 1 + deepest(parts)
    if (depth > MOST_DEPTH) throw new OverLimit('max recursion depth exceeded')
    return { expr, depth }
  }

  /** Returns an expression that is as deep as its parts. */
  level(expr: Expr, parts: readonly Deep[] = []): Deep {
    this.count()
    return { expr, depth: deepest(parts) }
  }
}

const deepest = (parts: readonly Deep[]): number => parts.reduce((most, { depth }) => Math.max(most, depth), 0)

/** Returns the terms of a logical operator as a balanced tree (cel-go: parser.logicManager). */
export function balanced(name: string, terms: readonly Deep[], places: readonly number[]): Expr {
  const between = (low: number, high: number): Expr => {
    const middle = Math.floor((low + high + 1) / 2)
    const left = middle === low ? terms[middle]?.expr : between(low, middle - 1)
    const right = middle === high ? terms[middle + 1]?.expr : between(middle + 1, high)
    return call(places[middle] ?? 0, name, mustHave(left, 'a term'), mustHave(right, 'a term'))
  }
  return between(0, places.length - 1)
}
