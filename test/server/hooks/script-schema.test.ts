import { readFileSync, readdirSync } from 'node:fs'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { containersEntryShape } from '../../../src/rest/containers/script-shape.js'
import { reactionShape } from '../../../src/controllers/runtime/reaction-check.js'
import { PHASES, hookShape } from '../../../src/server/hooks/hook-shape.js'
import { admitActions } from '../../../src/server/hooks/admit-actions.js'
import { afterActions } from '../../../src/server/hooks/after-actions.js'
import { beforeActions } from '../../../src/server/hooks/before-actions.js'
import { matchers } from '../../../src/server/hooks/matchers.js'
import { invariantShapeOf } from '../../../src/cluster/state/invariants.js'
import { scriptSchema } from '../../../src/server/hooks/script-schema.js'
import { watchActions } from '../../../src/server/hooks/watch-actions.js'
import { webhookActions } from '../../../src/server/hooks/webhook-actions.js'
import { fits } from './schema-fits.js'
import { wrongHooks } from './wrong-hooks.js'

const root = new URL('../../../', import.meta.url)
const schema = scriptSchema([reactionShape, invariantShapeOf(), containersEntryShape])

test('the published schema is generated from the declarations', async () => {
  await expect(`${JSON.stringify(schema)}\n`).toMatchFileSnapshot('../../../script.schema.json')
})

describe('a script of fixtures/scripts', () => {
  const folder = new URL('fixtures/scripts/', root)
  const ofHooks = readdirSync(folder).filter((file) => !/^- when:/m.test(readFileSync(new URL(file, folder), 'utf8')))
  test.each(ofHooks)('%s fits the schema and names it', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/\.\.\/script\.schema\.json\n/)
    expect(fits(parse(text, { version: '1.1', merge: true }), schema)).toBe(true)
  })
})

const actions = {
  before: beforeActions,
  admit: admitActions,
  after: afterActions,
  watch: watchActions,
  webhook: webhookActions,
}
const actionCases = Object.entries(actions).flatMap(([phase, table]) =>
  Object.entries(table).flatMap(([name, { examples }]) =>
    examples.map((example: unknown) => [phase, name, example] as const),
  ),
)
const matchCases = Object.entries(matchers).flatMap(([name, { examples, phases }]) =>
  phases
    .filter((phase) => phase !== 'watch' || name !== 'verb')
    .flatMap((phase) => examples.map((example: unknown) => [phase, name, example] as const)),
)

describe('each example of a declaration passes validation and the schema', () => {
  test.each(actionCases)('action of %s hooks: { %s: %j }', (phase, name, example) => {
    const hook = { [phase]: {}, then: { [name]: example } }
    expect([hookShape.check(hook, []), fits(hook, schema)]).toEqual([[], true])
  })
  test.each(matchCases)('match of %s hooks: { %s: %j }', (phase, name, example) => {
    const hook = { [phase]: { [name]: example }, ...(phase === 'expect' ? {} : { then: { pass: true } }) }
    expect([hookShape.check(hook, []), fits(hook, schema)]).toEqual([[], true])
  })
})

test('every declaration has an example', () => {
  const all = [...Object.values(matchers), ...Object.values(actions).flatMap((table) => Object.values(table))]
  expect(all.every(({ examples }) => examples.length > 0)).toBe(true)
  expect(PHASES.length).toBe(6)
})

test.each([
  [
    'with times, skip, every and probability',
    { before: {}, times: 1, skip: 2, every: 3, probability: 0.5, then: { delay: '1s' } },
  ],
  ['with a delay and another action', { before: {}, then: { delay: 100, status: 503 } }],
  ['that is an expectation', { expect: { kind: 'Lease' }, times: 2 }],
  ['that is an item of a list', [{ admit: {}, then: { patch: {} } }]],
])('a hook %s fits the schema', (_, script) => {
  expect(fits(script, schema)).toBe(true)
})

test.each(wrongHooks)('the schema refuses %s too', (_, record) => {
  expect(fits(record, schema)).toBe(false)
})
