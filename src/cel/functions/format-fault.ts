import { VERBS, formatParts, verbFault } from './format.js'
import { type Expr, type ExprOf, partsOf } from '../syntax/expression.js'
import type { PlacedFault } from '../syntax/tokens.js'

/**
 * Returns the errors of a call of `format` with a constant format and a list of arguments, which are checked against
 * the types of the arguments (cel-go: ext.stringFormatValidator).
 */
export function formatFaults({ at, name, target, args: [list] }: ExprOf<'call'>): readonly PlacedFault[] {
  if (name !== 'format' || target?.is !== 'const' || typeof target.value !== 'string' || list?.is !== 'list') return []
  const fault = faultOf(target.value, list.items)
  return fault ? [{ text: fault.text, at: fault.part?.at ?? at }] : []
}

function faultOf(format: string, given: readonly Expr[]): { readonly text: string; readonly part?: Expr } | undefined {
  const { parts, fault } = formatParts(format)
  let next = 0
  for (const part of parts) {
    if ('text' in part) continue
    const arg = given[next]
    if (!arg) return { text: `index ${next} out of range` }
    next++
    const wrong = wrongPart(part.verb, arg)
    if (wrong) return { text: verbFault(part.verb, wrong.type.name), part: wrong }
  }
  if (fault !== undefined)
    return { text: next < given.length || fault === 'unexpected end of string' ? fault : `index ${next} out of range` }
  return next < given.length
    ? { text: `too many arguments supplied to string.format (expected ${next}, got ${given.length})` }
    : undefined
}

/** Returns an argument, or a part of one that is printed with it, whose type a verb does not accept. */
function wrongPart(verb: string, expr: Expr): Expr | undefined {
  const { kind, name } = expr.type
  if (kind === 'dyn') return undefined
  if (!VERBS[verb]?.types.includes(name)) return expr
  if (verb !== 's' || (expr.is !== 'list' && expr.is !== 'map')) return undefined
  return partsOf(expr)
    .map((part) => wrongPart(verb, part))
    .find((part) => part !== undefined)
}
