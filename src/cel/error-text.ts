import { NOWHERE, type PlacedFault } from './syntax/tokens.js'

/** Formats an error that a server reports without a position. */
export const placelessError = (text: string): string => `ERROR: <input>:-1:0: ${text}`

// As many as a server reports (cel-go: common.Errors).
const MOST_FAULTS = 100
// Each error shows its line; that of a long expression is shown less often.
const MOST_SHOWN = 200_000

/** Formats errors as a server does, in the order of their positions. */
export function errorsText(expression: string, faults: readonly PlacedFault[]): string {
  const most = Math.min(MOST_FAULTS, Math.ceil(MOST_SHOWN / (expression.length + 1)))
  const texts = faults
    .slice(0, most)
    .sort((a, b) => a.at - b.at)
    .map((fault) => errorAt(expression, fault))
  const left = faults.length - most
  return [...texts, ...(left > 0 ? [`${left} more errors were truncated`] : [])].join('\n')
}

/** Formats an error as a server does, with the line and a mark under the position. */
export function errorAt(expression: string, { text, at }: PlacedFault): string {
  if (at === NOWHERE) return placelessError(text)
  const before = expression.slice(0, at)
  const line = before.split('\n').length
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length
  const shown = expression.split('\n')[line - 1] ?? ''
  const characters = [...shown]
  const dots = characters.slice(0, column).map((character) => (isWide(character) ? WIDE_DOT : '.'))
  const mark = isWide(characters[column] ?? '') ? WIDE_MARK : '^'
  return `ERROR: <input>:${line}:${column + 1}: ${text}\n | ${shown.replaceAll('\t', ' ')}\n | ${dots.join('')}${mark}`
}

// Non-ASCII characters are assumed to be twice as wide.
const isWide = (character: string) => character > '\x7f'
const WIDE_DOT = '\uff0e'
const WIDE_MARK = '\uff3e'
