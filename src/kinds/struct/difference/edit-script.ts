/** A step from one list to another: an element of both, of x only, of y only, or a modified one. */
export type Edit = 'same' | 'x' | 'y' | 'changed'

/** How many parts of two elements are equal, and how many differ. */
type Likeness = { readonly same: number; readonly different: number }

/** Compares an element of one list with one of the other, by index. */
export type Compare = {
  readonly isSame: (ix: number, iy: number) => boolean
  readonly likeness: (ix: number, iy: number) => Likeness
}

/** Returns a comparison of elements that are either equal or have nothing in common. */
export const comparePlainly = (isSame: Compare['isSame']): Compare => ({
  isSame,
  likeness: (ix, iy) => (isSame(ix, iy) ? { same: 1, different: 0 } : { same: 0, different: 2 }),
})

type Point = { readonly x: number; readonly y: number }
type Path = { x: number; y: number; readonly edits: Edit[] }

/**
 * Returns the steps from one list to the other as go-cmp finds them: greedily, and from both ends. There, it is random
 * per process which end comes first; here it is the second, as on the recorded server.
 */
export function editScript(nx: number, ny: number, compare: Compare): readonly Edit[] {
  const forward: Path = { x: 0, y: 0, edits: [] }
  const backward: Path = { x: nx, y: ny, edits: [] }
  const search = { first: { x: 0, y: 0 }, last: { x: nx, y: ny }, budget: 4 * (nx + ny) }
  const isOver = () => search.first.x >= search.last.x || search.first.y >= search.last.y || search.budget === 0
  for (let isForward = false; !isOver(); isForward = !isForward) {
    if (isForward) searchForward(search, forward, backward, compare)
    else searchBackward(search, forward, backward, compare)
  }
  connectForward(forward, backward, compare)
  return [...forward.edits, ...backward.edits.toReversed()]
}

type Search = { first: Point; last: Point; budget: number }

function searchForward(search: Search, forward: Path, backward: Path, compare: Compare): void {
  let above = false
  let below = false
  for (let i = 0; !(above && below) && search.budget > 0; i++) {
    const x = search.first.x + zigzag(i)
    const y = search.first.y - zigzag(i)
    if (x >= backward.x || y < forward.y) above = true
    else if (y >= backward.y || x < forward.x) below = true
    else if (compare.isSame(x, y)) {
      connectForward(forward, { x, y }, compare)
      step(forward, 'same', 1)
      while (forward.x < backward.x && forward.y < backward.y && compare.isSame(forward.x, forward.y))
        step(forward, 'same', 1)
      search.first = { x: forward.x, y: forward.y }
      above = below = true
    } else search.budget--
  }
  const { x, y } = search.first
  search.first = backward.x - x >= backward.y - y ? { x: x + 1, y } : { x, y: y + 1 }
}

function searchBackward(search: Search, forward: Path, backward: Path, compare: Compare): void {
  let above = false
  let below = false
  for (let i = 0; !(above && below) && search.budget > 0; i++) {
    const x = search.last.x - zigzag(i)
    const y = search.last.y + zigzag(i)
    if (forward.x >= x || backward.y < y) below = true
    else if (forward.y >= y || backward.x < x) above = true
    else if (compare.isSame(x - 1, y - 1)) {
      connectBackward(backward, { x, y }, compare)
      step(backward, 'same', -1)
      while (forward.x < backward.x && forward.y < backward.y && compare.isSame(backward.x - 1, backward.y - 1))
        step(backward, 'same', -1)
      search.last = { x: backward.x, y: backward.y }
      above = below = true
    } else search.budget--
  }
  const { x, y } = search.last
  search.last = x - forward.x >= y - forward.y ? { x: x - 1, y } : { x, y: y - 1 }
}

function connectForward(path: Path, to: Point, compare: Compare): void {
  while (to.x > path.x && to.y > path.y)
    step(path, joining(compare.likeness(path.x, path.y)) ?? (to.x - path.x >= to.y - path.y ? 'x' : 'y'), 1)
  while (to.x > path.x) step(path, 'x', 1)
  while (to.y > path.y) step(path, 'y', 1)
}

function connectBackward(path: Path, to: Point, compare: Compare): void {
  while (path.x > to.x && path.y > to.y)
    step(path, joining(compare.likeness(path.x - 1, path.y - 1)) ?? (path.y - to.y >= path.x - to.x ? 'y' : 'x'), -1)
  while (path.x > to.x) step(path, 'x', -1)
  while (path.y > to.y) step(path, 'y', -1)
}

/** Pairs two elements as modified if about half of their parts are equal; undefined if they are unrelated. */
function joining({ same, different }: Likeness): Edit | undefined {
  if (different === 0) return 'same'
  return same + 1 >= different ? 'changed' : undefined
}

function step(path: Path, edit: Edit, by: 1 | -1): void {
  path.edits.push(edit)
  if (edit !== 'y') path.x += by
  if (edit !== 'x') path.y += by
}

/** 0, -1, 1, -2, 2 … */
const zigzag = (i: number): number => (i % 2 === 1 ? ~i : i) >> 1

/** A run of equal elements of two lists: where it begins in each, and its length. */
type Match = { readonly a: number; readonly b: number; readonly size: number }

/** A step from one list to the other: what is there in each from an index up to another. */
type Step = {
  readonly isEqual: boolean
  readonly fromA: number
  readonly toA: number
  readonly fromB: number
  readonly toB: number
}

/** The number of unchanged lines around a change. */
const CONTEXT = 3

/**
 * Formats the change from one text to another as go-difflib's GetUnifiedDiffString does, without names of files; '' if
 * there is none.
 */
export function unifiedDiff(old: string, next: string): string {
  const [a, b] = [old.split('\n'), next.split('\n')]
  return grouped(stepsOf(matchesOf(a, b)))
    .map((steps) => {
      const [first, last] = [steps[0]!, steps.at(-1)!]
      const lines = steps.flatMap(({ isEqual, fromA, toA, fromB, toB }) =>
        isEqual
          ? a.slice(fromA, toA).map((line) => ` ${line}`)
          : [...a.slice(fromA, toA).map((line) => `-${line}`), ...b.slice(fromB, toB).map((line) => `+${line}`)],
      )
      const head = `@@ -${rangeOf(first.fromA, last.toA)} +${rangeOf(first.fromB, last.toB)} @@`
      return [head, ...lines, ''].join('\n')
    })
    .join('')
}

/** An empty range begins at the line before it. */
function rangeOf(from: number, to: number): string {
  const length = to - from
  return length === 1 ? `${from + 1}` : `${length === 0 ? from : from + 1},${length}`
}

/** From this length on, elements that are frequent in the second list begin no run. */
const LONG = 200

/** Returns the runs of equal elements: the longest one, then those before and after it; the last is an empty one. */
function matchesOf(a: readonly string[], b: readonly string[]): readonly Match[] {
  const places = new Map<string, number[]>()
  b.forEach((line, i) => places.set(line, [...(places.get(line) ?? []), i]))
  const most = b.length >= LONG ? Math.floor(b.length / 100) + 1 : Infinity
  for (const [line, indexes] of places) if (indexes.length > most) places.delete(line)

  const found: Match[] = []
  const search = (fromA: number, toA: number, fromB: number, toB: number): void => {
    const match = longestMatch(a, b, places, { fromA, toA, fromB, toB })
    if (match.size === 0) return
    const [endA, endB] = [match.a + match.size, match.b + match.size]
    if (fromA < match.a && fromB < match.b) search(fromA, match.a, fromB, match.b)
    const before = found.at(-1)
    if (before && before.a + before.size === match.a && before.b + before.size === match.b)
      found[found.length - 1] = { ...before, size: before.size + match.size }
    else found.push(match)
    if (endA < toA && endB < toB) search(endA, toA, endB, toB)
  }
  search(0, a.length, 0, b.length)
  return [...found, { a: a.length, b: b.length, size: 0 }]
}

function longestMatch(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { fromA, toA, fromB, toB }: Omit<Step, 'isEqual'>,
): Match {
  let best: Match = { a: fromA, b: fromB, size: 0 }
  let lengths: ReadonlyMap<number, number> = new Map()
  for (let i = fromA; i < toA; i++) {
    const next = new Map<number, number>()
    for (const j of places.get(a[i]!) ?? []) {
      if (j < fromB || j >= toB) continue
      const size = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, size)
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size }
    }
    lengths = next
  }
  // Frequent elements may still belong to a run.
  let { a: startA, b: startB, size } = best
  while (startA > fromA && startB > fromB && a[startA - 1] === b[startB - 1]) {
    startA--
    startB--
    size++
  }
  while (startA + size < toA && startB + size < toB && a[startA + size] === b[startB + size]) size++
  return { a: startA, b: startB, size }
}

function stepsOf(matches: readonly Match[]): readonly Step[] {
  const steps: Step[] = []
  let [i, j] = [0, 0]
  for (const { a, b, size } of matches) {
    if (i < a || j < b) steps.push({ isEqual: false, fromA: i, toA: a, fromB: j, toB: b })
    i = a + size
    j = b + size
    if (size > 0) steps.push({ isEqual: true, fromA: a, toA: i, fromB: b, toB: j })
  }
  return steps
}

/** Groups the changes that are near to each other, with the unchanged lines around them. */
function grouped(steps: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = [[]]
  steps.forEach((step, i) => {
    const { isEqual, fromA, toA, fromB, toB } = step
    const [isFirst, isLast] = [i === 0, i === steps.length - 1]
    const head = { isEqual, fromA, toA: Math.min(toA, fromA + CONTEXT), fromB, toB: Math.min(toB, fromB + CONTEXT) }
    const tail = { isEqual, fromA: Math.max(fromA, toA - CONTEXT), toA, fromB: Math.max(fromB, toB - CONTEXT), toB }
    if (!isEqual) groups.at(-1)!.push(step)
    else if (isFirst && isLast) return
    else if (isFirst) groups.at(-1)!.push(tail)
    else if (isLast) groups.at(-1)!.push(head)
    else if (toA - fromA > 2 * CONTEXT) {
      groups.at(-1)!.push(head)
      groups.push([tail])
    } else groups.at(-1)!.push(step)
  })
  return groups.filter((group) => group.some(({ isEqual }) => !isEqual))
}
