import { byteText, utf8Length } from '../../../base/bytes/utf8.js'
import { goQuote } from '../../../base/go/printable.js'
import { diffChunks } from './chunks.js'
import { comparePlainly, editScript } from './edit-script.js'
import { isAmbiguous, isPrinted, quotedBytes, withoutReturns } from './format-text.js'
import { withType } from './format-value.js'
import type { Node } from './nodes.js'
import type { Options } from './options.js'
import type { Line, Text } from './text.js'
import { elementsOf, MISSING } from './values.js'

const LEAST_LENGTH = 32

/** Tells whether to compare two values piece by piece: long strings, and lists of numbers. */
export function canDiffPrimitives({ mode }: Options, { type, x, y, same, different }: Node): boolean {
  if (mode !== 'both' || different === 0 || x === MISSING || y === MISSING) return false
  if (type.kind === 'string') return utf8Length(text(x)) >= LEAST_LENGTH && utf8Length(text(y)) >= LEAST_LENGTH
  if (type.kind !== 'slice' || !['int', 'bool'].includes(type.of().kind)) return false
  const [nx, ny] = [elementsOf(x).length, elementsOf(y).length]
  if (nx === 0 || ny === 0) return false
  return different > same || (nx >= LEAST_LENGTH && ny >= LEAST_LENGTH)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Formats the difference of two such values. */
export function diffPrimitives(options: Options, { type, x, y }: Node): Text {
  if (type.kind === 'slice') {
    const list = diffChunks(options, elementsOf(x), elementsOf(y), 8, type.of().name, (part, sign) => ({
      ...sign,
      value: part.join(', '),
    }))
    return withType(options, type, { before: '{', value: { records: list }, after: '}' })
  }
  const old = text(x)
  const next = text(y)
  if (isByLine(old, next)) return diffLines(options, old, next)
  if (!isMostlyText(old + next)) return diffBinary(options, old, next)
  const list = diffChunks(options, [...byteText(old)], [...byteText(next)], 64, 'byte', (part, sign) => ({
    ...sign,
    value: quotedBytes(part.join('')),
  }))
  return joinedBy('', list)
}

const joinedBy = (between: string, records: readonly Line[]): Text => ({
  before: 'strings.Join(',
  value: { before: '{', value: { records }, after: '}' },
  after: `, ${goQuote(between)})`,
})

const VISIBLE = /[\p{L}\p{M}\p{N}\p{P}\p{S}\s\x85]/u

const seen = (both: string) => {
  const characters = [...both]
  return { all: characters.length, visible: characters.filter((c) => VISIBLE.test(c) && c !== '\ufffd').length }
}

function isMostlyText(both: string): boolean {
  const { all, visible } = seen(both)
  return visible > Math.floor(0.9 * all)
}

const LEAST_LINES = 4
const LONGEST_LINE = 1024
const MOST_ESCAPES = 1.1

/**
 * Tells whether to compare strings by line: they have lines, and these show the difference about as well as bytes do.
 */
function isByLine(old: string, next: string): boolean {
  const { all, visible } = seen(old + next)
  const ended = byteText(old + next)
    .split('\n')
    .slice(0, -1)
  if (visible !== all || ended.length < LEAST_LINES || ended.some(({ length }) => length > LONGEST_LINE)) return false
  const share = (a: readonly string[], b: readonly string[]) => {
    const edits = editScript(
      a.length,
      b.length,
      comparePlainly((ix, iy) => a[ix] === b[iy]),
    )
    return edits.filter((edit) => edit !== 'same').length / edits.length
  }
  const byLines = share(old.split('\n'), next.split('\n'))
  const byBytes = share([...byteText(old)], [...byteText(next)])
  const escapes = utf8Length(goQuote(old + next)) / (utf8Length(old) + utf8Length(next))
  return byLines < 4 * byBytes || escapes > MOST_ESCAPES
}

function diffLines(options: Options, old: string, next: string): Text {
  const list = diffChunks(options, old.split('\n'), next.split('\n'), 1, 'line', (part, sign) => ({
    ...sign,
    value: part[0] ?? '',
  }))
  const bare = tripleQuoted(list)
  const quoted = list.map((line) =>
    !line.isBare ? { ...line, value: quotedBytes(byteText(String(line.value))) } : line,
  )
  return bare ?? joinedBy('\n', quoted)
}

/** Formats lines between triple quotes; undefined if a line would be ambiguous. */
function tripleQuoted(list: readonly Line[]): Text | undefined {
  const records: Line[] = [{ value: '"""', isBare: true }]
  let removed = new Set<string>()
  let inserted = new Set<string>()
  for (const line of list) {
    if (line.isBare) records.push(line)
    else {
      const value = withoutReturns(String(line.value))
      const blind = value.replaceAll(/[\s\x85]/g, '')
      if (isAmbiguous(value) || !isPrinted(value)) return undefined
      if ((line.sign === '-' && inserted.has(blind)) || (line.sign === '+' && removed.has(blind))) return undefined
      if (line.sign === '-') removed.add(blind)
      if (line.sign === '+') inserted.add(blind)
      records.push({ ...line, value, isBare: true })
    }
    if (line.sign !== '-' && line.sign !== '+') {
      removed = new Set()
      inserted = new Set()
    }
  }
  const last = records.at(-1)
  if (last?.sign === ' ' && last.value === '') records.pop()
  return { before: '(', value: { records: [...records, { value: '"""', isBare: true }] }, after: ')' }
}

function diffBinary(options: Options, old: string, next: string): Text {
  const list = diffChunks(options, [...byteText(old)], [...byteText(next)], 16, 'byte', (part, sign) => ({
    ...sign,
    value: part.map((c) => `0x${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join(', '),
    comment: `${sign.sign}|${part.map((c) => (c >= ' ' && c <= '~' ? c : '.')).join('')}|`,
  }))
  return { before: 'string', value: { before: '{', value: { records: list }, after: '}' }, after: '' }
}
