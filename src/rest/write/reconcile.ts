import { isObject, setOwn, withMembers } from '../../base/json/json.js'

/**
 * Returns `next` with every part that equals its counterpart in `old` replaced by that counterpart, and `old` itself if
 * nothing differs, so that `===` detects a write without effect. Scalars are in canonical form, so equal quantities and
 * times are equal strings.
 */
export function reconcile<T>(next: T, old: unknown): T {
  if (next === old) return next
  if (Array.isArray(next)) return (Array.isArray(old) ? reconcileList(next, old) : next) as T // equal to next
  if (!isObject(next) || !isObject(old)) return next
  let same = true
  let count = 0
  let copy: Record<string, unknown> | undefined
  for (const key in next) {
    count++
    const value = next[key]
    const before = Object.hasOwn(old, key) ? old[key] : undefined
    const shared = value === before || typeof value !== 'object' ? value : reconcile(value, before)
    if (shared !== before || before === undefined) same = false
    if (shared === value) continue
    copy ??= withMembers<Record<string, unknown>>(next, {})
    setOwn(copy, key, shared)
  }
  return (same && count === Object.keys(old).length ? old : (copy ?? next)) as T // equal to next
}

function reconcileList(next: readonly unknown[], old: readonly unknown[]): readonly unknown[] {
  let same = next.length === old.length
  let changed = false
  const shared = next.map((item, i) => {
    const result = reconcile(item, old[i])
    if (result !== old[i]) same = false
    if (result !== item) changed = true
    return result
  })
  return same ? old : changed ? shared : next
}
