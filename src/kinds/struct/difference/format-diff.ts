import { canDiffPrimitives, diffPrimitives } from './format-primitives.js'
import { formatKey, formatValue, withType } from './format-value.js'
import { formatChanges } from './format-changes.js'
import type { Node, Part } from './nodes.js'
import { FIRST, MOST_TRIES, atLevel, below, levelOf, mostParts, tellingMore, type Options } from './options.js'
import { layOut } from './layout.js'
import { inBraces, isAlike, lengthOf, withEllipsis, type Line, type Text } from './text.js'
import type { GoType } from './types.js'
import { isZero } from './values.js'

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
