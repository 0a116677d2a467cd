/** Tells whether a value counts as empty for field ownership. */
export function isVoid(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}
