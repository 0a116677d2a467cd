// Records the output of kubectl against a cluster with real controllers; see docs/design/recordings.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { parseArgs } from 'node:util'
import { kubectlBinary } from '../../clients/setup/binaries.js'
import { openShell } from '../../clients/support/shell.js'
import { stories } from './commands.js'
import { playCommands } from './play.js'

const USAGE = `tsx test/conformance/transcripts/record.ts --kubeconfig FILE --server URL --out FILE

Plays the commands to a real control plane with three nodes of 4 CPUs and 8 GiB (node-1, node-2, node-3) that KWOK plays.`

const { values } = parseArgs({
  options: { kubeconfig: { type: 'string' }, server: { type: 'string' }, out: { type: 'string' } },
})
const { kubeconfig, server, out } = values
if (kubeconfig === undefined || server === undefined || out === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else await recordAll(readFileSync(kubeconfig, 'utf8'), server, out)

async function recordAll(from: string, url: string, file: string): Promise<void> {
  const kubectl = await kubectlBinary('v33')
  const recorded = []
  // In sequence, as a node drained by one story would affect another.
  for (const story of stories) {
    const ends: (() => unknown)[] = []
    const shell = await openShell(from, (end) => void ends.push(end))
    const prints = await playCommands(story, (args, files) => shell.run(kubectl, args, { files }), url)
    recorded.push({ ...story, prints })
    for (const end of ends.toReversed()) await end()
    console.log(story.transcript)
  }
  writeFileSync(file, gzipSync(JSON.stringify(recorded), { level: 9 }))
}
