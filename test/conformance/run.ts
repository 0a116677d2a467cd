import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FIGURED, countSpecs, figureTables, withFigures } from '../docs/figures.js'
import type { Compared } from './compare.js'
import { type Chosen, atAddress, inProcess, overSocket, replay, runs } from './replay.js'
import { type Reached, type Share, countShares, fallen, readShares, shareOf, writeShares } from './shares.js'
import { playTranscripts, transcripts } from './transcripts.js'
import { recordings } from './workloads/recordings.js'
import { replayWorkloads } from './workloads/replay.js'

const USAGE = `npm run conformance -- [RUN…] [--kubernetes-version V] [--only TEXT] [--show N] [--json FILE] [--write] [--socket | --url URL [--token TOKEN]]

Plays the recorded stories and says how many replies are identical to the real server's; "kubectl" and "kubectl, workloads" have a kubectl,
which is installed, print what it makes of them. A story of "workloads" is the same where all there is after each of its steps is.
RUN      ${[...runs.map(({ name }) => name), ...Object.keys(recordings), ...Object.keys(transcripts)].map((name) => `"${name}"`).join(', ')}; all when none is named
--kubernetes-version  what is recorded from servers of that version (default all)
--only   stories whose name contains TEXT (Kind/topic)
--show   the first N replies that differ, member by member
--json   every reply that differs, into FILE
--write  raises shares.json to what was reached, and the figures in README and docs/departures.md
--socket over HTTP to a server for each kind, in place of clusters in this process
--url    to the fresh server at that address, in real time; it has the run's profile and gates (not those of kubectl)`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'kubernetes-version': { type: 'string' },
    only: { type: 'string' },
    show: { type: 'string', default: '0' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    socket: { type: 'boolean', default: false },
    url: { type: 'string' },
    token: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const open = values.url === undefined ? (values.socket ? overSocket : inProcess) : atAddress(values.url, values.token)
const ofVersion = values['kubernetes-version']
const playable = [
  ...runs
    .filter(({ version }) => ofVersion === undefined || version === ofVersion)
    .map((run) => ({ name: run.name, play: (isChosen: Chosen) => replay(run, open, isChosen) })),
  ...(values.url === undefined
    ? Object.entries(recordings)
        .filter(([, { version = '1.33' }]) => (ofVersion ?? version) === version)
        .map(([name, recording]) => ({ name, play: (isChosen: Chosen) => replayWorkloads(recording, isChosen) }))
    : []),
  ...(values.url === undefined && (ofVersion ?? '1.33') === '1.33'
    ? [
        ...Object.entries(transcripts).map(([name, recording]) => ({
          name,
          play: (isChosen: Chosen) => playTranscripts(name, recording, isChosen),
        })),
      ]
    : []),
]
const unknown = positionals.filter((name) => !playable.some((run) => run.name === name))
if (values.help || unknown.length > 0 || (values.write && values.only !== undefined)) {
  console.error(USAGE)
  process.exit(2)
}

const reached: Record<string, Reached> = {}
const differing: (Compared & { readonly run: string })[] = []
for (const { name, play } of playable.filter((run) => positionals.length === 0 || positionals.includes(run.name))) {
  const compared = await play((story) => story.includes(values.only ?? ''))
  reached[name] = countShares(compared)
  const others = compared.filter(({ verdict }) => verdict !== 'same')
  differing.push(...others.map((reply) => ({ run: name, ...reply })))
  print(name, compared, others.slice(0, Number(values.show)))
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ reached, differing }, null, 1))
if (values.write) raise(reached)

function print(name: string, compared: readonly Compared[], shown: readonly Compared[]): void {
  const { kind, topic } = countShares(compared)
  console.log(`\n${name}`)
  for (const { story, step, verdict, differences } of shown)
    console.log(
      `\n${story} · step ${step}${verdict === 'owners' ? ' (managedFields)' : ''}\n  ${differences.slice(0, 12).join('\n  ')}`,
    )
  for (const [part, shares] of Object.entries({ kind, topic })) {
    console.log(`\nby ${part}`)
    const worst = Object.entries(shares).sort(
      ([, a], [, b]) => a.same / a.all - b.same / b.all || a.sameButOwners / a.all - b.sameButOwners / b.all,
    )
    for (const [what, share] of worst) console.log(`  ${line(share)}  ${what}`)
  }
  console.log(`\nidentical  without managedFields\n  ${line(shareOf(compared))}  ${name}`)
}

function line({ all, same, sameButOwners }: Share): string {
  const percent = (count: number) => `${((100 * count) / all).toFixed(1)}%`.padStart(6)
  return `${percent(same)} ${String(same).padStart(5)}  ${percent(sameButOwners)} ${String(sameButOwners).padStart(5)} of ${String(all).padEnd(5)}`
}

function raise(reached: Readonly<Record<string, Reached>>): void {
  const before = readShares()
  for (const [name, now] of Object.entries(reached)) {
    const lower = before[name] ? fallen(before[name], now) : []
    if (lower.length > 0) console.log(`\n${name}: these are lower than before\n  ${lower.join('\n  ')}`)
  }
  writeShares({ ...before, ...reached })
  const tables = figureTables(readShares(), countSpecs())
  for (const name of FIGURED) writeFileSync(name, withFigures(readFileSync(name, 'utf8'), tables))
}
