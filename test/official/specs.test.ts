import { beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from './junit.js'
import { runSpecs } from './run-specs.js'
import { readGroups, readNotYet, specsVersion } from './specs.js'

const MINUTES = 15
// Shorter, as specs that do not pass wait in vain.
const MINUTES_NOT_YET = 2

// Groups run in parallel: most specs wait a second or two, but two of them five minutes.
const SIDE_BY_SIDE = 6

const version = specsVersion()
const groups = await readGroups(version)
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
      for (const [spec, outcome] of await runSpecs(version, next.names, next.minutes)) outcomes.set(spec, outcome)
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

test('specs in not-yet.json are in specs.txt', () => {
  const listed = new Set(groups.flatMap(({ specs }) => specs))
  expect([...notYet.keys()].filter((spec) => !listed.has(spec))).toEqual([])
})
