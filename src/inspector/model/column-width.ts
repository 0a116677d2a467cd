/** How many rows are looked at to find out how wide a column is. */
const LOOKED_AT = 200
const WIDEST = 48
/** What is left and right of a text. */
const PADDING = 3

/** How wide a column has to be for rows taken evenly from all, in characters, and for a text of so many at least. */
export function widthFor<T>(rows: readonly T[], text: (row: T) => string, least: number): number {
  const step = Math.max(1, Math.floor(rows.length / LOOKED_AT))
  let width = least
  for (let i = 0; i < rows.length && width < WIDEST; i += step) {
    const row = rows[i]
    if (row !== undefined) width = Math.max(width, text(row).length)
  }
  return Math.min(width, WIDEST) + PADDING
}
