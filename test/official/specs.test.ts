import { beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from './junit.js'
import { runSpecs } from './run-specs.js'
import { readGroups, readNotYet, specsVersion } from './specs.js'

const MINUTES = 15
// Shorter, as specs that do not pass wait in vain.
const MINUTES_NOT_YET = 2

// Specs have times of their own, which a busy machine may miss: so many are tried once more, each by itself. Of what
// they say, so many characters are shown.
const MOST_MISSED = 5
const SHOWN = 3000

// Groups run in parallel: most specs wait a second or two, but two of them five minutes.
const SIDE_BY_SIDE = 6

const version = specsVersion()
const groups = await readGroups(version)
const notYet = await readNotYet()
const outcomes = new Map<string, Outcome>()
const outcomeOf = (spec: string): Outcome => outcomes.get(spec) ?? { status: 'not run', seconds: 0, log: '' }
const hasPassed = (spec: string) => outcomeOf(spec).status === 'passed'

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
  const missed = asked.flat().filter(({ mode, name }) => mode === 'run' && !notYet.has(name) && !hasPassed(name))
  if (missed.length > MOST_MISSED) return
  for (const { name } of missed) {
    const { status, log } = outcomeOf(name)
    process.stderr.write(`${status}, tried once more by itself: ${name}\n${log.slice(0, SHOWN)}\n`)
    for (const [spec, outcome] of await runSpecs(version, [name], MINUTES)) outcomes.set(spec, outcome)
  }
}, 40 * 60_000)

describe.for(groups.map((group) => [group.name, group] as const))('%s', ([, { specs }]) => {
  test.for(specs.filter((spec) => !notYet.has(spec)))('%s', (spec) => {
    const { status, log } = outcomeOf(spec)
    expect(status, `it says: ${log}`).toBe('passed')
  })

  test.for(specs.filter((spec) => notYet.has(spec)))('%s', (spec) => {
    expect(hasPassed(spec), `passes now: take it out of not-yet.json, which says: ${notYet.get(spec)}`).toBe(false)
  })
})

test('specs in not-yet.json are in specs.txt', () => {
  const listed = new Set(groups.flatMap(({ specs }) => specs))
  expect([...notYet.keys()].filter((spec) => !listed.has(spec))).toEqual([])
})
