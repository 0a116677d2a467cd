import { expect, test } from 'vitest'
import { LoadError } from '../../../src/base/input/load-error.js'
import { callOf, createScripted, failureOf } from './scripted.js'

test('hooks of a script are tried from the top, before those registered earlier', async () => {
  const { hooks, phases } = await createScripted()
  hooks.before({}, { cut: true })
  const script = await hooks.script({
    name: 'a.yaml',
    text: '- before: { kind: Lease }\n  times: 1\n  then: { pass: true }\n\n- before: { kind: Lease }\n  then: { status: Conflict }\n',
  })
  const lease = callOf('Lease', { name: 'leader' })
  expect(hooks.pending().map(({ site }) => site)).toEqual([
    expect.stringMatching(/script\.test\.ts/),
    'a.yaml:1',
    'a.yaml:5',
  ])
  expect([phases.before(lease), phases.before(lease), phases.before(callOf('Node', {}))]).toMatchObject([
    lease,
    { code: 409 },
    { type: 'cut' },
  ])
  expect(script.hooks.map(({ site, calls }) => [site, calls])).toEqual([
    ['a.yaml:1', 1],
    ['a.yaml:5', 1],
  ])
  script.dispose()
  expect(phases.before(lease)).toEqual({ type: 'cut' })
})

test.each([
  ['one hook', 'before: {}\nthen: { cut: true }', ['s:1']],
  [
    'several documents',
    '# a comment\nbefore: {}\nthen: { cut: true }\n---\n- after: {}\n  then: { cut: true }\n---\n',
    ['s:2', 's:5'],
  ],
  [
    'YAML with anchors and merge keys',
    '- before: &all {}\n  then: &cut { cut: true }\n- before: { <<: *all, kind: Lease }\n  then: *cut',
    ['s:1', 's:3'],
  ],
  ['JSON', '[{"before":{},"then":{"cut":true}}]', ['s:1']],
  ['empty', '# nothing yet\n', []],
])('a script may be %s', async (_, text, sites) => {
  const { hooks } = await createScripted()
  expect((await hooks.script({ name: 's', text })).hooks.map(({ site }) => site)).toEqual(sites)
})

test.each([
  ['invalid YAML', '- before: {\n', 's:2:1: did not find expected node content'],
  [
    'a string',
    'Lease',
    's:1:1: must be a map such as { before: { kind: Lease }, then: { status: Conflict } }, not "Lease"',
  ],
  [
    'several faults, each with its position',
    '- before: { kind: Lease, nam: leader }\n  tims: 1\n  then:\n    status: { reason: Conflct }\n- after: {}\n',
    [
      's:1:26: before.nam: no such member; did you mean "name"?',
      's:2:3: tims: no such member; did you mean "times"?',
      's:4:15: then.status.reason: no reason known as "Conflct"; did you mean "Conflict"?',
      's:5:3: must say with "then" what to do',
    ].join('\n'),
  ],
  [
    'a faulty item of a list',
    '- before:\n    verb:\n      - get\n      - updat\n  then: { cut: true }',
    's:4:9: before.verb[1]: no such word as "updat"; did you mean "update"?',
  ],
  [
    'a fault in a later document',
    'before: {}\nthen: { cut: true }\n---\nwatch: {}\nthen: { cut: 1 }',
    's:5:9: then.cut: must be true, not 1; leave it out otherwise',
  ],
  ['a duplicate field', '- before: {}\n  before: {}\n  then: { cut: true }', 's:2:3: the member before is given twice'],
  ['an unknown anchor', '- before: *nowhere\n  then: { cut: true }', "s:1:11: unknown anchor 'nowhere' referenced"],
])('a script with %s is refused, and none of it is loaded', async (_, text, message) => {
  const { hooks } = await createScripted()
  const failed = await hooks.script({ name: 's', text }).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(LoadError)
  expect(failed).toMatchObject({ message })
  expect(hooks.pending()).toEqual([])
})

test('a script acts like the same hooks in code', async () => {
  const { hooks, client } = await createScripted()
  await hooks.script('before: { verb: create, kind: nodes }\nthen: { status: { code: 403, why: full } }')
  expect(await failureOf(client.create('Node', { metadata: { name: 'worker-1' } }))).toMatchObject({
    message: 'nodes "worker-1" is forbidden: full',
  })
})
