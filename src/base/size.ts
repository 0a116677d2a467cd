/** Roughly the bytes a value of JSON takes in memory. Sets of fields count nothing: objects of one shape share them. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return textSize(value)
  if (typeof value !== 'object' || value === null) return 8
  let size = 32
  for (const key in value) {
    if (key === 'fieldsV1') continue
    const member = (value as { readonly [key: string]: unknown })[key] // its own key
    size += 8 + (typeof member === 'string' ? textSize(member) : roughSize(member))
  }
  return size
}

const textSize = (text: string) => 16 + 2 * text.length

/** Tells whether a value of JSON takes more than so many bytes, roughly. It is not looked at further than that. */
export const isLargerThan = (most: number, value: unknown): boolean => left(most, value) < 0

function left(most: number, value: unknown): number {
  if (typeof value === 'string') return most - textSize(value)
  if (typeof value !== 'object' || value === null) return most - 8
  let rest = most - 32
  for (const key in value) {
    if (rest < 0) return rest
    if (key !== 'fieldsV1') rest = left(rest - 8, (value as { readonly [key: string]: unknown })[key]) // its own key
  }
  return rest
}
