import { expect, test } from 'vitest'
import type { HookRecord } from '../../src/hooks/actions.js'
import { createHooks } from '../../src/hooks/hooks.js'
import { callOf, createScripted } from './scripted.js'

const HERE = /test\/hooks\/hooks\.test\.ts:\d+:\d+$/
const lease = callOf('Lease', { name: 'leader' })

test('a hook remembers where it was registered, and what never fired is listed', async () => {
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

test('a hook can be taken away', async () => {
  const { hooks, phases } = await createScripted()
  const hook = hooks.before({}, { cut: true })
  phases.before(lease)
  hook.dispose()
  expect([phases.before(lease), hook.calls, hooks.pending()]).toEqual([lease, 1, []])
})

test('a hook can be used for a block', async () => {
  const { hooks, phases } = await createScripted()
  {
    using _ = hooks.before({}, { cut: true })
    expect(phases.before(lease)).toEqual({ type: 'cut' })
  }
  expect(phases.before(lease)).toBe(lease)
})

test('all hooks can be taken away', async () => {
  const { hooks, phases } = await createScripted()
  hooks.before({}, { cut: true })
  hooks.after({}, { cut: true })
  hooks.clear()
  expect([phases.before(lease), hooks.pending()]).toEqual([lease, []])
})

test('a snapshot carries what is left of the times', async () => {
  const { hooks, phases, snapshot, restore, env } = await createScripted()
  const hook = hooks.before({}, { cut: true }, { times: 2 })
  phases.before(lease)
  const saved = snapshot()
  phases.before(lease)
  hooks.before({}, { status: 'Conflict' })
  hook.dispose()

  const other = createHooks(env, saved)
  expect([other.phases.before(lease), other.phases.before(lease), other.hooks.pending()]).toEqual([{ type: 'cut' }, lease, []])
  restore(saved)
  expect([hook.calls, phases.before(lease), phases.before(lease), hook.calls]).toEqual([1, { type: 'cut' }, lease, 2])
})

test.each<[string, unknown, string]>([
  ['no hook', 'Lease', 'hooks.add: must be a map such as { before: { kind: Lease }, then: { status: Conflict } }, not "Lease"'],
  ['no phase', { then: { cut: true } }, 'hooks.add: must have a phase: "before", "admit", "after", "watch" or "expect"'],
  ['a misspelt phase', { befor: {}, then: { cut: true } }, 'hooks.add: befor: no such member; did you mean "before"?'],
  [
    'the phase as a member',
    { phase: 'before', match: {}, then: { cut: true } },
    'hooks.add: phase: a hook starts with its phase, and what it matches under it: "before: { verb: update, kind: Lease }"; match: a hook starts with its phase, and what it matches under it: "before: { verb: update, kind: Lease }"',
  ],
  ['two phases', { before: {}, after: {}, then: { cut: true } }, 'hooks.add: after: a hook has one phase, and this one has "before" already; write two'],
  ['nothing to do', { before: {} }, 'hooks.add: must say with "then" what to do'],
  [
    'an empty action',
    { before: {}, then: {} },
    'hooks.add: then: says nothing to do; there is "status", "cut", "hang", "rewrite", "stale", "rival", "expire", "pass" or "delay"',
  ],
  ['two actions', { before: {}, then: { delay: 1, status: 503, cut: true } }, 'hooks.add: then.cut: cannot go together with "status"; choose one'],
  [
    "another phase's action",
    { before: {}, then: { hold: '1s' } },
    'hooks.add: then.hold: a before hook cannot do that, only "watch" can; there is "status", "cut", "hang", "rewrite", "stale", "rival", "expire", "pass" or "delay"',
  ],
  [
    'an unknown action',
    { watch: {}, then: { explode: true } },
    'hooks.add: then.explode: no such member; there is "status", "hold", "drop", "repeat", "reorder", "lag", "slow", "cut", "expire", "end" or "pass"',
  ],
  ['a denied action', { before: {}, then: { cut: false } }, 'hooks.add: then.cut: must be true, not false; leave it out otherwise'],
  ['no match', { before: null, then: { cut: true } }, 'hooks.add: before: must be a map, not nothing; {} matches everything'],
  ['a member of another match', { before: { event: 'ADDED' }, then: { cut: true } }, 'hooks.add: before.event: only watch hooks are matched by event'],
  ['a misspelt member', { before: { namespaces: 'default' }, then: { cut: true } }, 'hooks.add: before.namespaces: no such member; did you mean "namespace"?'],
  [
    'a misspelt verb',
    { before: { verb: ['get', 'updat'] }, then: { cut: true } },
    'hooks.add: before.verb[1]: no such word as "updat"; did you mean "update"?',
  ],
  [
    'an odd verb',
    { before: { verb: 'post' }, then: { cut: true } },
    'hooks.add: before.verb: must be "create", "delete", "deletecollection", "get", "list", "patch", "update" or "watch", not "post"',
  ],
  [
    'an empty list',
    { before: { kind: [] }, then: { cut: true } },
    'hooks.add: before.kind: an empty list matches nothing; leave the member out to match everything',
  ],
  ['no text', { before: { name: 1 }, then: { cut: true } }, 'hooks.add: before.name: must be a text, not 1'],
  ['no times', { before: {}, times: 0, then: { cut: true } }, 'hooks.add: times: must be a whole number of at least 1, not 0'],
  [
    'no duration',
    { before: {}, then: { delay: 'long' } },
    'hooks.add: then.delay: "long" is not a duration: give one such as "40s", "1m30s" or "200ms", or a number of milliseconds, and not a negative one',
  ],
  ['an unknown reason', { before: {}, then: { status: 'Conflct' } }, 'hooks.add: then.status: no reason known as "Conflct"; did you mean "Conflict"?'],
  [
    "a reason of one's own",
    { before: {}, then: { status: { reason: 'Teatime' } } },
    'hooks.add: then.status.reason: no reason known as "Teatime"; one of your own needs a "code" beside it',
  ],
  ['a status of nothing', { before: {}, then: { status: { message: 'm' } } }, 'hooks.add: then.status: must say a "reason" or a "code"'],
  ['an odd code', { before: {}, then: { status: 42 } }, 'hooks.add: then.status: must be a whole number from 100 to 599, not 42'],
  [
    'a misspelt member of a status',
    { before: {}, then: { status: { code: 429, retryAfter: 5 } } },
    'hooks.add: then.status.retryAfter: no such member; there is "code", "reason", "message", "why", "retryAfterSeconds" or "details"',
  ],
  ['an empty rewrite', { before: {}, then: { rewrite: {} } }, 'hooks.add: then.rewrite: must change the "body" or the "options"'],
  [
    'an odd option',
    { before: {}, then: { rewrite: { options: { dryRun: 'All' } } } },
    'hooks.add: then.rewrite.options.dryRun: must be true or false, not "All"',
  ],
])('%s is refused', async (_, record, message) => {
  const { hooks } = await createScripted()
  expect(() => hooks.add(record as HookRecord)).toThrow(new TypeError(message)) // wrong on purpose
  expect(hooks.pending()).toEqual([])
})

test('what a method is given is checked as well', async () => {
  const { hooks } = await createScripted()
  const wrong = hooks as unknown as { readonly before: (...given: unknown[]) => void } // wrong on purpose
  expect(() => wrong.before({ kid: 'Lease' }, { status: 'Conflct' }, { time: 1 })).toThrow(
    new TypeError(
      'hooks.before: match.kid: no such member; did you mean "kind"?; status: no reason known as "Conflct"; did you mean "Conflict"?; time: no such member; did you mean "times"?',
    ),
  )
  expect(() => wrong.before({}, undefined)).toThrow(new TypeError('hooks.before: must be a map, not nothing'))
})
