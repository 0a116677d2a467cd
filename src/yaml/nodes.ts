import { YamlFault } from './fault.js'
import type { Event, Parser } from './parser.js'
import type { TextPlace } from './token.js'

/** A scalar of a document; `implicit` where its text tells its type. */
export type ScalarNode = TextPlace & {
  readonly type: 'scalar'
  readonly value: string
  readonly tag: string
  readonly implicit: boolean
}
/** A list of a document. */
export type SequenceNode = TextPlace & { readonly type: 'sequence'; readonly items: readonly YamlNode[] }
/** A map of a document: each key, and its value after it. */
export type MappingNode = TextPlace & { readonly type: 'mapping'; readonly items: readonly YamlNode[] }
/** What stands for another node of a document. */
export type AliasNode = TextPlace & { readonly type: 'alias'; readonly name: string; readonly target: YamlNode }
/** What a document is made of. */
export type YamlNode = ScalarNode | SequenceNode | MappingNode | AliasNode

/**
 * Reads the next document of a text; undefined after the last.
 *
 * @throws YamlFault where the text, or an alias in it, stands for nothing
 */
export function readDocument(parser: Parser): YamlNode | undefined {
  if (parser.next().type !== 'document start') return undefined
  const anchors = new Map<string, YamlNode>()
  const root: YamlNode[] = []
  // The lists that are open, and the document around them: no call within a call, however deep a text is.
  const open: YamlNode[][] = [root]
  for (let event = parser.next(); event.type !== 'document end'; event = parser.next()) {
    if (event.type === 'end') open.pop()
    else {
      const items: YamlNode[] = []
      const node = nodeOf(event, items, anchors)
      open.at(-1)?.push(node)
      if (node.type === 'sequence' || node.type === 'mapping') open.push(items)
      if ('anchor' in event && event.type !== 'alias' && event.anchor !== '') anchors.set(event.anchor, node)
    }
  }
  return root[0]
}

function nodeOf(event: Event, items: readonly YamlNode[], anchors: ReadonlyMap<string, YamlNode>): YamlNode {
  const { at, line } = event
  switch (event.type) {
    case 'scalar':
      return { type: 'scalar', at, line, value: event.value, tag: event.tag, implicit: event.implicit }
    case 'sequence':
    case 'mapping':
      return { type: event.type, at, line, items }
    case 'alias': {
      const target = anchors.get(event.anchor)
      if (!target) throw new YamlFault(`unknown anchor '${event.anchor}' referenced`, event)
      return { type: 'alias', at, line, name: event.anchor, target }
    }
    default:
      throw new Error(`fakecluster has a bug: a YAML document holds a ${event.type}`)
  }
}
