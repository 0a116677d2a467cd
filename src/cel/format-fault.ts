import { VERBS, formatParts, verbFault } from './format.js'
import type { LiteralFault } from './literals.js'
import { type ParsedNode, childrenOf, nodesOf, spotOf } from './parsed.js'

/**
 * Returns the errors of constant formats with lists of arguments, which are checked against the types of the arguments
 * (cel-go: ext.stringFormatValidator).
 */
export const formatFaults = (root: ParsedNode): readonly LiteralFault[] =>
  nodesOf(root).flatMap((node) => {
    // A call begins with its name.
    if (node.op !== 'rcall' || (node.args as readonly unknown[])[0] !== 'format') return []
    const [format, list] = childrenOf(node)
    if (format?.op !== 'value' || typeof format.args !== 'string' || list?.op !== 'list') return []
    const fault = faultOf(format.args, childrenOf(list))
    return fault ? [{ text: fault.text, at: spotOf(fault.node ?? node) }] : []
  })

function faultOf(
  format: string,
  given: readonly ParsedNode[],
): { readonly text: string; readonly node?: ParsedNode } | undefined {
  const { parts, fault } = formatParts(format)
  let next = 0
  for (const part of parts) {
    if ('text' in part) continue
    const node = given[next]
    if (!node) return { text: `index ${next} out of range` }
    next++
    const wrong = wrongPart(part.verb, node)
    if (wrong) return { text: verbFault(part.verb, runtimeName(wrong)), node: wrong }
  }
  if (fault !== undefined)
    return { text: next < given.length || fault === 'unexpected end of string' ? fault : `index ${next} out of range` }
  return next < given.length
    ? { text: `too many arguments supplied to string.format (expected ${next}, got ${given.length})` }
    : undefined
}

/** Returns an argument, or a part of one that is printed with it, whose type a verb does not accept. */
function wrongPart(verb: string, node: ParsedNode): ParsedNode | undefined {
  const name = runtimeName(node)
  if (name === 'dyn') return undefined
  if (!VERBS[verb]?.types.includes(name)) return node
  if (verb !== 's' || (node.op !== 'list' && node.op !== 'map')) return undefined
  return childrenOf(node)
    .map((part) => wrongPart(verb, part))
    .find((part) => part !== undefined)
}

const NAMES: { readonly [name: string]: string } = { null: 'null_type' }

function runtimeName({ checkedType }: ParsedNode): string {
  const { kind = 'dyn', name = 'dyn' } = checkedType ?? {}
  if (kind === 'optional') return 'optional_type'
  if (kind === 'list' || kind === 'map' || kind === 'dyn') return kind
  return NAMES[name] ?? name
}
