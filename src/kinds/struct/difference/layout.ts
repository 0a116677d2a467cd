import { highestOf } from '../../../base/numbers/extremes.js'
import { trimEnd } from '../../../base/text/trim.js'
import { utf8Length } from '../../../base/bytes/utf8.js'
import { wordsOf } from './stats.js'
import { ELLIPSIS, type Line, type List, type Sign, type Text } from './text.js'

const MOST_COLUMNS = 80
// go-cmp indents with either spaces or these, at random per process; here as the recorded server did.
const BLANK = '\u00a0'

/**
 * Lays out a text like go-cmp: on one line what fits, otherwise one below the other, with values and comments aligned.
 */
export const layOut = (text: Text): string => `${indent('', 0)}${expanded(compact(text, '').text, '', 0)}\n`

type Around = Sign | ''

const indent = (sign: Around, depth: number) =>
  `${sign === '' || sign === ' ' ? BLANK : sign}${BLANK}${'\t'.repeat(depth)}`

const joined = (around: Around, { sign }: Line): Around =>
  around === '-' || around === '+' ? around : (sign ?? around)

/** Returns a text on one line, and the text with those parts on one line that may be. */
function compact(text: Text, around: Around): { readonly line: string; readonly text: Text } {
  if (typeof text === 'string') return { line: text, text }
  if (!('before' in text)) return compactList(text, around)
  const inner = compact(text.value, around)
  const line = text.before + inner.line + text.after
  return { line, text: typeof inner.text === 'string' ? line : { ...text, value: inner.text } }
}

function compactList({ records }: List, around: Around): { readonly line: string; readonly text: Text } {
  const parts = records.map((record) => ({ record, ...compact(record.value, joined(around, record)) }))
  const line = parts.map(({ record: { key }, line: own }) => (key ? `${key}: ${own}` : own)).join(', ')
  const isLong =
    parts.some(
      ({ record: { sign, comment }, text }) =>
        sign === '+' || sign === '-' || typeof text !== 'string' || comment !== undefined,
    ) ||
    ((around === '+' || around === '-') && utf8Length(line) > MOST_COLUMNS)
  return { line, text: isLong ? { records: parts.map(({ record, text }) => ({ ...record, value: text })) } : line }
}

function expanded(text: Text, around: Around, depth: number): string {
  if (typeof text === 'string') return text
  if ('before' in text) return text.before + expanded(text.value, around, depth) + text.after
  const lines = isSimple(text) ? batches(text, around, depth + 1) : linesOf(text, around, depth + 1)
  return `${lines}\n${indent(around, depth)}`
}

const isSimple = ({ records }: List) =>
  records.length > 0 &&
  records.every(
    ({ sign, key, value, comment }) => sign === undefined && !key && typeof value === 'string' && comment === undefined,
  )

/** Formats elements that need no line of their own. */
function batches({ records }: List, around: Around, depth: number): string {
  const rows: string[] = []
  let row = ''
  for (const { value } of records) {
    const element = String(value)
    if (row && utf8Length(row) + utf8Length(element) + 2 > MOST_COLUMNS) {
      rows.push(row)
      row = ''
    }
    row += `${element}, `
  }
  return [...rows, row].map((each) => `\n${indent(around, depth)}${trimEnd(each, ' ')}`).join('')
}

function linesOf({ records }: List, around: Around, depth: number): string {
  const keyPads = paddings(
    records,
    ({ key, value }) => Boolean(key) && typeof value === 'string',
    ({ key = '' }) => characters(key),
  )
  const valuePads = paddings(
    records,
    ({ value, comment }) => typeof value === 'string' && value !== ELLIPSIS && comment !== undefined,
    ({ value }) => characters(String(value)),
  )
  const one = (record: Line, i: number) => {
    const { key, value, isBare, comment } = record
    const sign = joined(around, record)
    const name = key ? `${key}: ` : ''
    const told = comment === undefined ? '' : ` // ${typeof comment === 'string' ? comment : wordsOf(comment)}`
    return `\n${indent(sign, depth)}${name}${' '.repeat(keyPads[i] ?? 0)}${expanded(value, sign, depth)}${isBare ? '' : ','}${' '.repeat(valuePads[i] ?? 0)}${told}`
  }
  return records.map(one).join('')
}

const characters = (text: string) => [...text].length

/** Returns the padding of each line to the longest one of its aligned block; 0 for lines that are not aligned. */
function paddings(records: readonly Line[], isAligned: (line: Line) => boolean, widthOf: (line: Line) => number) {
  const pads: number[] = records.map(() => 0)
  let start = 0
  for (let i = 0; i <= records.length; i++) {
    const line = records[i]
    if (line && isAligned(line)) continue
    const widths = records.slice(start, i).map(widthOf)
    const widest = highestOf([0, ...widths])
    widths.forEach((width, at) => (pads[start + at] = widest - width))
    start = i + 1
  }
  return pads
}
