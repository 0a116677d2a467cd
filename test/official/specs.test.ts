import { beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from './junit.js'
import { runSpecs } from './run-specs.js'
import { readGroups, readNotYet } from './specs.js'

const MINUTES = 15
// What does not pass waits for something that does not come.
const MINUTES_NOT_YET = 2

// Two specs wait for five minutes, so that they begin, each with a server of its own; most wait for a second or two.
const SIDE_BY_SIDE = 6

const groups = await readGroups()
const notYet = await readNotYet()
const outcomes = new Map<string, Outcome>()

beforeAll(async ({}, { tasks }) => {
  const asked = tasks.map((group) => (group.type === 'suite' ? group.tasks : []))
  const runs = asked.flatMap((specs) => {
    const names = specs.filter(({ mode }) => mode === 'run').map(({ name }) => name)
    return [
      { names: names.filter((name) => !notYet.has(name)), minutes: MINUTES },
      { names: names.filter((name) => notYet.has(name)), minutes: MINUTES_NOT_YET },
    ].filter(({ names }) => names.length > 0)
  })
  const work = async () => {
    for (let next = runs.shift(); next; next = runs.shift())
      for (const [spec, outcome] of await runSpecs(next.names, next.minutes)) outcomes.set(spec, outcome)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
}, 40 * 60_000)

describe.for(groups.map((group) => [group.name, group] as const))('%s', ([, { specs }]) => {
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
