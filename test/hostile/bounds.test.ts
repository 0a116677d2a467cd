import { describe, expect, test } from 'vitest'
import { compileRules } from '../../src/cel/run/compile.js'
import { loadLibrary } from '../../src/cel/library.js'
import { CostExceeded } from '../../src/cel/run/cel-error.js'
import { beginWork, work } from '../../src/cel/run/work.js'
import { createCluster } from '../../src/index.js'
import { applyJsonPatch } from '../../src/model/patch/json.js'
import { defaultSent } from '../../src/schema/default.js'
import { validateBySchema } from '../../src/schema/validate.js'
import type { Schema } from '../../src/schema/types.js'
import { createStore } from '../../src/store/store.js'

// Each limit is tested just below and just above it. The sizes are small enough that the work would also end, with
// another result, without it.

const MIB = 1024 * 1024
const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

describe('validation by a schema takes at most a million steps', () => {
  const alternatives = (count: number): Schema => ({
    type: 'array',
    items: { type: 'integer', anyOf: range(count).map((i) => ({ minimum: -i })) },
  })
  const issues = (items: number, count: number) => validateBySchema(alternatives(count), range(items))

  test('counted for each alternative of each item', () => {
    expect(issues(2000, 450)).toEqual([])
    expect(issues(2000, 550)).toMatchObject([{ message: expect.stringContaining('takes too many steps') as unknown }])
  })

  test('counted for each character that a pattern is matched against', () => {
    const texts = (count: number) =>
      validateBySchema(
        { type: 'array', items: { type: 'string', pattern: '^a' } },
        range(count).map(() => 'a'.repeat(40_000)),
      )
    expect(texts(90)).toEqual([])
    expect(texts(110)).toMatchObject([{ message: expect.stringContaining('takes too many steps') as unknown }])
  })
})

test('defaults add at most 4 MiB to an object', () => {
  const schema: Schema = {
    type: 'array',
    items: { type: 'object', properties: { a: { type: 'string', default: 'x'.repeat(1023) } } },
  }
  const filled = (length: number) =>
    defaultSent(
      schema,
      range(length).map(() => ({})),
    )
  expect(filled(4000)).toHaveLength(4000)
  expect(() => filled(4200)).toThrow('etcdserver: request is too large')
})

test('the copy operations of a JSON patch copy at most 3 MiB', () => {
  const text = 'x'.repeat(MIB / 8)
  const copies = (length: number) => range(length).map((i) => ({ op: 'copy', from: '/a', path: `/b${i}` }))
  expect(Object.keys(applyJsonPatch({ a: text }, copies(23)) as object)).toHaveLength(24)
  expect(() => applyJsonPatch({ a: text }, copies(24))).toThrow('the accumulated size increase of copy')
})

test('copies that double a value count with the size it has reached', () => {
  const doubling = (length: number) => range(length).map((i) => ({ op: 'copy', from: '/a', path: `/a/b${i}` }))
  const patched = (length: number) => applyJsonPatch({ a: { text: 'x'.repeat(1000) } }, doubling(length))
  expect(patched(11)).toHaveProperty('a.b10')
  expect(() => patched(12)).toThrow('the accumulated size increase of copy')
})

describe('a controller may requeue itself for a hundred other objects', () => {
  // The controller stops by itself here, far beyond its limit.
  const MADE = 2000
  async function made(each: number): Promise<number> {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    let count = 0
    cluster.controllers.add({
      name: 'maker',
      watches: { ConfigMap: 'own' },
      reconcile(_, world) {
        for (let i = 0; i < each && count < MADE; i++)
          world.create('ConfigMap', { metadata: { name: `made-${count++}`, namespace: 'default' } })
      },
    })
    await cluster.create('ConfigMap', { metadata: { name: 'first' } })
    await expect(cluster.settled()).rejects.toThrow('what it does wakes it again for another object')
    return count
  }

  test('one after the other', async () => expect(await made(1)).toBeLessThan(300))
  test('several more at each reconcile', async () => expect(await made(3)).toBeLessThan(1000))
})

describe('a CEL expression may take two million steps', async () => {
  await loadLibrary()

  test('and one more throws', () => {
    beginWork()
    work(2_000_000)
    expect(() => work(1)).toThrow(CostExceeded)
    beginWork()
    work(2_000_000)
  })

  // By the cost estimate of a real server each of these stays below the limit of a rule.
  test.each([
    ['comparison of nested lists', 'self.few.all(a, self.deep == [[self.list]])', 1, 3],
    ['patterns computed by the expression', 'self.few.all(a, ("x" + a).matches(a + "{900}") || true)', 50, 300],
  ])('%s', (_, rule, few, many) => {
    const list: Schema = { type: 'array', items: { type: 'string' } }
    const schema: Schema = {
      type: 'object',
      properties: { few: list, list, deep: { type: 'array', items: { type: 'array', items: list } } },
      'x-kubernetes-validations': [{ rule }],
    }
    const texts = range(800_000).map(() => 'a')
    const isExceeded = (count: number) => {
      const self = { few: range(count).map((i) => `b${i}`), list: texts, deep: [[texts]] }
      return compileRules(schema, schema['x-kubernetes-validations'] ?? [], false).rules[0]?.ask?.({
        self,
        old: undefined,
      }).exceeded
    }
    expect([isExceeded(few), isExceeded(many)]).toEqual([false, true])
  })
})

test('by default the history holds 64 MiB of changes', () => {
  const store = createStore<string>({ revision: 0, sizeOf: ({ length }) => length })
  // The same string each time: its size is counted at each write, but it takes memory only once.
  const text = 'x'.repeat(MIB)
  const write = (times: number) => {
    for (let i = 0; i < times; i++) store.transact(({ put }) => put('maps', 'a', () => text))
    return store.history()
  }
  const full = write(32)
  expect([full.from, full.bytes > 31 * MIB]).toEqual([0, true])
  const after = write(64)
  expect([after.from > 0, after.bytes]).toEqual([true, 64 * MIB])
})
