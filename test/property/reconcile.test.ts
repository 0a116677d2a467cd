import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonObject, deepFreeze, isObject, jsonEqual, setOwn } from '../../src/base/json/json.js'
import { reconcile } from '../../src/rest/write/stored-form.js'

const key = fc.constantFrom('a', 'b', '10', '9', '__proto__', 'constructor')
const leaf = fc.constantFrom<unknown>('', 'x', 0, 1, false, null)
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    // Built member by member, so that `__proto__` is an own member.
    fc.uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 4 }).map((members) => {
      const object: Record<string, unknown> = {}
      for (const [name, value] of members) setOwn(object, name, value)
      return object
    }),
  ),
}))

/** A value and another one that has much in common with it. */
const pair = fc
  .tuple(json, json, fc.array(fc.nat(3), { maxLength: 3 }))
  .map(([old, part, path]) => [deepFreeze(old), deepFreeze(graft(old, part, path))] as const)

function graft(value: unknown, part: unknown, [at, ...rest]: readonly number[]): unknown {
  if (at === undefined) return part
  if (Array.isArray(value))
    return value.map((item, i) => (i === at % value.length ? graft(item, part, rest) : copy(item)))
  if (!isObject(value)) return part
  const names = Object.keys(value)
  return mapMembers(value, (item, name) => (name === names[at % names.length] ? graft(item, part, rest) : copy(item)))
}

const copy = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(copy) : isObject(value) ? mapMembers(value, copy) : value

// In reverse order, which does not matter for equality.
function mapMembers(object: JsonObject, to: (value: unknown, name: string) => unknown): JsonObject {
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(object).toReversed()) setOwn(result, name, to(object[name], name))
  return result
}

/** Returns the paths of parts that equal their counterpart without being the same object. */
function unshared(result: unknown, old: unknown, path = ''): readonly string[] {
  if (jsonEqual(result, old)) return result === old ? [] : [path]
  if (Array.isArray(result) && Array.isArray(old))
    return result.flatMap((item, i) => unshared(item, old[i], `${path}/${i}`))
  if (!isObject(result) || !isObject(old)) return []
  return Object.keys(result).flatMap((name) =>
    unshared(result[name], Object.hasOwn(old, name) ? old[name] : undefined, `${path}/${name}`),
  )
}

test('reconcile keeps the value, and shares all equal parts with the old one', () => {
  fc.assert(
    fc.property(pair, ([old, next]) => {
      const before = [JSON.stringify(old), JSON.stringify(next)]
      const result = reconcile(next, old)
      expect(jsonEqual(result, next)).toBe(true)
      expect(unshared(result, old)).toEqual([])
      expect([JSON.stringify(old), JSON.stringify(next)]).toEqual(before)
    }),
    { numRuns: 2000 },
  )
})

test('reconcile returns the old value itself for an equal one, in any order of members', () => {
  fc.assert(
    fc.property(json, (old) => {
      const again = JSON.parse(JSON.stringify(old)) as unknown
      expect(reconcile(again, old)).toBe(old)
      expect(reconcile(copy(again), old)).toBe(old)
    }),
    { numRuns: 500 },
  )
})
