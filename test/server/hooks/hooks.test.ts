import { expect, test } from 'vitest'
import type { HookRecord } from '../../../src/server/hooks/actions.js'
import { createHookSet, hookStateOf, restoreHooks } from '../../../src/server/hooks/hook-set.js'
import { createPhases } from '../../../src/server/hooks/run.js'
import { callOf, createScripted } from './scripted.js'
import { wrongHooks } from './wrong-hooks.js'

const HERE = /test\/server\/hooks\/hooks\.test\.ts:\d+:\d+$/
const lease = callOf('Lease', { name: 'leader' })

test('a hook knows where it was registered; pending() lists those that never fired', async () => {
  const { hooks, phases } = await createScripted()
  const unused = hooks.before({ kind: 'Node' }, { cut: true }, { times: 2 })
  const used = hooks.before({ kind: 'Lease' }, { cut: true })
  const data = hooks.add({ watch: { event: 'ADDED' }, then: { drop: true } })
  expect([unused.pending, used.pending]).toEqual([true, true])
  phases.before(lease)
  expect([unused.pending, used.pending, used.calls]).toEqual([true, false, 1])
  expect(hooks.pending()).toEqual([
    { phase: 'before', match: { kind: 'Node' }, times: 2, site: expect.stringMatching(HERE) },
    { phase: 'watch', match: { event: 'ADDED' }, site: expect.stringMatching(HERE) },
  ])
  const lines = [unused, used, data].map(({ site }) => Number(/:(\d+):\d+$/.exec(site)![1]))
  expect([lines[1]! - lines[0]!, lines[2]! - lines[0]!]).toEqual([1, 2])
})

test('dispose() removes a hook', async () => {
  const { hooks, phases } = await createScripted()
  const hook = hooks.before({}, { cut: true })
  phases.before(lease)
  hook.dispose()
  expect([phases.before(lease), hook.calls, hooks.pending()]).toEqual([lease, 1, []])
})

test('using removes a hook at the end of its block', async () => {
  const { hooks, phases } = await createScripted()
  {
    using _ = hooks.before({}, { cut: true })
    expect(phases.before(lease)).toEqual({ type: 'cut' })
  }
  expect(phases.before(lease)).toBe(lease)
})

test('clear() removes all hooks', async () => {
  const { hooks, phases } = await createScripted()
  hooks.before({}, { cut: true })
  hooks.after({}, { cut: true })
  hooks.clear()
  expect([phases.before(lease), hooks.pending()]).toEqual([lease, []])
})

test('a snapshot keeps how many of its times a hook has left', async () => {
  const { hooks, phases, hookSet, env } = await createScripted()
  const hook = hooks.before({}, { cut: true }, { times: 2 })
  phases.before(lease)
  const saved = hookStateOf(hookSet)
  phases.before(lease)
  hooks.before({}, { status: 'Conflict' })
  hook.dispose()

  const set = createHookSet(saved)
  const other = createPhases({ env, set })
  expect([other.before(lease), other.before(lease), [...set.counts.values()].map(({ calls }) => calls)]).toEqual([
    { type: 'cut' },
    lease,
    [2],
  ])
  restoreHooks(hookSet, saved)
  expect([hook.calls, phases.before(lease), phases.before(lease), hook.calls]).toEqual([1, { type: 'cut' }, lease, 2])
})

test('a malformed label selector is refused', async () => {
  const { hooks } = await createScripted()
  expect(() => hooks.before({ labels: 'team in' }, { cut: true })).toThrow(
    /^hooks\.before: match\.labels: is no label selector: /,
  )
})

test.each(wrongHooks)('add refuses %s', async (_, record, message) => {
  const { hooks } = await createScripted()
  expect(() => hooks.add(record as HookRecord)).toThrow(new TypeError(message)) // wrong on purpose
  expect(hooks.pending()).toEqual([])
})

test('the arguments of before() are validated as well', async () => {
  const { hooks } = await createScripted()
  const wrong = hooks as unknown as { readonly before: (...given: unknown[]) => void } // wrong on purpose
  expect(() => wrong.before({ kid: 'Lease' }, { status: 'Conflct' }, { time: 1 })).toThrow(
    new TypeError(
      'hooks.before: match.kid: no such member; did you mean "kind"?; status: no reason known as "Conflct"; did you mean "Conflict"?; time: no such member; did you mean "times"?',
    ),
  )
  expect(() => wrong.before({ verb: 'update' })).toThrow(
    new TypeError(
      'hooks.before: action: is missing: a function, a refusal such as conflict(), or a map such as { delay: "1s" }',
    ),
  )
})
