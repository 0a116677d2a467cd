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

/** Counts the turns of the event loop until it is stopped. */
function countTurns() {
  let count = 0
  let isOn = true
  const next = () => void (isOn && setImmediate(() => (count++, next())))
  next()
  return { count: () => count, [Symbol.dispose]: () => void (isOn = false) }
}

test('of those who wait for a turn, of whatever cluster, one goes on in each, in the order in which they asked', async () => {
  using turns = countTurns()
  const went: (readonly [who: number, turn: number])[] = []
  await Promise.all(
    [0, 1, 2].map(async (who) => {
      await createEnv({ clock: 'system' }).turn()
      went.push([who, turns.count()])
    }),
  )
  expect(went.map(([who]) => who)).toEqual([0, 1, 2])
  expect(new Set(went.map(([, turn]) => turn)).size).toBe(3)
})

test('of background timers of several clocks that are due at once, those of one have the turn, and others one each', async () => {
  using turns = countTurns()
  const fired: string[] = []
  const [first, other] = [createEnv({ clock: 'system' }), createEnv({ clock: 'system' })]
  const background = { background: true }
  const note = (name: string) => () => void fired.push(`${name} ${turns.count()}`)
  const started = new Promise<void>((resolve) => {
    first.setTimer(note('a'), 5, background)
    first.setTimer(note('b'), 5, background)
    other.setTimer(note('c'), 5, background)
    other.setTimer(() => (note('d')(), resolve()), 5, background)
    const callOff = createEnv({ clock: 'system' }).setTimer(note('never'), 5, background)
    first.setTimer(() => callOff(), 5)
  })
  // All of them are due when the event loop looks next.
  for (const until = performance.now() + 10; performance.now() < until;);
  await started
  await new Promise((resolve) => void setTimeout(resolve, 5))
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => fired.find((each) => each.startsWith(name))?.slice(2))
  expect(fired).toHaveLength(4)
  expect(b).toBe(a)
  expect(new Set([a, c, d]).size).toBe(3)
})
