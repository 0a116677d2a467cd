import type { Part } from './nodes.js'
import { changesOf, counted, isNothing, noStats, together, type Stats } from './stats.js'
import { withEllipsis, type Line } from './text.js'
import { MISSING } from './values.js'
import { neighboursOf } from './neighbours.js'

/**
 * Formats the changed parts with their neighbours, and counts all others. `most` is the maximum number of changes
 * shown.
 */
export function formatChanges(
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
