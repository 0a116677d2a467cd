import { utf8Length } from '../../../base/bytes/utf8.js'
import { highestOf } from '../../../base/lists/lists.js'
import { trimEnd } from '../../../base/text/trim.js'
import { canDiffPrimitives, diffPrimitives, neighboursOf } from './format-primitives.js'
import { formatKey, formatValue, withType } from './format-value.js'
import type { Node, Part } from './nodes.js'
import { type Options, FIRST, MOST_TRIES, atLevel, below, levelOf, mostParts, tellingMore } from './options.js'
import { type Stats, changesOf, counted, isNothing, noStats, together, wordsOf } from './stats.js'
import {
  type Line,
  type List,
  type Sign,
  type Text,
  ELLIPSIS,
  inBraces,
  isAlike,
  lengthOf,
  withEllipsis,
} from './text.js'
import type { GoType } from './types.js'
import { MISSING, isZero } from './values.js'

/** Formats the difference of two values like cmp.Diff of go-cmp v0.7; '' if there is none. */
export const printDifference = (node: Node): string =>
  node.different === 0 ? '' : layOut(formatNode(FIRST, node) ?? '')

const LEAST_LEVEL = 3

/** Formats a node: the difference, or one of its two values. */
function formatNode(given: Options, node: Node): Text | undefined {
  const options = leveled(given)
  if (canDiffPrimitives(options, node)) return diffPrimitives(options, node)
  if (node.depth === 0) return formatLeaf(options, node)
  if (node.pointed) {
    const value = formatNode(options, node.pointed)
    return value === undefined ? undefined : { before: '&', value, after: '' }
  }
  return withType(options, node.type, formatParts(options, node.type, node.records ?? []))
}

function leveled(options: Options): Options {
  if (options.mode === 'same') return atLevel(options, 1)
  return levelOf(options) < LEAST_LEVEL ? atLevel(options, LEAST_LEVEL) : options
}

function formatLeaf(options: Options, { type, x, y, different }: Node): Text | undefined {
  if (options.mode === '-') return formatValue(options, type, x)
  if (options.mode === '+') return formatValue(options, type, y)
  if (different > 0) {
    const untold: Options = { ...options, types: 'untold' }
    const lines = signed(
      untold,
      (each) => formatValue(each, type, x),
      (each) => formatValue(each, type, y),
    )
    return withType({ ...options, types: 'told' }, type, { records: lines })
  }
  const first = formatValue(options, type, x)
  const second = formatValue(options, type, y)
  return first !== undefined && second !== undefined && lengthOf(first) < lengthOf(second) ? first : second
}

/** Formats the old and the new value with enough detail to look different. */
function signed(
  options: Options,
  first: (options: Options) => Text | undefined,
  second: (options: Options) => Text | undefined,
): readonly Line[] {
  let old = first(options)
  let next = second(options)
  for (let i = 0; i <= MOST_TRIES && old !== undefined && next !== undefined && isAlike(old, next); i++) {
    old = first(tellingMore(options, i))
    next = second(tellingMore(options, i))
  }
  return [
    ...(old === undefined ? [] : [{ sign: '-', value: old } as const]),
    ...(next === undefined ? [] : [{ sign: '+', value: next } as const]),
  ]
}

/** Returns the options for the parts of a type: whether to show their types. */
function partsOptions(options: Options, type: GoType): Options {
  return { ...options, types: type.kind === 'struct' ? 'composite' : 'untold' }
}

const keyOf = (type: GoType, { key }: Part): { readonly key?: string } => {
  if (type.kind === 'slice') return {}
  return { key: type.kind === 'map' ? formatKey(type.key?.(), key) : key }
}

const NAMES = { struct: 'field', slice: 'element', map: 'entry' } as const

function formatParts(options: Options, type: GoType, parts: readonly Part[]): Text {
  const most = options.mode === 'same' ? mostParts(options, parts.length) : (1 << levelOf(options)) << 1
  const inner = below(partsOptions(options, type))
  if (options.mode !== 'both') return inBraces(formatAll(inner, type, parts, options.isLimited ? most : Infinity))
  const name = NAMES[type.kind === 'struct' || type.kind === 'map' ? type.kind : 'slice']
  return inBraces(
    formatChanges(parts, { name, most: options.isLimited ? most : Infinity }, (part, mode) =>
      formatPart(inner, type, part, mode),
    ),
  )
}

/** Formats the parts of one value. */
function formatAll(options: Options, type: GoType, parts: readonly Part[], most: number): readonly Line[] {
  const lines: Line[] = []
  for (const part of parts) {
    if (lines.length === most) return withEllipsis(lines)
    if (type.kind === 'struct' && isLeftOut(options, part.node)) continue
    const value = formatNode(options, part.node)
    if (value !== undefined) lines.push({ ...keyOf(type, part), value })
  }
  return lines
}

function isLeftOut({ mode }: Options, { type, x, y }: Node): boolean {
  if (mode === 'same') return isZero(type, x) || isZero(type, y)
  return isZero(type, mode === '-' ? x : y)
}

/** Formats a part of a value: unchanged, or as its difference. */
function formatPart(options: Options, type: GoType, part: Part, mode: 'same' | 'both'): readonly Line[] {
  const { node } = part
  const key = keyOf(type, part)
  const whole = (value: Text | undefined) => (value === undefined ? [] : [{ ...key, value }])
  if (mode === 'same') return whole(formatNode({ ...options, mode: 'same' }, node))
  if (canDiffPrimitives(options, node)) return whole(diffPrimitives(options, node))
  if (node.children !== node.depth) return whole(formatNode(options, node))
  const lines = signed(
    options,
    (each) => formatNode({ ...each, mode: '-' }, node),
    (each) => formatNode({ ...each, mode: '+' }, node),
  )
  return lines.map((line) => ({ ...line, ...key }))
}

/**
 * Formats the changed parts with their neighbours, and counts all others. `most` is the maximum number of changes
 * shown.
 */
function formatChanges(
  parts: readonly Part[],
  { name, most }: { readonly name: string; readonly most: number },
  format: (part: Part, mode: 'same' | 'both') => readonly Line[],
): readonly Line[] {
  let lines: readonly Line[] = []
  let left = noStats(name)
  let told = 0
  let at = 0
  const groups = grouped(parts, name)
  groups.forEach((group, i) => {
    if (told >= most) {
      left = together(left, group)
      return
    }
    if (changesOf(group) > 0) {
      const changed = parts.slice(at, at + changesOf(group))
      lines = [...lines, ...changed.flatMap((part) => format(part, 'both'))]
      at += changed.length
      told += changed.length
      return
    }
    const { first, last } = neighboursOf(group.identical, 1, i > 0, i < groups.length - 1)
    const same = parts.slice(at, at + group.identical)
    lines = [...lines, ...same.slice(0, first).flatMap((part) => format(part, 'same'))]
    const hidden = group.identical - first - last
    if (hidden > 0) lines = withEllipsis(lines, { ...group, identical: hidden })
    lines = [...lines, ...same.slice(group.identical - last).flatMap((part) => format(part, 'same'))]
    at += group.identical
  })
  return isNothing(left) ? lines : withEllipsis(lines, left)
}

function grouped(parts: readonly Part[], name: string): readonly Stats[] {
  const groups: Stats[] = []
  for (const { node } of parts) {
    const kind =
      node.different === 0 ? 'identical' : node.y === MISSING ? 'removed' : node.x === MISSING ? 'inserted' : 'modified'
    const last = groups.at(-1)
    const isNew = !last || (kind === 'identical') !== (changesOf(last) === 0)
    groups[isNew ? groups.length : groups.length - 1] = counted(isNew ? noStats(name) : last, kind)
  }
  return groups
}

const MOST_COLUMNS = 80
// go-cmp indents with either spaces or these, at random per process; here as the recorded server did.
const BLANK = '\u00a0'

/**
 * Lays out a text like go-cmp: on one line what fits, otherwise one below the other, with values and comments aligned.
 */
const layOut = (text: Text): string => `${indent('', 0)}${expanded(compact(text, '').text, '', 0)}\n`

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
