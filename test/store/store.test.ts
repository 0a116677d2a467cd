import { expect, test } from 'vitest'
import { createStore } from '../../src/store/store.js'
import { openCursor } from '../../src/store/watch.js'

const put = (store: ReturnType<typeof createStore<string>>, key: string, value: string, table = 't') =>
  store.transact((transaction) => transaction.put(table, key, () => value))

test('a transaction sees its own writes, and others see them after the commit', () => {
  const store = createStore<string>({ revision: 5 })
  store.transact((transaction) => {
    transaction.put('t', 'a', (revision) => `a${revision}`)
    transaction.put('u', 'b', (revision) => `b${revision}`)
    expect([transaction.get('t', 'a'), transaction.get('u', 'b'), store.state().revision]).toEqual(['a6', 'b7', 5])
    expect(store.state().tables.get('t')).toBeUndefined()
  })
  expect([
    store.state().revision,
    store.state().tables.get('t')?.get('a'),
    store.state().tables.get('u')?.get('b'),
  ]).toEqual([7, 'a6', 'b7'])
})

test('a transaction that throws changes nothing, not even the revision', () => {
  const store = createStore<string>({ revision: 5 })
  put(store, 'a', 'old')
  const before = store.state()
  const told: string[] = []
  store.listen('t', () => told.push('t'))
  expect(() =>
    store.transact((transaction) => {
      transaction.put('t', 'a', () => 'new')
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(store.state()).toBe(before)
  expect(store.log('t').end()).toBe(1)
  expect(told).toEqual([])
})

test('a transaction without writes keeps the revision', () => {
  const store = createStore<string>({ revision: 5 })
  const before = store.state()
  expect(store.transact((transaction) => transaction.get('t', 'a'))).toBeUndefined()
  expect(store.state()).toBe(before)
})

test('listeners are called once for each commit to their table, until they leave', () => {
  const store = createStore<string>({ revision: 5 })
  const told: string[] = []
  const leave = store.listen('t', () => told.push(`t${store.state().revision}`))
  store.listen('u', () => told.push(`u${store.state().revision}`))
  store.transact((transaction) => {
    transaction.put('t', 'a', () => '1')
    transaction.put('t', 'b', () => '2')
  })
  put(store, 'a', '3', 'u')
  leave()
  put(store, 'a', '4')
  expect(told).toEqual(['t7', 'u8'])
})

test('a listener may write', () => {
  const store = createStore<string>({ revision: 5 })
  store.listen('t', () => void put(store, 'echo', `of ${store.state().revision}`, 'u'))
  put(store, 'a', '1')
  expect([store.state().revision, store.state().tables.get('u')?.get('echo')]).toEqual([7, 'of 6'])
})

test('stateAt reads each past revision, also those within one transaction', () => {
  const store = createStore<string>({ revision: 5 })
  store.transact((transaction) => {
    transaction.put('t', 'a', () => '1')
    transaction.put('t', 'a', () => '2')
    transaction.remove('t', 'a')
  })
  expect(
    [4, 5, 6, 7, 8, 9]
      .map((revision) => store.stateAt('t', revision))
      .map((table) => table && (table.get('a') ?? 'none')),
  ).toEqual([undefined, 'none', '1', '2', 'none', 'none'])
})

test('restore sets a state at a new revision, and expires cursors and the past', () => {
  const store = createStore<string>({ revision: 5 })
  put(store, 'a', 'old')
  const saved = store.state()
  put(store, 'a', 'new')
  const cursor = openCursor(store, 't', 6)!
  const told: number[] = []
  store.listen('t', () => told.push(store.state().revision))
  store.restore(saved)
  expect([store.state().revision, store.state().tables.get('t')?.get('a'), told]).toEqual([8, 'old', [8]])
  expect([cursor.next(), store.stateAt('t', 7), store.stateAt('t', 8)?.get('a')]).toEqual(['expired', undefined, 'old'])
  put(store, 'a', 'newer')
  expect(saved.tables.get('t')?.get('a')).toBe('old')
})

test('a cursor reads each change once, and has its revision', () => {
  const store = createStore<string>({ revision: 5 })
  put(store, 'a', '1')
  const cursor = openCursor(store, 't', 5)!
  expect(cursor.revision()).toBe(5)
  expect(cursor.next()).toMatchObject({ revision: 6, key: 'a', prev: undefined, next: '1' })
  expect([cursor.next(), cursor.revision()]).toEqual([undefined, 6])
  put(store, 'x', 'elsewhere', 'u')
  expect(cursor.revision()).toBe(7)
  put(store, 'a', '2')
  expect(cursor.revision()).toBe(6)
  expect(cursor.next()).toMatchObject({ revision: 8, prev: '1', next: '2' })
})

test('a cursor too far behind expires', () => {
  const store = createStore<string>({ revision: 5, limit: 2 })
  const cursor = openCursor(store, 't', 5)!
  for (const value of ['1', '2', '3']) put(store, 'a', value)
  expect([cursor.next(), openCursor(store, 't', 5), openCursor(store, 't', 6)?.next()]).toEqual([
    'expired',
    undefined,
    expect.objectContaining({ revision: 7 }),
  ])
})
