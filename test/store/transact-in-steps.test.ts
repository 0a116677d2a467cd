import { expect, test } from 'vitest'
import { type Steps, finish, waitFor } from '../../src/base/turns/steps.js'
import { createStore } from '../../src/store/store.js'
import type { Transaction } from '../../src/store/transaction.js'

const newStore = () => {
  const store = createStore<string>({ revision: 10 })
  const put = (key: string, value: string, table = 'a') =>
    store.transact((transaction) => transaction.put(table, key, () => value))
  put('x', '1')
  return { store, put }
}

/** Writes to one key what it has read from it before a pause. */
function* append(transaction: Transaction<string>, key = 'x'): Steps<string> {
  const before = transaction.get('a', key) ?? ''
  yield
  return transaction.put('a', key, () => `${before}+`)
}

test('others may write during a pause: what was not read does not matter', () => {
  const { store, put } = newStore()
  const starts: number[] = []
  const steps = store.transactInSteps((transaction, start) => (starts.push(start), append(transaction)))
  expect(steps.next().done).toBe(false)
  put('y', '1')
  put('x', '1', 'b')
  expect(steps.next()).toEqual({ done: true, value: '1+' })
  expect(starts).toEqual([1])
  expect(store.get('a', 'x')).toBe('1+')
  expect(store.revision()).toBe(14)
})

test('it starts over if others have written what it had read', () => {
  const { store, put } = newStore()
  const starts: number[] = []
  const steps = store.transactInSteps((transaction, start) => (starts.push(start), append(transaction)))
  steps.next()
  put('x', '2')
  expect(steps.next().done).toBe(false)
  expect(steps.next()).toEqual({ done: true, value: '2+' })
  expect(starts).toEqual([1, 2])
})

test('a table that was read counts as read whole', () => {
  const { store, put } = newStore()
  const sizes: number[] = []
  function* count(transaction: Transaction<string>): Steps<void> {
    sizes.push(transaction.table('a').size)
    yield
    transaction.put('b', 'size', () => String(sizes.at(-1)))
  }
  const steps = store.transactInSteps(count)
  steps.next()
  put('y', '1')
  finish(steps)
  expect(sizes).toEqual([1, 2])
  expect(store.get('b', 'size')).toBe('2')
})

test('two writers that both wait lose nothing', async () => {
  const { store } = newStore()
  const add = (transaction: Transaction<string>): Steps<string> => append(transaction)
  const both = [store.transactInSteps(add), store.transactInSteps(add)]
  while (both.map((steps) => steps.next()).some(({ done }) => !done)) continue
  expect(store.get('a', 'x')).toBe('1++')
})

test('waits for something outside, and goes on with what that answers', async () => {
  const { store } = newStore()
  function* ask(transaction: Transaction<string>): Steps<string> {
    const answer = yield* waitFor(Promise.resolve('said'))
    return transaction.put('a', 'x', () => answer)
  }
  const steps = store.transactInSteps(ask)
  const { value } = steps.next()
  expect(steps.next(await value)).toEqual({ done: true, value: 'said' })
})

test('what is thrown, also by what it waits for, leaves nothing behind', () => {
  const { store } = newStore()
  function* fail(transaction: Transaction<string>): Steps<void> {
    yield Promise.resolve()
    transaction.put('a', 'x', () => '2')
    throw new Error('refused')
  }
  const steps = store.transactInSteps(fail)
  steps.next()
  expect(() => steps.next()).toThrow('refused')
  const other = store.transactInSteps(fail)
  other.next()
  expect(() => other.throw(new Error('nobody answered'))).toThrow('nobody answered')
  expect(store.get('a', 'x')).toBe('1')
  expect(store.revision()).toBe(11)
})

test('no other write is made inside a step, and none may pause once it has written', () => {
  const { store, put } = newStore()
  function* nested(): Steps<void> {
    put('y', '1')
    yield
  }
  expect(() => finish(store.transactInSteps(nested))).toThrow('a write cannot be made inside another')
  function* late(transaction: Transaction<string>): Steps<void> {
    transaction.put('a', 'x', () => '2')
    yield
  }
  expect(() => finish(store.transactInSteps(late))).toThrow('must not pause or wait once it has written')
  expect(store.get('a', 'x')).toBe('1')
})

test('a transaction does not outlive the state that it has read', () => {
  const { store } = newStore()
  const state = store.state()
  const steps = store.transactInSteps((transaction) => append(transaction))
  steps.next()
  store.restore(state)
  expect(() => steps.next()).toThrow('the cluster went back to another state')
})

test('work that waits cannot be done at once', () => {
  const { store } = newStore()
  expect(() => finish(store.transactInSteps(() => waitFor(Promise.resolve())))).toThrow('has to wait for something')
})
