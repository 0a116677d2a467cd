// Records what the controllers of a real server do; see CONTRIBUTING.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parseArgs } from 'node:util'
import { connect } from '../../../tools/record/connect.js'
import { play } from './play.js'
import type { Played, Scenario } from './scenario.js'
import { generated } from './generate.js'
import { scenarios } from './scenarios.js'

const USAGE = `tsx test/conformance/workloads/record.ts --kubeconfig FILE --out FILE [--only TEXT] [--lanes N] [--generated]

Plays the scenarios to a real control plane with three nodes of 4 CPUs and 8 GiB (node-1, node-2, node-3) that KWOK plays.
--only   scenarios whose names contain TEXT; the others stay in the file as they are
--generated  those that chance put together, in place of those somebody thought of
--lanes  how many are played side by side (default 8)`

const { values } = parseArgs({
  options: {
    kubeconfig: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    lanes: { type: 'string', default: '8' },
    generated: { type: 'boolean', default: false },
  },
})
const { kubeconfig, out } = values
if (kubeconfig === undefined || out === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else await recordAll(kubeconfig, out)

async function recordAll(from: string, file: string): Promise<void> {
  const server = connect(from)
  const before = existsSync(file) ? (JSON.parse(gunzipSync(readFileSync(file)).toString()) as readonly Played[]) : [] // as written below
  const played = new Map(before.map((one) => [one.name, one]))
  const chosen = (values.generated ? generated : scenarios).filter(({ name }) => name.includes(values.only))
  const record = async (scenario: Scenario) => {
    try {
      played.set(scenario.name, await play(server, scenario))
      console.log(`${scenario.name}`)
    } catch (error) {
      console.error(`${scenario.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
    write(file, played)
  }
  const waiting = chosen.filter(({ alone }) => !alone)
  await Promise.all(
    Array.from({ length: Number(values.lanes) }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await record(next)
    }),
  )
  for (const scenario of chosen.filter(({ alone }) => alone)) await record(scenario)
}

function write(file: string, played: ReadonlyMap<string, Played>): void {
  writeFileSync(file, gzipSync(JSON.stringify([...played.values()]), { level: 9 }))
}
