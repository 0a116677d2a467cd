/** The number of rows sampled to find the width of a column. */
const LOOKED_AT = 200
const WIDEST = 48
/** The padding on both sides of a text, in characters. */
const PADDING = 3

/**
 * Returns the width of a column in characters, padding included: for an even sample of its rows, and for a text of
 * `least` characters.
 */
export function widthFor<T>(rows: readonly T[], text: (row: T) => string, least: number): number {
  const step = Math.max(1, Math.floor(rows.length / LOOKED_AT))
  let width = least
  for (let i = 0; i < rows.length && width < WIDEST; i += step) {
    const row = rows[i]
    if (row !== undefined) width = Math.max(width, text(row).length)
  }
  return Math.min(width, WIDEST) + PADDING
}
