// Records the results of the controllers of a real cluster; see docs/design/recordings.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parseArgs } from 'node:util'
import { groupBy } from '../group-by.js'
import { connect } from '../../../tools/record/connect.js'
import { play } from './play.js'
import type { Played, Scenario } from './scenario.js'
import { recordings } from './recordings.js'

const USAGE = `tsx test/conformance/workloads/record.ts --kubeconfig FILE --out FILE [--list NAME] [--only TEXT] [--lanes N] [--missing] [--alone | --together] [--again]

Plays the scenarios to a real control plane with three nodes of 4 CPUs and 8 GiB (node-1, node-2, node-3) that KWOK plays.
--only   scenarios whose names contain TEXT; the others stay in the file as they are
--list   the scenarios to play: ${Object.keys(recordings).join('; ')} (default workloads)
--lanes  how many are played side by side (default 8)
--again  what the file has of a scenario stays, beside what it comes to now: chance may decide otherwise
--missing  only those that are not in the file yet
--alone, --together  only those that are played while no other is, or only the others`

const { values } = parseArgs({
  options: {
    kubeconfig: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    lanes: { type: 'string', default: '8' },
    list: { type: 'string', default: 'workloads' },
    missing: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})
const { kubeconfig, out } = values
const scenarios = recordings[values.list]?.scenarios
if (kubeconfig === undefined || out === undefined || scenarios === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else await recordAll(kubeconfig, out, scenarios)

async function recordAll(from: string, file: string, scenarios: readonly Scenario[]): Promise<void> {
  const server = connect(from)
  // The format written below.
  const before = existsSync(file) ? (JSON.parse(gunzipSync(readFileSync(file)).toString()) as readonly Played[]) : []
  const played = new Map(groupBy(before, ({ name }) => name))
  const chosen = scenarios.filter(({ name }) => name.includes(values.only) && !(values.missing && played.has(name)))
  const record = async (scenario: Scenario) => {
    try {
      const now = await play(server, scenario)
      played.set(scenario.name, [...(values.again ? (played.get(scenario.name) ?? []) : []), now])
      console.log(`${scenario.name}`)
    } catch (error) {
      console.error(`${scenario.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
    write(file, played)
  }
  const waiting = values.alone ? [] : chosen.filter(({ alone }) => !alone)
  await Promise.all(
    Array.from({ length: Number(values.lanes) }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await record(next)
    }),
  )
  const lonely = values.together ? [] : chosen.filter(({ alone }) => alone)
  for (const scenario of lonely) await record(scenario)
}

function write(file: string, played: ReadonlyMap<string, readonly Played[]>): void {
  writeFileSync(file, gzipSync(JSON.stringify([...played.values()].flat()), { level: 9 }))
}
