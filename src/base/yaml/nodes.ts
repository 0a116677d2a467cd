import { YamlFault } from './fault.js'
import type { Event, Parser } from './parser.js'
import type { TextPlace } from './token.js'

/** A scalar; `implicit` means that its type is determined by its text. */
export type ScalarNode = TextPlace & {
  readonly type: 'scalar'
  readonly value: string
  readonly implicit: boolean
  readonly tag?: string
}
/** A sequence. */
type SequenceNode = TextPlace & { readonly type: 'sequence'; readonly items: readonly YamlNode[] }
/** A mapping: its keys and values in turn. */
export type MappingNode = TextPlace & { readonly type: 'mapping'; readonly items: readonly YamlNode[] }
/** A reference to another node of the document. */
export type AliasNode = TextPlace & { readonly type: 'alias'; readonly name: string; readonly target: YamlNode }
/** A node of a document. */
export type YamlNode = ScalarNode | SequenceNode | MappingNode | AliasNode

/** A document that is read in parts. */
export type PartlyRead = {
  /**
   * Reads `most` more values; returns whether the document is complete. Throws a YamlFault for invalid YAML or an
   * unknown alias.
   */
  readonly readOn: (most: number) => boolean
  /** Returns what has been read. */
  readonly root: () => YamlNode | undefined
}

/** Starts the next document of a text, of at most `mostValues` values; undefined after the last one. */
export function beginDocument(parser: Parser, mostValues = Infinity): PartlyRead | undefined {
  if (parser.next().type !== 'document start') return undefined
  const anchors = new Map<string, YamlNode>()
  const root: YamlNode[] = []
  // The open collections inside the document: a stack instead of recursion, so that nesting may be deep.
  const open: YamlNode[][] = [root]
  let values = 0
  return {
    root: () => root[0],
    readOn(most) {
      for (let left = most; left > 0; left--) {
        const event = parser.next()
        if (event.type === 'document end') return true
        if (event.type === 'end') open.pop()
        else {
          if (++values > mostValues)
            throw new YamlFault(`document contains more than ${mostValues} values, and no more are read`, event)
          addNode(event, open, anchors)
        }
      }
      return false
    },
  }
}

function addNode(event: Event, open: YamlNode[][], anchors: Map<string, YamlNode>): void {
  const items: YamlNode[] = event.type === 'sequence' || event.type === 'mapping' ? [] : NO_ITEMS
  const node = nodeOf(event, items, anchors)
  open.at(-1)?.push(node)
  if (items !== NO_ITEMS) open.push(items)
  if ('anchor' in event && event.type !== 'alias' && event.anchor) anchors.set(event.anchor, node)
}

const NO_ITEMS: YamlNode[] = []

function nodeOf(event: Event, items: readonly YamlNode[], anchors: ReadonlyMap<string, YamlNode>): YamlNode {
  const { at, line } = event
  switch (event.type) {
    case 'scalar':
      return event
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
