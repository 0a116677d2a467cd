import { byteText, utf8Length } from '../../../base/bytes/utf8.js'
import { goQuote } from '../../../base/go/printable.js'
import { type Edit, comparePlainly, editScript } from './edit-script.js'
import { isAmbiguous, isPrinted, quotedBytes, withoutReturns } from './format-text.js'
import { withType } from './format-value.js'
import type { Node } from './nodes.js'
import { type Options, levelOf } from './options.js'
import { type Stats, changesOf, counted, isNothing, noStats, together } from './stats.js'
import { type Line, type Sign, type Text, withEllipsis } from './text.js'
import { MISSING, elementsOf } from './values.js'

// The number of unchanged neighbours shown beside a change.
const CONTEXT = 2

/**
 * Returns how many unchanged elements between two changes are shown: after the preceding change, and before the
 * following one. `size` is the number of elements in a chunk.
 */
export function neighboursOf(stayed: number, size: number, isAfter: boolean, isBefore: boolean) {
  const first = isAfter ? Math.min(size * CONTEXT, stayed) : 0
  const last = isBefore ? Math.min(size * CONTEXT, stayed - first) : 0
  // Hiding a single chunk would save no space.
  return { first, last: stayed - first - last <= size ? stayed - first : last }
}

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

const COUNTED = { same: 'identical', x: 'removed', y: 'inserted', changed: 'modified' } as const

/** Formats the difference of two lists in chunks of `size` elements. */
function diffChunks<T>(
  options: Options,
  x: readonly T[],
  y: readonly T[],
  size: number,
  name: string,
  line: (part: readonly T[], sign: { readonly sign: Sign }) => Line,
): readonly Line[] {
  const groups = tidied(
    merged(
      grouped(
        editScript(
          x.length,
          y.length,
          comparePlainly((ix, iy) => x[ix] === y[iy]),
        ),
        name,
      ),
      size >> 2,
    ),
    x,
    y,
  )
  const most = options.isLimited ? (1 << levelOf(options)) << 2 : Infinity
  const pieces = (part: readonly T[], sign: Sign) =>
    Array.from({ length: Math.ceil(part.length / size) }, (_, i) =>
      line(part.slice(i * size, (i + 1) * size), { sign }),
    )
  let lines: readonly Line[] = []
  let left = noStats(name)
  let told = 0
  let [ix, iy] = [0, 0]
  groups.forEach((group, i) => {
    if (told >= most) {
      left = together(left, group)
    } else if (changesOf(group) > 0) {
      const [nx, ny] = [
        group.identical + group.removed + group.modified,
        group.identical + group.inserted + group.modified,
      ]
      const more = [...pieces(x.slice(ix, ix + nx), '-'), ...pieces(y.slice(iy, iy + ny), '+')]
      lines = [...lines, ...more]
      told += more.length
      ix += nx
      iy += ny
    } else {
      const same = x.slice(ix, ix + group.identical)
      const { first, last } = neighboursOf(same.length, size, i > 0, i < groups.length - 1)
      lines = [...lines, ...pieces(same.slice(0, first), ' ')]
      const hidden = same.length - first - last
      if (hidden > 0) lines = withEllipsis(lines, { ...group, identical: hidden })
      lines = [...lines, ...pieces(same.slice(same.length - last), ' ')]
      ix += same.length
      iy += same.length
    }
  })
  return isNothing(left) ? lines : withEllipsis(lines, left)
}

function grouped(edits: readonly Edit[], name: string): readonly Stats[] {
  const groups: Stats[] = []
  edits.forEach((edit, i) => {
    const isNew = i === 0 || (edit === 'same') !== (edits[i - 1] === 'same')
    const last = groups.at(-1)
    groups[isNew ? groups.length : groups.length - 1] = counted(isNew || !last ? noStats(name) : last, COUNTED[edit])
  })
  return groups
}

/** Merges two groups of changes that have few identical elements in between. */
function merged(groups: readonly Stats[], most: number): readonly Stats[] {
  const out: Stats[] = []
  for (const next of groups) {
    const [before, between] = [out.at(-2), out.at(-1)]
    const isChange = before !== undefined && between !== undefined && changesOf(next) > 0
    const hasBoth = isChange && before.removed + next.removed > 0 && before.inserted + next.inserted > 0
    if (hasBoth && between.identical <= most) out.splice(-2, 2, together(together(before, between), next))
    else out.push(next)
  }
  return out
}

/** Moves identical elements at both ends of a group of changes to its neighbours. */
function tidied<T>(groups: readonly Stats[], x: readonly T[], y: readonly T[]): readonly Stats[] {
  const out = [...groups]
  let [ix, iy] = [0, 0]
  let before = 0
  let after = 0
  groups.forEach((_, i) => {
    const group = out[i] ?? noStats('')
    if (changesOf(group) === 0) {
      ix += group.identical
      iy += group.identical
      return
    }
    const nx = group.identical + group.removed + group.modified
    const ny = group.identical + group.inserted + group.modified
    const most = Math.min(nx, ny)
    let leading = 0
    while (leading < most && x[ix + leading] === y[iy + leading]) leading++
    let trailing = 0
    while (trailing < most && x[ix + nx - 1 - trailing] === y[iy + ny - 1 - trailing]) trailing++
    if (leading + trailing === 0) {
      ix += nx
      iy += ny
      return
    }
    const add = (at: number, by: number) => {
      const each = out[at]
      if (each) out[at] = { ...each, identical: each.identical + by }
    }
    if (i > 0) add(i - 1, leading)
    else before = leading
    if (i + 1 < out.length) add(i + 1, trailing)
    else after = trailing
    const removed = nx - leading - trailing
    const inserted = ny - leading - trailing
    out[i] = { ...noStats(group.name), removed, inserted }
    ix += leading + removed
    iy += leading + inserted
  })
  const same = (identical: number) => (identical > 0 ? [{ ...noStats(out[0]?.name ?? ''), identical }] : [])
  return [...same(before), ...out, ...same(after)]
}
