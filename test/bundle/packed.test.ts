import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Difference, differenceOf, withDifference } from '../../src/bundle/difference.js'
import { packedBundle, unpackedBundle } from '../../src/bundle/packed.js'
import { readBundle } from '../../src/bundle/read.js'
import type { Bundle } from '../../src/bundle/types.js'
import { createCluster } from '../../src/index.js'

/** A value as a file gives it back; its text tells the order of members too. */
const written = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T // of the same form

const name = fc.constantFrom('', 'a', 'b', 'c', 'at', 'null', 'undefined', '__proto__', 'constructor', '0', '1', '10')
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(0, 1, '', 'a', null, true, [], {}, [[]], { a: undefined, b: 1 }),
    fc.array(tie('value'), { maxLength: 5 }),
    // From entries, so that members stand in any order.
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 6, selector: ([key]) => key })
      .map((entries): unknown => Object.fromEntries(entries)),
  ),
}))

describe('a difference', () => {
  test('gives back what there was after, to the order of members', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const difference = written({ told: differenceOf(before, after) }).told
        expect(JSON.stringify(withDifference(written({ before }).before, difference))).toBe(JSON.stringify(after))
      }),
      { numRuns: 3000 },
    )
  })

  test('of the same value is none', () => {
    fc.assert(
      fc.property(value, (same) => {
        expect(differenceOf(same, written({ same }).same)).toBeUndefined()
      }),
    )
  })

  test.each<readonly [string, unknown, unknown, unknown]>([
    ['a member', { a: 1, b: { c: 1, d: 2 } }, { a: 1, b: { c: 1, d: 3 } }, { b: { d: [3] } }],
    ['one that goes', { a: 1, b: 2 }, { b: 2 }, { a: 0 }],
    ['one that comes last', { a: 1 }, { a: 1, b: null }, { b: [null] }],
    ['one that comes between', { a: 1, c: 1 }, { a: 1, b: 1, c: 1 }, { b: [1, 'a'] }],
    ['one that comes first', { b: 1 }, { a: 1, b: 1 }, { a: [1, null] }],
    ['members that change places', { x: { a: 1, b: 1 } }, { x: { b: 1, a: 1 } }, { x: [{ b: 1, a: 1 }] }],
    ['an item', [{ a: 1, b: 1 }, 2], [{ a: 1, b: 2 }, 2], { 0: { b: [2] } }],
    ['an item that comes', [1, 3], [1, 2, 3], { at: [1, 0, 2] }],
    ['items that go', [1, 2, 3, 4], [1, 4], { at: [1, 2] }],
  ])('tells no more than it has to: %s', (_, before, after, told) => {
    expect(differenceOf(before, after)).toEqual(told)
  })

  test('shares what stays', () => {
    const before = { a: { b: [1] }, c: 1 }
    expect(withDifference(before, { c: [2] })).toHaveProperty('a', before.a)
    expect((withDifference(before, { c: [2] }) as typeof before).a).toBe(before.a)
  })

  test.each<readonly [string, unknown, unknown]>([
    ['a member of a text', 'a', { b: [1] }],
    ['a member of nothing', undefined, { b: [1] }],
    ['no difference', {}, 'a'],
    ['an empty one', {}, []],
    ['an item that is not there', [1], { 1: [2] }],
    ['no position', [1], { a: [2] }],
    ['a place that is not there', [1], { at: [2, 0] }],
    ['more than there is gone', [1], { at: [0, 2] }],
    ['a place that is none', [1], { at: 'here' }],
  ])('is refused of something else: %s', (_, before, difference) => {
    expect(() => withDifference(before, difference as Difference)).toThrow(
      expect.objectContaining({ name: 'BundleError' }),
    )
  })
})

const sample = async (): Promise<Bundle> => {
  const cluster = createCluster({ seed: 1, nodes: 2 })
  const labels = { app: 'web' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'web:1' }] } }
  const spec = { replicas: 3, selector: { matchLabels: labels }, template }
  await cluster.create('Deployment', { metadata: { name: 'web' }, spec })
  for (let i = 0; i < 5; i++) {
    await cluster.clock.advance('10s')
    await cluster.patch('Deployment', { name: 'web' }, { spec: { replicas: i % 3 } })
    await cluster.create('ConfigMap', { metadata: { name: 'one' }, data: { 10: 'a', 9: 'b' } })
    await cluster.delete('ConfigMap', { name: 'one' })
  }
  const bundle = await cluster.bundle()
  cluster.close()
  return bundle
}

describe('a packed Bundle', () => {
  test('is read back as it was, and is a fraction of it', async () => {
    const bundle = await sample()
    const text = JSON.stringify(packedBundle(bundle))
    expect(text.length).toBeLessThan(JSON.stringify(bundle).length / 2)
    const again = await readBundle(text, 'it')
    for (const part of ['start', 'changes', 'requests'] as const)
      expect(JSON.stringify(again[part])).toBe(JSON.stringify(bundle[part]))
    expect(again).toEqual(written(bundle))
  })

  test('any lists of alike and other things come back', () => {
    const change = fc.record({
      type: fc.constantFrom('added', 'changed', 'removed'),
      kind: fc.constantFrom('A', 'B'),
      name: fc.constantFrom('a', 'b', 'c'),
      object: fc.option(value, { nil: undefined }),
      revision: fc.nat(),
    })
    const request = fc.record({ method: fc.constantFrom('GET', 'PUT'), kind: fc.constantFrom('A', 'B'), body: value })
    fc.assert(
      fc.property(fc.array(change), fc.array(request), (changes, requests) => {
        const bundle = written({ format: 1, start: [], changes, requests }) as unknown as Bundle // as far as it matters here
        const again = unpackedBundle(written(packedBundle(bundle)))
        expect(JSON.stringify(again)).toBe(JSON.stringify(bundle))
      }),
    )
  })

  test.each<readonly [string, (packed: ReturnType<typeof packedBundle>['packed']) => object, RegExp]>([
    ['follows what is not there', (packed) => ({ ...packed, changes: [[1, {}]] }), /The data of it is damaged/],
    ['follows something negative', (packed) => ({ ...packed, changes: [[-1, {}]] }), /The data of it is damaged/],
    ['is no step', (packed) => ({ ...packed, requests: ['a'] }), /The data of it is damaged/],
    ['differs from something else', (packed) => ({ ...packed, start: [[0, { a: [1] }]] }), /The data of it is damaged/],
    ['is no list', (packed) => ({ ...packed, start: {} }), /it has no start/],
  ])('of which one %s is damaged', async (_, change, message) => {
    const { packed, ...rest } = packedBundle(await sample())
    const reading = readBundle(JSON.stringify({ ...rest, packed: change(packed) }), 'it')
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.toMatchObject({ name: 'BundleError' })
  })

  test('of another format is told to be of that', async () => {
    const text = JSON.stringify({ format: 9, versions: { fakecluster: '9.9.9' }, packed: 'otherwise' })
    await expect(readBundle(text, 'it')).rejects.toThrow('it is a Bundle of format 9, which fakecluster 9.9.9 wrote')
  })
})
