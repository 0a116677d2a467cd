import { comparePlainly, editScript, type Edit } from './edit-script.js'
import { levelOf, type Options } from './options.js'
import { changesOf, counted, isNothing, noStats, together, type Stats } from './stats.js'
import { withEllipsis, type Line, type Sign } from './text.js'
import { neighboursOf } from './neighbours.js'

const COUNTED = { same: 'identical', x: 'removed', y: 'inserted', changed: 'modified' } as const

/** Formats the difference of two lists in chunks of `size` elements. */
export function diffChunks<T>(
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
