import { isObject } from '../json/json.js'
import { areParted, countParts, inParts, namesInParts, progressOf } from '../turns/work-in-parts.js'
import { sortInParts } from '../turns/sort-in-parts.js'
import { WIDTH, lengthOf, yamlKey, yamlScalar } from './write-scalar.js'

/**
 * Writes a value as YAML, like the server (sigs.k8s.io/yaml): keys sorted, lists indented like their key, long text
 * folded at 80 columns.
 */
export const encodeYaml = (value: unknown): string => encoded(value, SORTED)

/** Writes a value as YAML, like go.yaml.in/yaml/v3: keys in the given order, long text on one line. */
export const encodeYamlAsGiven = (value: unknown): string => encoded(value, AS_GIVEN)

type Style = {
  /** Returns the names of an object's members in the order in which they are written. */
  readonly order: (value: object, names: readonly string[]) => readonly string[]
  /** The number of columns beyond which text is folded. */
  readonly width: number
}

const SORTED: Style = { order: (value, names) => sortInParts(value, writeBlock, names, compareKeys), width: WIDTH }
const AS_GIVEN: Style = { order: (_, names) => names, width: Infinity }

function encoded(value: unknown, style: Style): string {
  const out: string[] = []
  writeBlock(value, 0, out, style)
  out.push('\n')
  return out.join('')
}

/** Writes a value at its own indentation; the first line is not indented. */
function writeBlock(value: unknown, indent: number, out: string[], style: Style): void {
  if (Array.isArray(value) && value.length > 0) {
    writeEach(value, value, indent, out, (item, i, texts) => {
      texts.push(i === 0 ? '- ' : `\n${padding(indent)}- `)
      writeBlock(item, indent + 2, texts, style)
    })
    return
  }
  const names = isObject(value) ? namesInParts(value) : []
  if (!isObject(value) || names.length === 0) return void out.push(scalar(value, indent, indent, style))
  writeEach(value, style.order(value, names), indent, out, (name, i, texts) => {
    if (i > 0) texts.push(`\n${padding(indent)}`)
    writeMember(name, value[name], indent, texts, style)
  })
}

/** Writes each part of a value; many parts in several turns, caching the text of each part. */
function writeEach<T>(
  value: object,
  parts: readonly T[],
  indent: number,
  out: string[],
  write: (part: T, i: number, texts: string[]) => void,
): void {
  if (!areParted(parts.length)) return parts.forEach((part, i) => write(part, i, out))
  const begin = (): string[] => []
  const texts = inParts(value, `at ${indent}`, parts.length, begin, (all, i) => {
    const own: string[] = []
    write(parts[i] as T, i, own) // `i` is less than the length
    const text = own.join('')
    all.push(text)
    countParts(text.length / CHARACTERS_OF_PART)
  })
  // Joined only once, because each turn gets here again.
  out.push(progressOf(texts, writeEach, () => texts.join('')))
}

// Writing this many characters takes as long as one part of a turn's work.
const CHARACTERS_OF_PART = 32

function writeMember(name: string, value: unknown, indent: number, out: string[], style: Style): void {
  const key = yamlKey(name)
  if (key === undefined) {
    out.push(`? ${yamlScalar(name, indent + 2, indent + 2, style.width)}\n${padding(indent)}: `)
    return writeBlock(value, indent + 2, out, style)
  }
  const inner = Array.isArray(value) && value.length > 0 ? indent : indent + 2
  if (typeof value !== 'object' || isEmpty(value))
    return void out.push(`${key}: ${scalar(value, inner, indent + lengthOf(key) + 2, style)}`)
  out.push(`${key}:\n${padding(inner)}`)
  writeBlock(value, inner, out, style)
}

const padding = (indent: number) => ' '.repeat(indent)

const isEmpty = (value: object | null): boolean => value === null || namesInParts(value).length === 0

function scalar(value: unknown, indent: number, column: number, { width }: Style): string {
  if (typeof value === 'string') return yamlScalar(value, indent, column, width)
  if (Array.isArray(value)) return '[]'
  return isObject(value) ? '{}' : String(value ?? null)
}

const DIGIT = /^\p{Nd}$/u
const LETTER = /^\p{L}$/u
const isDigit = (c: string | undefined) => c !== undefined && (c < '\x80' ? c >= '0' && c <= '9' : DIGIT.test(c))
const isLetter = (c: string) => (c < '\x80' ? /^[A-Za-z]$/.test(c) : LETTER.test(c))

/** Returns the code point at an offset, which may be two code units. */
function characterAt(text: string, at: number): string | undefined {
  const code = text.codePointAt(at)
  return code === undefined ? undefined : String.fromCodePoint(code)
}

/** Compares keys in natural order: numbers by value, and other characters before letters. */
function compareKeys(a: string, b: string): number {
  const at = sharedLength(a, b)
  const [x, y] = [characterAt(a, at), characterAt(b, at)]
  if (x === undefined || y === undefined) return a.length - b.length
  const code = (x.codePointAt(0) ?? 0) - (y.codePointAt(0) ?? 0)
  if (isLetter(x) && isLetter(y)) return code
  // After a number, a letter comes first.
  if (isLetter(x) || isLetter(y)) return isLetter(x) === isDigit(a[at - 1]) ? -1 : 1
  const [m, n] = [numberAt(a, at), numberAt(b, at)]
  return m.value - n.value || m.length - n.length || code
}

function sharedLength(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a[at] === b[at]) at++
  // Does not split a surrogate pair.
  const before = a.charCodeAt(at - 1)
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at
}

function numberAt(text: string, from: number): { readonly value: number; readonly length: number } {
  let to = from
  while (isDigit(text[to])) to++
  // The digits equal so far matter only if a zero follows.
  const zeroInside = text[from] === '0' && followsNumber(text, from)
  return { value: Number(`${zeroInside ? '1' : ''}${text.slice(from, to) || '0'}`), length: to - from }
}

/** Tells whether the digits before an offset are not all zeros. */
function followsNumber(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0 && /\d/.test(text.charAt(i)); i--) if (text[i] !== '0') return true
  return false
}
