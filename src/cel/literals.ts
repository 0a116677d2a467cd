import { patternFault } from '../base/re2.js'
import { type ParsedNode, childrenOf, nodesOf } from './parsed.js'

/** A fault of an expression, and where it is. */
type LiteralFault = { readonly text: string; readonly at: number }

/**
 * What is wrong with a constant that a duration, a time or a pattern is read from (cel-go: ValidateDurationLiterals and
 * its kin);
 * `reads` tells whether a function takes a text.
 */
export function literalFault(
  root: ParsedNode,
  reads: (name: string, text: string) => boolean,
): LiteralFault | undefined {
  for (const node of nodesOf(root)) {
    if (node.op !== 'call' && node.op !== 'rcall') continue
    const [name] = node.args as readonly [string] // a call's name comes first
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
