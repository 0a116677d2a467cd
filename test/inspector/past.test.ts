import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPast, countUpTo } from '../../src/inspector/model/past.js'
import { changedWorld, worldOf } from '../../src/inspector/model/rows.js'
import { diffWorlds } from '../../src/inspector/model/world-diff.js'
import { change, listed, pod } from './bundles.js'

const start = [listed(pod('a', 1)), listed(pod('b', 1))]
const changes = [change(2, 'changed', 'a'), change(3, 'removed', 'b'), change(5, 'added', 'c')]
const rows = (world: ReturnType<typeof worldOf>) =>
  [...(world.get('v1/Pod')?.values() ?? [])].map(({ name, object }) => `${name}@${object.metadata.resourceVersion}`)

test('the world at a revision is the start plus every change up to it', () => {
  const past = createPast({ start, changes })
  expect([1, 2, 4, 5, 99, 1].map((revision) => rows(past.at(revision)))).toEqual([
    ['a@1', 'b@1'],
    ['a@2', 'b@1'],
    ['a@2'],
    ['a@2', 'c@5'],
    ['a@2', 'c@5'],
    ['a@1', 'b@1'],
  ])
})

test('worlds do not depend on the order in which they are read', () => {
  const many = Array.from({ length: 1300 }, (_, i) => change(i + 2, i % 3 === 2 ? 'removed' : 'added', `p${i % 50}`))
  const past = createPast({ start, changes: many })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1400 }), (revision) => {
      const made = changedWorld(worldOf(start), many.slice(0, countUpTo(many, revision)))
      expect(rows(past.at(revision)).sort()).toEqual(rows(made).sort())
    }),
    { numRuns: 60, seed: 1 },
  )
})

test('a past that continues another reuses its worlds', () => {
  const many = Array.from({ length: 600 }, (_, i) => change(i + 2, 'added', `p${i}`))
  const before = createPast({ start, changes: many })
  before.at(601)
  const after = createPast({ start, changes: [...many, change(700, 'removed', 'a')] }, before)
  expect(after.kept[1]).toBe(before.kept[1])
  expect(after.at(700).get('v1/Pod')?.has('default/a')).toBe(false)
  expect(after.at(601).get('v1/Pod')?.has('default/a')).toBe(true)
})

test('diffWorlds lists what was added, changed and removed', () => {
  const past = createPast({ start, changes })
  const told = (from: number, to: number) =>
    diffWorlds(past.at(from), past.at(to)).map(({ type, row }) => `${type} ${row.name}`)
  expect(told(1, 5)).toEqual(['changed a', 'removed b', 'added c'])
  expect(told(5, 1)).toEqual(['changed a', 'removed c', 'added b'])
  expect(told(3, 4)).toEqual([])
})
