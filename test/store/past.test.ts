import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ObjectTable } from '../../src/store/history.js'
import { createStore } from '../../src/store/store.js'

type Holdings = readonly (readonly [string, string])[]

function holdings(table: ObjectTable<string> | undefined): Holdings {
  const found: [string, string][] = []
  table?.forRange('', '\u{10ffff}', true, (key, value) => void found.push([key, value]))
  return found
}

/** Applies writes and removals in order; `seen` has the content of the table after each. */
function written(steps: readonly { readonly key: string; readonly remove: boolean }[], limit?: number) {
  const store = createStore<string>({ revision: 0, ...(limit === undefined ? {} : { limit }) })
  const model = new Map<string, string>()
  const seen: Holdings[] = [[]]
  for (const { key, remove } of steps) {
    store.transact((transaction) => (remove ? transaction.remove('t', key) : void transaction.put('t', key, String)))
    if (remove) model.delete(key)
    else model.set(key, String(store.revision()))
    seen.push([...model].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  return { store, seen }
}

const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), remove: fc.boolean() }), { maxLength: 20 })

test('past revisions can be read in any order', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.nat(20)), (writes, order) => {
      const { store, seen } = written(writes)
      for (const revision of order.filter((each) => each < seen.length))
        expect(holdings(store.stateAt('t', revision))).toEqual(seen[revision])
    }),
  )
})

test('a table of the past is not changed by later writes and reads', () => {
  const { store, seen } = written([...'abcabcabc'].map((key) => ({ key, remove: false })))
  const kept = store.stateAt('t', 4)
  store.stateAt('t', 6)
  store.stateAt('t', 2)
  store.transact((transaction) => transaction.put('t', 'a', () => 'new'))
  expect(holdings(kept)).toEqual(seen[4])
  expect(holdings(store.stateAt('t', 4))).toEqual(seen[4])
})

test('a revision that was read once is gone when the history has dropped it', () => {
  const { store, seen } = written(
    [...'abcd'].map((key) => ({ key, remove: false })),
    4,
  )
  store.stateAt('t', 1)
  for (const key of 'abcd') store.transact((transaction) => transaction.put('t', key, () => 'new'))
  expect(store.stateAt('t', 1)).toBeUndefined()
  expect(holdings(store.stateAt('t', 4))).toEqual(seen[4])
})

test('a write copies a table that was handed out, and changes others in place', () => {
  const { store, seen } = written([...'abcd'].map((key) => ({ key, remove: false })))
  const state = store.state()
  const table = store.table('t')
  store.transact((transaction) => transaction.put('t', 'a', () => 'new'))
  expect([holdings(state.tables.get('t')), holdings(table)]).toEqual([seen[4], seen[4]])
  let during: ObjectTable<string> | undefined
  store.transact((transaction) => {
    during = transaction.table('t')
    transaction.remove('t', 'b')
  })
  expect(store.table('t')).toBe(during)
})

test('a guard sees the next state, and a write that it refuses is dropped', () => {
  const { store, seen } = written([...'ab'].map((key) => ({ key, remove: false })))
  const shown: Holdings[] = []
  const end = store.guard((_, next) => {
    shown.push(holdings(next().tables.get('t')), holdings(store.state().tables.get('t')))
    if (shown.length > 2) throw new Error('no')
  })
  const write = () => store.transact((transaction) => transaction.put('t', 'c', () => 'new'))
  write()
  expect(shown).toEqual([[...seen[2]!, ['c', 'new']], seen[2]])
  expect(write).toThrow('no')
  end()
  expect([store.revision(), holdings(store.table('t'))]).toEqual([3, shown[0]])
})
