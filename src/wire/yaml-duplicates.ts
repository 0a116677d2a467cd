import { type Document, type Node, type ParsedNode, type YAMLMap, isAlias, isMap, isScalar, isSeq } from 'yaml'
import { goQuote } from '../base/go-print.js'

type Walk = { readonly document: Document; readonly text: string; readonly found: string[] }

/** What a strict reader says of keys that are set twice (`line 3: key "x" already set in map`), in the order it finds them. */
export function yamlDuplicates(document: Document, text: string): readonly string[] {
  const walk: Walk = { document, text, found: [] }
  visit(document.contents, walk)
  return walk.found
}

function visit(node: unknown, walk: Walk): void {
  if (isSeq(node)) for (const item of node.items) visit(item, walk)
  if (isMap(node)) visitMap(node, new Set(), walk)
}

// A merge (`<<`) sets its keys too, where it stands.
function visitMap({ items }: YAMLMap, seen: Set<unknown>, walk: Walk): void {
  for (const { key, value } of items) {
    const name: unknown = isScalar(key) ? key.value : key
    if (typeof name === 'symbol' || name === '<<') {
      const merged = isAlias(value) ? value.resolve(walk.document) : value
      for (const part of isSeq(merged) ? merged.items : [merged]) if (isMap(part)) visitMap(part, seen, walk)
      continue
    }
    visit(value, walk)
    if (seen.has(name))
      walk.found.push(
        `line ${lineOf(value, key, walk.text)}: key ${typeof name === 'string' ? goQuote(name) : String(name)} already set in map`,
      )
    seen.add(name)
  }
}

// The reader names the line where the value begins.
function lineOf(value: unknown, key: unknown, text: string): number {
  const at = startOf(value) ?? startOf(key) ?? 0
  return text.slice(0, at).split('\n').length
}

const startOf = (node: unknown): number | undefined => (node as ParsedNode | Node | null)?.range?.[0] // the nodes of parsed text have ranges
