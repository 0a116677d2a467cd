import { goFloat, goQuote } from '../go/printable.js'
import { compareBytes } from '../json/json.js'
import { isMerge, merges } from './merge.js'
import type { MappingNode, YamlNode } from './nodes.js'
import { type Scalar, scalarOf } from './scalar.js'

const NIL = 'interface {}(nil)'

/** A key of a map: a string, or another scalar as a JavaScript value, so that `1` and `"1"` are different keys. */
export type Key = string | bigint | number | boolean | null

/** Returns a scalar as a key. */
export const keyOf = ({ value }: Scalar): Key => value

/** Returns the member name of a key in JSON; undefined if it cannot be one. */
export function keyText(key: Key): string | undefined {
  if (key === null) return undefined
  if (typeof key === 'bigint') return BigInt.asIntN(64, key) === key ? String(key) : undefined
  return typeof key === 'number' ? floatText(key) : String(key)
}

// Formats the shortest decimal that is the same number in 32 bits.
function floatText(key: number): string {
  const short = Math.fround(key)
  if (Number.isNaN(short)) return '.nan'
  if (!Number.isFinite(short)) return short > 0 ? '.inf' : '-.inf'
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(short.toPrecision(digits))
    if (Math.fround(rounded) === short) return goFloat(rounded)
  }
  return goFloat(Number(short.toPrecision(9)))
}

/** Formats a key as Go's `%#v` does. */
export function keySyntax(key: Key): string {
  if (typeof key === 'string') return goQuote(key)
  if (typeof key === 'bigint') return BigInt.asIntN(64, key) === key ? String(key) : `0x${key.toString(16)}`
  return typeof key === 'number' ? goFloat(key) : key === null ? NIL : String(key)
}

/** Returns the error for a key that cannot be a member name; it includes the value. */
export function unfitKey(key: bigint | null, value: YamlNode): string {
  const [type, text] = key === null ? ['%!s(<nil>)', '<nil>'] : ['uint64', keySyntax(key)]
  const shown = nodeSyntax(value)
  return `unsupported map key of type: ${type}, key: ${text}, value: ${shown === NIL ? '<nil>' : shown}`
}

/** Formats the decoded value of a node as Go's `%#v` does. */
export function nodeSyntax(node: YamlNode): string {
  switch (node.type) {
    case 'alias':
      return nodeSyntax(node.target)
    case 'scalar':
      return keySyntax(keyOf(scalarOf(node)))
    case 'sequence':
      return `[]interface {}{${node.items.map(nodeSyntax).join(', ')}}`
    case 'mapping': {
      const members = new Map<string, string>()
      collect(node, members)
      const sorted = [...members].sort(([a], [b]) => compareBytes(a, b))
      return `map[interface {}]interface {}{${sorted.map(([key, value]) => `${key}:${value}`).join(', ')}}`
    }
  }
}

function collect({ items }: MappingNode, into: Map<string, string>): void {
  for (let i = 0; i + 1 < items.length; i += 2) {
    const [key, value] = [items[i], items[i + 1]]
    if (!key || !value) continue
    if (isMerge(key)) for (const { map } of merges(value)) collect(map, into)
    else into.set(nodeSyntax(key), nodeSyntax(value))
  }
}
