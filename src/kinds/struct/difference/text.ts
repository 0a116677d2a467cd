import { utf8Length } from '../../../base/bytes/utf8.js'
import { isNothing, together, type Stats } from './stats.js'

/** Formatted output: a string, something in brackets, or a list. */
export type Text = string | Wrap | List

/** A text between two strings. */
export type Wrap = { readonly before: string; readonly value: Text; readonly after: string }

/** Lines that are printed one below the other, unless they fit on one line. */
export type List = { readonly records: readonly Line[] }

/** One line of a list. */
export type Line = {
  readonly sign?: Sign
  readonly key?: string
  readonly value: Text
  readonly isBare?: boolean
  readonly comment?: Stats | string
}

/** The sign of a line that was removed or added; a space is that of an unchanged one. */
export type Sign = '-' | '+' | ' '

/** The replacement of hidden lines. */
export const ELLIPSIS = '...'

/** Wraps lines in braces. */
export const inBraces = (records: readonly Line[]): Wrap => ({ before: '{', value: { records }, after: '}' })

/** Appends an ellipsis to lines, with the number of hidden ones. */
export function withEllipsis(lines: readonly Line[], stats?: Stats): readonly Line[] {
  const told = stats && !isNothing(stats) ? { comment: stats } : {}
  const last = lines.at(-1)
  if (!last || last.value !== ELLIPSIS) return [...lines, { value: ELLIPSIS, isBare: true, ...told }]
  if (!told.comment || typeof last.comment !== 'object') return lines
  return [...lines.slice(0, -1), { ...last, comment: together(last.comment, told.comment) }]
}

/** Returns the length of a text on one line, in bytes. */
export function lengthOf(text: Text): number {
  if (typeof text === 'string') return utf8Length(text)
  if ('before' in text) return utf8Length(text.before) + lengthOf(text.value) + utf8Length(text.after)
  const between = Math.max(0, text.records.length - 1) * 2
  return text.records.reduce(
    (sum, { key = '', value }) => sum + (key ? utf8Length(key) + 2 : 0) + lengthOf(value),
    between,
  )
}

/** Tells whether two texts are equal. */
export function isAlike(a: Text, b: Text): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  if ('before' in a) return 'before' in b && a.before === b.before && a.after === b.after && isAlike(a.value, b.value)
  if ('before' in b || a.records.length !== b.records.length) return false
  return a.records.every((line, i) => {
    const other = b.records[i]
    if (!other || line.sign !== other.sign || (line.key ?? '') !== (other.key ?? '')) return false
    return JSON.stringify(line.comment) === JSON.stringify(other.comment) && isAlike(line.value, other.value)
  })
}
