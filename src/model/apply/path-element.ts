import { bytesOrder, compareBytes, isObject, stringifyJson } from '../../base/json/json.js'
import { goFloat, goQuote } from '../../base/go/printable.js'
import { parseInt64 } from '../../base/go/numbers.js'

/**
 * An element of a field path in wire format: a field (`f:name`), a list item by its keys (`k:{…}`) or by its value
 * (`v:…`), or an index (`i:0`). Names of fields are written as they are; keys and values as Go's JSON encoder writes
 * them.
 */
export type PathElement = string

const MOST_KNOWN = 10_000
const MOST_KEYS = 100
const LONGEST = 128

/** Caches the elements of short names, which recur all the time. */
function rememberedElements(make: (name: string) => PathElement): (name: string) => PathElement {
  const known = new Map<string, PathElement>()
  return (name) => {
    if (name.length > LONGEST) return make(name)
    let element = known.get(name)
    if (element === undefined) {
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(name, (element = make(name)))
    }
    return element
  }
}

/** Returns the element of a field. */
export const fieldElement = rememberedElements((name) => `f:${name}`)

const keyElements = new Map<string, (value: string) => PathElement>()

/** Returns the element of an item with a single key that is a string. */
export function keyElement(key: string, value: string): PathElement {
  let elements = keyElements.get(key)
  if (!elements) {
    if (keyElements.size >= MOST_KEYS) keyElements.clear()
    elements = rememberedElements((text) => `k:{${nameText(key)}:${valueText(text)}}`)
    keyElements.set(key, elements)
  }
  return elements(value)
}

/** Returns the element of an item with these keys, sorted by name. */
export const keysElement = (keys: readonly (readonly [name: string, value: unknown])[]): PathElement =>
  `k:{${keys.map(([name, value]) => `${nameText(name)}:${valueText(value)}`).join(',')}}`

/** Returns the element of an item of a set. */
export const valueElement = (value: unknown): PathElement => `v:${valueText(value)}`

/** Writes the name of a key: without the escapes for HTML (jsoniter: WriteString). */
const nameText = (name: string): string => JSON.stringify(name).replace(/\\\\|\\[bf]/g, escapeOf)

/** Writes the value of a key or item (jsoniter: WriteStringWithHTMLEscaped). */
function valueText(value: unknown): string {
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return `[${value.map(valueText).join(',')}]`
  if (isObject(value)) {
    const names = Object.keys(value).sort(compareBytes)
    return `{${names.map((name) => `${valueText(name)}:${valueText(value[name])}`).join(',')}}`
  }
  const text = stringifyJson(value)
  return UNLIKE_GO.test(text) ? text.replace(/\\\\|\\[bf]|[<>&\u2028\u2029]/g, escapeOf) : text
}

const UNLIKE_GO = /[\\<>&\u2028\u2029]/

const ESCAPES: Readonly<Record<string, string>> = { '\\\\': '\\\\', '\\b': '\\u0008', '\\f': '\\u000c' }

const escapeOf = (c: string): string => ESCAPES[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

// An exponent has two digits at least.
const numberText = (value: number): string => String(value).replace(/e([+-])(\d)$/, 'e$10$2')

/** Tells whether an element has a form that later servers may write, which is dropped (fieldpath: readIterV1). */
export const isUnknownElement = (text: string): boolean => /^[^fkvi]:/.test(text)

// What nearly all elements look like as they are written. Integers of more digits may be too long for a double.
const WRITTEN = /^(?:f:|k:\{"\w+":(?:"[!#-%'-;=?-[\]-~]*"|\d{1,15})\}$|v:(?:"[!#-%'-;=?-[\]-~]*"|\d{1,15})$)/

/** Returns a given element as it is written; undefined if it is none. */
export function readElement(text: string): PathElement | undefined {
  if (WRITTEN.test(text)) return text
  const body = text.slice(2)
  if (text.startsWith('i:')) return /^[+-]?\d+$/.test(body) ? `i:${BigInt(body.replace('+', ''))}` : undefined
  const read = text.startsWith('k:') || text.startsWith('v:') ? parsed(body) : undefined
  if (!read) return undefined
  if (text.startsWith('v:')) return valueElement(read.value)
  if (read.value === null) return 'k:{}'
  return isObject(read.value) ? keysElement(entriesOf(read.value)) : undefined
}

function parsed(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: parse(body) }
  } catch {
    return undefined
  }
}

// A private-use mark keeps the digits of integers that JavaScript would round.
const INTEGER_MARK = '\uf8ff\ue002'
const TEXT_OR_INTEGER = /("(?:[^"\\]|\\.)*")|-?\b\d{16,19}(?![\d.eE])/g

/** Parses the body of an element, with long integers as bigints. */
function parse(body: string): unknown {
  if (!/\d{16}/.test(body)) return JSON.parse(body)
  const marked = body.replace(TEXT_OR_INTEGER, (all, text?: string) => text ?? `"${INTEGER_MARK}${all}"`)
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(INTEGER_MARK) ? integerOf(value.slice(INTEGER_MARK.length)) : value,
  )
}

function integerOf(digits: string): bigint | number {
  const value = parseInt64(digits)
  return value === undefined || Number.isSafeInteger(Number(value)) ? Number(digits) : value
}

const entriesOf = (keys: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] =>
  Object.entries(keys).sort(([a], [b]) => compareBytes(a, b))

// Their text sorts as their values do: all characters come after the quotes.
const SORTED_AS_TEXT = /^(?:f:|k:\{"\w+":"[#-[\]-~]*"\}$|v:"[#-[\]-~]*"$)/
const TYPES = ['f', 'k', 'v', 'i']

/** Compares two elements as the server sorts them (fieldpath: PathElement.Compare). */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0
  const type = a[0] ?? ''
  if (type !== b[0]) return TYPES.indexOf(type) - TYPES.indexOf(b[0] ?? '')
  if (SORTED_AS_TEXT.test(a) && SORTED_AS_TEXT.test(b)) return compareBytes(a, b)
  return compareLists(valuesOf(a), valuesOf(b))
}

/** Returns a comparison of these elements that gives the order of {@link compareElements}, as fast as they allow. */
export const elementOrder = (elements: readonly PathElement[]): typeof compareElements =>
  elements.every((element) => SORTED_AS_TEXT.test(element)) ? bytesOrder(elements) : compareElements

/** Returns what identifies an element's item: the names and values of its keys, its value or its index. */
function valuesOf(element: PathElement): readonly unknown[] {
  if (element.startsWith('f:')) return [element]
  const value = parse(element.slice(2))
  return element.startsWith('k:') && isObject(value) ? entriesOf(value).flat() : [value]
}

function compareValues(a: unknown, b: unknown): number {
  const rank = rankOf(a) - rankOf(b)
  if (rank !== 0) return rank
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(a, b)
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b)
  if (isObject(a) && isObject(b)) return compareLists(entriesOf(a).flat(), entriesOf(b).flat())
  return Number(isLess(b, a)) - Number(isLess(a, b))
}

function compareLists(left: readonly unknown[], right: readonly unknown[]): number {
  for (const [i, value] of left.entries()) {
    const order = i < right.length ? compareValues(value, right[i]) : 1
    if (order !== 0) return order
  }
  return left.length - right.length
}

// Numbers, integers among them, and booleans.
const isLess = (a: unknown, b: unknown): boolean => (a as number | bigint | boolean) < (b as number | bigint | boolean)

const RANKS = ['number', 'string', 'boolean']

const rankOf = (value: unknown): number =>
  typeof value === 'bigint'
    ? 0
    : typeof value !== 'object'
      ? RANKS.indexOf(typeof value)
      : value === null
        ? 5
        : Array.isArray(value)
          ? 3
          : 4

/** Prints an element as conflicts do (fieldpath: PathElement.String). */
export function elementText(element: PathElement): string {
  const body = element.slice(2)
  if (element.startsWith('f:')) return `.${body}`
  if (element.startsWith('i:')) return `[${body}]`
  const value = parse(body) // written by us, or read by readElement
  if (element.startsWith('v:') || !isObject(value)) return `[=${printed(value)}]`
  return `[${entriesOf(value)
    .map(([key, value]) => `${key}=${printed(value)}`)
    .join(',')}]`
}

/** Prints the value of a key or item (structured-merge-diff: value.ToString). */
function printed(value: unknown): string {
  if (typeof value === 'string') return goQuote(value)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : goFloat(value)
  if (Array.isArray(value)) return `[${value.map(printed).join(',')}]`
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .map(([name, member]) => `${name}=${printed(member)}`)
    .join('')
}
