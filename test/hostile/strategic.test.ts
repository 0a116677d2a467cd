import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createParts, unlessPaused, withParts } from '../../src/base/turns/work-in-parts.js'
import { applyStrategicPatch, orderItems } from '../../src/model/patch/strategic.js'
import type { Schema } from '../../src/schema/types.js'

const schema: Schema = {
  type: 'object',
  properties: {
    list: {
      type: 'array',
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
      items: { type: 'object', properties: { name: { type: 'string' }, v: { type: 'integer' } } },
    },
  },
}

/** Counts the reads of merge keys while reordered lists of a size are merged. */
function looks(size: number): number {
  let count = 0
  const item = (i: number, more: object = {}) =>
    Object.defineProperty({ ...more }, 'name', { enumerable: true, get: () => (count++, `n${i}`) })
  const range = Array.from({ length: size }, (_, i) => i)
  applyStrategicPatch(
    { list: range.map((i) => item(i)) },
    {
      list: range.toReversed().map((i) => item(i, i % 2 === 0 ? { $patch: 'delete' } : { v: i })),
      '$setElementOrder/list': range.toReversed().map((i) => ({ name: `n${i}` })),
    },
    schema,
  )
  return count
}

test('merging reordered lists takes linear time', () => {
  const [one, two] = [looks(500), looks(1000)]
  expect(two).toBeLessThan(2.1 * one)
  expect(two).toBeLessThan(50 * 1000)
})

describe('the order of a merged list', () => {
  // A literal implementation of the rule: Go's insertion sort, in which a key without a position sorts before all
  // others.
  const sorted = (rows: readonly string[], order: readonly string[]): readonly string[] => {
    const out: string[] = []
    for (const row of rows) {
      const goesFirst = (other: string) => {
        const [x, y] = [order.indexOf(row), order.indexOf(other)]
        return x < 0 || y < 0 || x < y
      }
      out.splice(out.findLastIndex((other) => !goesFirst(other)) + 1, 0, row)
    }
    return out
  }
  const ordered = (merged: readonly string[], wanted: readonly string[], before: readonly string[]) => {
    const right = sorted(
      merged.filter((key) => wanted.includes(key)),
      wanted,
    )
    const left = [
      ...sorted(
        merged.filter((key) => !wanted.includes(key)),
        before,
      ),
    ]
    const joined: string[] = []
    for (const key of right) {
      const limit = before.indexOf(key)
      const stands = (other: string | undefined) =>
        other !== undefined && before.includes(other) && limit >= 0 && before.indexOf(other) < limit
      while (stands(left[0])) joined.push(...left.splice(0, 1))
      joined.push(key)
    }
    return [...joined, ...left]
  }

  const keys = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 9 })

  test('is that of a literal implementation of the rule', () => {
    fc.assert(
      fc.property(keys, keys, keys, (merged, wanted, before) => {
        expect(orderItems(merged, wanted, before, '')).toEqual(ordered(merged, wanted, before))
      }),
      { seed: 1, numRuns: 2000 },
    )
  })
})

test('merging many keys takes several turns, with the same result', () => {
  const members = (from: number, to: number, value: string | null) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`k${from + i}`, value]))
  const current = { metadata: { name: 'a' }, data: members(0, 12_000, 'old') }
  const patch = {
    data: { ...members(0, 4000, null), ...members(4000, 10_000, 'new'), ...members(12_000, 14_000, 'added') },
  }
  const parts = createParts()
  let turns = 0
  let merged: object | undefined
  while (!merged) {
    turns++
    merged = unlessPaused(() => withParts(parts, () => applyStrategicPatch(current, patch, undefined)))
  }
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(merged).toEqual({
    metadata: { name: 'a' },
    data: { ...members(4000, 10_000, 'new'), ...members(10_000, 12_000, 'old'), ...members(12_000, 14_000, 'added') },
  })
  expect(JSON.stringify(merged)).toBe(JSON.stringify(applyStrategicPatch(current, patch, undefined)))
})
