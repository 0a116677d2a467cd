import type { Environment } from '@marcbachmann/cel-js'
import { type LibraryError, problemOf } from './library-error.js'
import { adaptNodes, parseExpression } from './parsed.js'
import type { Problem } from './words.js'

// Finding each problem takes another check of the whole expression.
const MOST_PROBLEMS = 20
const MOST_CHARACTERS = 2_000

/**
 * Returns the other errors of an expression: the library reports only the first, a server all. A wrong part is replaced
 * by a variable of type dyn, with a name of the same length, and the rest is checked again.
 */
export function furtherProblems(env: Environment, expression: string, first: LibraryError): readonly Problem[] {
  if (expression.length > MOST_CHARACTERS || /\b_+\b/.test(expression)) return []
  const open = env.clone()
  const known = new Set<string>()
  const found: Problem[] = []
  let left = expression
  for (let error: LibraryError | undefined = first; error && found.length < MOST_PROBLEMS;) {
    const place = placeOf(error)
    if (!place) break
    // A field is replaced by a field access, since has() accepts nothing else.
    const member = error.node?.op === '.' ? '._' : ''
    const name = '_'.repeat(place.end - place.start - member.length)
    if (!known.has(name)) open.registerVariable(name, 'dyn')
    known.add(name)
    left = left.slice(0, place.start) + name + member + left.slice(place.end)
    error = errorOf(open, left)
    if (error) found.push(problemOf(error))
  }
  return found
}

/** Returns the position of a problem; undefined if the library reports none. */
function placeOf({ node, range }: LibraryError): { readonly start: number; readonly end: number } | undefined {
  if (!range) return undefined
  let start = Math.min(range.start, node?.from ?? range.start)
  // The position of a field is that of its name; its operand precedes it.
  for (let struct = node?.op === '.' ? node : undefined; struct; struct = operandOf(struct))
    start = Math.min(start, struct.pos ?? start)
  return range.end > start ? { start, end: range.end } : undefined
}

type Node = NonNullable<LibraryError['node']>

const operandOf = ({ args }: Node): Node | undefined =>
  Array.isArray(args) ? (args[0] as Node | undefined) : undefined // its first one

function errorOf(env: Environment, expression: string): LibraryError | undefined {
  try {
    const parsed = parseExpression(env, expression)
    adaptNodes(parsed.ast)
    const found = parsed.check()
    return found.valid ? undefined : (found.error as LibraryError) // it has no others
  } catch {
    return undefined // the rest cannot be parsed: no more is known
  }
}
