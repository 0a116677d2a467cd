import { expect, test } from 'vitest'
import type { HookOptions } from '../../../src/server/hooks/frequency.js'
import { hookStateOf, restoreHooks } from '../../../src/server/hooks/hook-set.js'
import { callOf, createScripted } from './scripted.js'

/** The numbers of the requests, from 1 to `requests`, at which a hook with these options acts. */
async function actsAt(options: HookOptions, requests = 12): Promise<readonly number[]> {
  const { hooks, phases } = await createScripted()
  hooks.before({ kind: 'Lease' }, { cut: true }, options)
  const lease = callOf('Lease', { name: 'leader' })
  return Array.from({ length: requests }, (_, i) => i + 1).filter(() => phases.before(lease) !== lease)
}

test.each<[HookOptions, readonly number[]]>([
  [{ times: 2 }, [1, 2]],
  [{ skip: 9 }, [10, 11, 12]],
  [{ every: 4 }, [4, 8, 12]],
  [{ skip: 1, every: 3 }, [4, 7, 10]],
  [{ skip: 1, every: 3, times: 2 }, [4, 7]],
  [{ every: 3, times: 1 }, [3]],
  [{ probability: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
])('%j acts at requests %j', async (options, wanted) => {
  expect(await actsAt(options)).toEqual(wanted)
})

test('the seed decides for probability', async () => {
  const first = await actsAt({ probability: 0.25 }, 400)
  expect(await actsAt({ probability: 0.25 }, 400)).toEqual(first)
  expect(first.length).toBeGreaterThan(60)
  expect(first.length).toBeLessThan(140)
})

test('a request that is skipped goes to the next hook and does not count as fired', async () => {
  const { hooks, phases } = await createScripted()
  hooks.before({}, { status: 'Conflict' })
  const skipped = hooks.before({}, { cut: true }, { skip: 1 })
  const lease = callOf('Lease', { name: 'leader' })
  expect([phases.before(lease), skipped.pending, phases.before(lease), skipped.calls]).toMatchObject([
    { code: 409 },
    true,
    { type: 'cut' },
    1,
  ])
})

test('a snapshot keeps the count of every', async () => {
  const { hooks, phases, hookSet } = await createScripted()
  hooks.before({}, { cut: true }, { every: 3 })
  const lease = callOf('Lease', { name: 'leader' })
  phases.before(lease)
  const saved = hookStateOf(hookSet)
  for (let round = 0; round < 2; round++) {
    restoreHooks(hookSet, saved)
    expect([phases.before(lease), phases.before(lease)]).toEqual([lease, { type: 'cut' }])
  }
})
