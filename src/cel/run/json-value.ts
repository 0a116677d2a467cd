import { isObject } from '../../base/json/json.js'

/**
 * Converts a JSON value to one for expressions: integers become ints, and a member that is undefined is none. What has
 * neither in it stays as it is.
 */
export function celOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return celItems(value)
  return isObject(value) ? celMembers(value) : value
}

function celItems(list: readonly unknown[]): readonly unknown[] {
  let made: unknown[] | undefined
  for (let i = 0; i < list.length; i++) {
    const item = celOf(list[i])
    if (item !== list[i]) (made ??= [...list])[i] = item
  }
  return made ?? list
}

function celMembers(members: { readonly [name: string]: unknown }): object {
  let made: { [name: string]: unknown } | undefined
  for (const name in members) {
    const given = members[name]
    const member = celOf(given)
    if (member === given && given !== undefined) continue
    made ??= { ...members }
    if (member === undefined) delete made[name]
    else made[name] = member
  }
  return made ?? members
}
