// The comparison takes time proportional to both lengths: known names are short, but the text sent instead need not be.
const LONGEST = 128

/**
 * Returns the known name that a mistyped one most likely means; undefined if none is similar, or the text is too long
 * for a typo.
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
 * Returns the edit distance: characters to insert, delete, replace or swap with their neighbour. At least `limit` as
 * soon as it is known to be that far.
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
