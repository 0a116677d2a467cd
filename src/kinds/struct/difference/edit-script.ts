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
