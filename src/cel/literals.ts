import { patternFault } from '../base/re2.js'
import { CelError } from './cel-error.js'
import { CONVERSIONS } from './conversions.js'
import { type ParsedNode, childrenOf, nodesOf } from './parsed.js'

/** An error of an expression and its position. */
export type LiteralFault = { readonly text: string; readonly at: number }

/**
 * Returns the first invalid constant argument of `duration`, `timestamp` or `matches` (cel-go: ValidateDurationLiterals
 * and similar validators).
 */
export function literalFault(root: ParsedNode): LiteralFault | undefined {
  for (const node of nodesOf(root)) {
    if (node.op !== 'call' && node.op !== 'rcall') continue
    const [name] = node.args as readonly [string] // the name of a call comes first
    const [given] = childrenOf(node).slice(node.op === 'rcall' ? 1 : 0)
    const text = given?.op === 'value' && typeof given.args === 'string' ? given.args : undefined
    if (!given || text === undefined) continue
    const isWrong =
      name === 'matches'
        ? patternFault(text) !== undefined
        : node.op === 'call' && (name === 'duration' || name === 'timestamp') && !reads(name, text)
    if (isWrong) return { text: `invalid ${name} argument`, at: given.start }
  }
  return undefined
}

/** Whether a conversion accepts a text. */
function reads(name: 'duration' | 'timestamp', text: string): boolean {
  try {
    return CONVERSIONS[name]?.(text) !== undefined
  } catch (error) {
    if (!(error instanceof CelError)) throw error
    return false
  }
}
