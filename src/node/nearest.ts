/** The word most like another, by the edits between them; undefined where none is like it. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  let best: { readonly candidate: string; readonly distance: number } | undefined
  for (const candidate of words) {
    const other = candidate.toLowerCase()
    const distance = lower.length > 2 && other.startsWith(lower) ? 1 : edits(lower, other)
    if (!best || distance < best.distance) best = { candidate, distance }
  }
  return best && best.distance <= Math.max(2, Math.floor(best.candidate.length / 3)) && best.distance < best.candidate.length ? best.candidate : undefined
}

/** The Levenshtein distance. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
