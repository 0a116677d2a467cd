// Two texts are compared letter by letter: names are short, and what somebody sends in place of one need not be.
const LONGEST = 128

/**
 * The known name a mistyped one most likely means; undefined where none is near, and for what is too long to be
 * mistyped.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const wanted = name.toLowerCase()
  const most = Math.max(1, Math.floor(name.length / 3))
  let best: string | undefined
  let least = most + 1
  for (const candidate of known) {
    const edits = distance(wanted, candidate.toLowerCase(), least)
    if (edits < least) [best, least] = [candidate, edits]
  }
  return best
}

/**
 * Letters to insert, delete, replace or swap with their neighbour; at least `limit` once it is known to be that far.
 */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let before: readonly number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : Infinity
      next.push(Math.min(change, swap, at(row, j) + 1, at(next, j - 1) + 1))
    }
    before = row
    row = next
  }
  return at(row, b.length)
}

const at = (row: readonly number[], i: number): number => row[i] ?? Infinity
