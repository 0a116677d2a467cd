import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createEnv } from '../../../src/base/time/env.js'
import { createTimerQueue } from '../../../src/base/time/virtual-clock.js'

const by = (ms: number) => (now: number) => now + ms

const virtual = () => createEnv({ seed: 1, clock: 'virtual', start: 0 })

test('timers fire in the order they are due, equally due ones in the order they were set', async () => {
  const env = virtual()
  const fired: string[] = []
  const say = (word: string) => () => void fired.push(`${word}@${env.now()}`)
  env.setTimer(say('c'), 20)
  env.setTimer(say('a'), 10)
  env.setTimer(say('b'), 10)
  env.setTimer(say('late'), 31)
  await env.advance!(by(30))
  expect([fired, env.now()]).toEqual([['a@10', 'b@10', 'c@20'], 30])
})

test('timers set by timers, or by promises they resolve, fire within the same advance', async () => {
  const env = virtual()
  const fired: number[] = []
  const again = () => {
    fired.push(env.now())
    void Promise.resolve().then(() => env.setTimer(again, 10))
  }
  env.setTimer(again, 10)
  await env.advance!(by(35))
  expect(fired).toEqual([10, 20, 30])
})

test('a cancelled timer does not fire, even if one due at the same time cancels it', async () => {
  const env = virtual()
  const fired: string[] = []
  env.setTimer(() => {
    fired.push('first')
    cancel()
    cancel()
  }, 10)
  const cancel = env.setTimer(() => fired.push('second'), 10)
  await env.advance!(by(10))
  expect(fired).toEqual(['first'])
})

test('concurrent advances run one after the other', async () => {
  const env = virtual()
  await Promise.all([env.advance!(by(10_000)), env.advance!(by(1_000))])
  expect(env.now()).toBe(11_000)
})

test('an advance works after one that failed', async () => {
  const env = virtual()
  env.setTimer(() => {
    throw new Error('mine')
  }, 5)
  await expect(env.advance!(by(10))).rejects.toThrow('mine')
  await env.advance!(by(10))
  expect(env.now()).toBe(15)
})

test('advance works with the fake timers of a test runner', async () => {
  vi.useFakeTimers()
  try {
    const env = virtual()
    await env.advance!(by(10))
    expect(env.now()).toBe(10)
  } finally {
    vi.useRealTimers()
  }
})

test('the timer queue fires in the order of a sorted list, whichever timers are cancelled', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ due: fc.nat(20), cancel: fc.boolean() }), { maxLength: 300 }), (given) => {
      const queue = createTimerQueue()
      const taken: number[] = []
      const cancels = given.map(({ due }, i) => queue.add(due, () => taken.push(i)))
      given.forEach(({ cancel }, i) => cancel && cancels[i]!())
      for (let next = queue.take(15); next; next = queue.take(15)) next.fire()
      const wanted = given
        .map(({ due, cancel }, i) => ({ due, cancel, i }))
        .filter(({ due, cancel }) => !cancel && due <= 15)
      expect(taken).toEqual(wanted.sort((a, b) => a.due - b.due || a.i - b.i).map(({ i }) => i))
    }),
  )
})

test('next() advances to the first timer due, and fires all that are due then', async () => {
  const env = createEnv({ clock: 'virtual', start: 0 })
  const fired: string[] = []
  env.setTimer(() => fired.push(`b ${env.now()}`), 20)
  env.setTimer(() => fired.push(`a ${env.now()}`), 10)
  env.setTimer(() => fired.push(`c ${env.now()}`), 20)
  expect(await env.next!()).toBe(true)
  expect(fired).toEqual(['a 10'])
  expect(await env.next!(15)).toBe(false)
  expect(env.now()).toBe(10)
  expect(await env.next!()).toBe(true)
  expect(fired).toEqual(['a 10', 'b 20', 'c 20'])
  expect(await env.next!()).toBe(false)
})
