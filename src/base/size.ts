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

/** The {@link roughSize} of a value that takes so many bytes at most; undefined of a larger one, which is not looked at further. */
export function sizeUpTo(most: number, value: unknown): number | undefined {
  const left = leftOf(most, value)
  return left < 0 ? undefined : most - left
}

function leftOf(most: number, value: unknown): number {
  if (typeof value === 'string') return most - textSize(value)
  if (typeof value !== 'object' || value === null) return most - 8
  let left = most - 32
  for (const key in value) {
    if (left < 0) return left
    if (key !== 'fieldsV1') left = leftOf(left - 8, (value as { readonly [key: string]: unknown })[key]) // its own key
  }
  return left
}
