/**
 * Roughly the bytes a value of JSON takes in memory. Beyond `most` it is not looked at further, and what is given back is
 * more than that. Sets of fields count nothing: objects of one shape share them.
 */
export function roughSize(value: unknown, most = Infinity): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 32
  for (const key in value) {
    if (size > most) return size
    if (key === 'fieldsV1') continue
    size += 8 + roughSize((value as { readonly [key: string]: unknown })[key], most - size) // its own key
  }
  return size
}
