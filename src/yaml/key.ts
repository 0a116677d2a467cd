import { goFloat, goQuote } from '../base/go-print.js'
import { compareBytes, isObject } from '../base/json.js'
import type { Scalar } from './scalar.js'

const NIL = 'interface {}(nil)'

/** A key of a map: text, or a scalar of another type as its own type of JavaScript, of which `1` and `"1"` are two. */
export type Key = string | bigint | number | boolean | null

/** A scalar as a key. */
export const keyOf = ({ value }: Scalar): Key => value

/** The member a key is in JSON; undefined for one that cannot be a member. */
export function keyText(key: Key): string | undefined {
  if (key === null) return undefined
  if (typeof key === 'bigint') return BigInt.asIntN(64, key) === key ? String(key) : undefined
  return typeof key === 'number' ? floatText(key) : String(key)
}

// As short as it can be and still be the same number of 32 bits.
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

/** A key as Go's `%#v` prints it. */
export function keySyntax(key: Key): string {
  if (typeof key === 'string') return goQuote(key)
  if (typeof key === 'bigint') return BigInt.asIntN(64, key) === key ? String(key) : `0x${key.toString(16)}`
  return typeof key === 'number' ? goFloat(key) : key === null ? NIL : String(key)
}

/** What is said of a key that cannot be a member, with the value it has. */
export function unfitKey(key: bigint | null, value: unknown): string {
  const [type, text] = key === null ? ['%!s(<nil>)', '<nil>'] : ['uint64', keySyntax(key)]
  const shown = valueSyntax(value)
  return `unsupported map key of type: ${type}, key: ${text}, value: ${shown === NIL ? '<nil>' : shown}`
}

/** The members of a map as Go's `%#v` prints what its reader of YAML makes of them. */
export function membersSyntax(members: ReadonlyMap<Key, unknown>): string {
  const texts = [...members].map(([key, value]) => [keySyntax(key), valueSyntax(value)] as const)
  texts.sort(([a], [b]) => compareBytes(a, b))
  return `map[interface {}]interface {}{${texts.map(([key, value]) => `${key}:${value}`).join(', ')}}`
}

/** A value as Go's `%#v` prints it. */
export function valueSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(valueSyntax).join(', ')}}`
  if (isObject(value)) return membersSyntax(new Map(Object.entries(value)))
  return keySyntax(value as Key) // a scalar is one
}
