import { isObject } from '../base/json.js'
import { yamlKey, yamlScalar } from './go-yaml-scalar.js'

/** Writes a value as YAML, as the server does (sigs.k8s.io/yaml): keys sorted, lists at the indentation of their key, long text folded at 80 columns. */
export const encodeYaml = (value: unknown): string => `${block(value, 0)}\n`

/** A value that begins at its own indentation; the first line is not indented. */
function block(value: unknown, indent: number): string {
  const pad = ' '.repeat(indent)
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => `- ${block(item, indent + 2)}`).join(`\n${pad}`)
  if (!isObject(value) || Object.keys(value).length === 0) return scalar(value, indent, indent)
  return Object.keys(value)
    .sort(compareKeys)
    .map((name) => member(name, value[name], indent))
    .join(`\n${pad}`)
}

function member(name: string, value: unknown, indent: number): string {
  const pad = ' '.repeat(indent)
  const key = yamlKey(name)
  if (key === undefined) return `? ${yamlScalar(name, indent + 2, indent + 2)}\n${pad}: ${block(value, indent + 2)}`
  if (Array.isArray(value) && value.length > 0) return `${key}:\n${pad}${block(value, indent)}`
  if (isObject(value) && Object.keys(value).length > 0) return `${key}:\n${pad}  ${block(value, indent + 2)}`
  return `${key}: ${scalar(value, indent + 2, indent + [...key].length + 2)}`
}

function scalar(value: unknown, indent: number, column: number): string {
  if (typeof value === 'string') return yamlScalar(value, indent, column)
  if (Array.isArray(value)) return '[]'
  return isObject(value) ? '{}' : String(value ?? null)
}

const isDigit = (c: string | undefined) => c !== undefined && /^\p{Nd}$/u.test(c)
const isLetter = (c: string) => /^\p{L}$/u.test(c)

/** Natural order: numbers by value, and other characters before letters. */
function compareKeys(one: string, other: string): number {
  const a = [...one]
  const b = [...other]
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  const [x, y] = [a[at], b[at]]
  if (x === undefined || y === undefined) return a.length - b.length
  const code = x.codePointAt(0)! - y.codePointAt(0)!
  if (isLetter(x) && isLetter(y)) return code
  // After a number, what goes on with letters comes first.
  if (isLetter(x) || isLetter(y)) return isLetter(x) === isDigit(a[at - 1]) ? -1 : 1
  const [m, n] = [numberAt(a, at), numberAt(b, at)]
  return m.value - n.value || m.length - n.length || code
}

function numberAt(text: readonly string[], from: number): { readonly value: number; readonly length: number } {
  let to = from
  while (isDigit(text[to])) to++
  // Digits that were equal so far count only where a zero follows them.
  let start = from
  while (start > 0 && /^\d$/.test(text[start - 1] ?? '')) start--
  const zeroInside = text[from] === '0' && text.slice(start, from).some((digit) => digit !== '0')
  return { value: Number(`${zeroInside ? '1' : ''}${text.slice(from, to).join('') || '0'}`), length: to - from }
}
