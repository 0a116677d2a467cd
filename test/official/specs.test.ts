import { beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from './junit.js'
import { runSpecs } from './run-specs.js'
import { readGroups, readNotYet } from './specs.js'

const MINUTES = 15
// What does not pass waits for something that does not come.
const MINUTES_NOT_YET = 2

const groups = await readGroups()
const notYet = await readNotYet()

describe.concurrent.for(groups.map((group) => [group.name, group] as const))('%s', ([, { specs }]) => {
  let outcomes: ReadonlyMap<string, Outcome> = new Map()
  beforeAll(async ({}, { tasks }) => {
    const asked = tasks.filter(({ mode }) => mode === 'run').map(({ name }) => name)
    const run = (some: readonly string[], minutes: number) => (some.length === 0 ? new Map() : runSpecs(some, minutes))
    outcomes = new Map([
      ...(await run(
        asked.filter((spec) => !notYet.has(spec)),
        MINUTES,
      )),
      ...(await run(
        asked.filter((spec) => notYet.has(spec)),
        MINUTES_NOT_YET,
      )),
    ])
  }, 30 * 60_000)

  test.for(specs.filter((spec) => !notYet.has(spec)))('%s', (spec) => {
    const { status = 'not run', log = '' } = outcomes.get(spec) ?? {}
    expect({ status, log }).toEqual({ status: 'passed', log: '' })
  })

  test.for(specs.filter((spec) => notYet.has(spec)))('%s', (spec) => {
    const { status = 'not run' } = outcomes.get(spec) ?? {}
    expect(status, `passes now: take it out of not-yet.json, which says: ${notYet.get(spec)}`).not.toBe('passed')
  })
})

test('what does not pass yet is on the list of specs', () => {
  const listed = new Set(groups.flatMap(({ specs }) => specs))
  expect([...notYet.keys()].filter((spec) => !listed.has(spec))).toEqual([])
})
