import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { kubectlBinary } from '../clients/setup/binaries.js'
import { goProgram } from '../official/programs.js'
import { ensureBuilt } from '../package/built.js'
import { root, run } from '../package/install.js'
import { median } from './numbers.js'
import { type Project, projects } from './suites/projects.js'
import { type Outcome, play, suitesOf } from './suites/play.js'

// npm run bench:suites [-- --only NAME,… --rounds N --show --kubernetes-version 1.37 --all --there DIR]
// Runs suites of Go projects that use envtest with a real etcd and kube-apiserver and with the programs of `fakecluster assets`, in turn. Prints
// the tables in docs/envtest.md, and with --show the tests that went otherwise. Those that are built for the version, or with --all also those for
// earlier ones. The first run builds the suites, and the real servers unless --there names a folder with an etcd and a kube-apiserver, which
// another version than 1.33 takes.

const option = (name: string) => new RegExp(`--${name}[ =](\\S+)`).exec(process.argv.join(' '))?.[1]
const ROUNDS = Number(option('rounds') ?? 3)
const only = option('only')?.split(',')
const version = option('kubernetes-version') ?? '1.33'
const takesAll = process.argv.includes('--all')
const builtFor = ({ kubernetes = '1.33' }: Project): string => kubernetes
const logs = mkdtempSync(join(tmpdir(), 'suites-'))

/** Makes a folder with the programs of each side. */
async function folders(): Promise<{ readonly there: string; readonly here: string }> {
  const [there, here] = [join(logs, 'there'), join(logs, 'here')]
  mkdirSync(there)
  for (const name of ['etcd', 'kube-apiserver']) symlinkSync(await realProgram(name), join(there, name))
  const kubectl = await kubectlBinary('v33')
  symlinkSync(kubectl, join(there, 'kubectl'))
  await ensureBuilt()
  await run(
    process.execPath,
    [join(root, 'dist/cli.js'), 'assets', '--dir', here, '--kubernetes-version', version],
    root,
  )
  execFileSync('ln', ['-sf', kubectl, join(here, 'kubectl')])
  return { there, here }
}

/** Returns the path of a real program. */
async function realProgram(name: string): Promise<string> {
  const folder = option('there')
  if (folder !== undefined) return resolve(folder, name)
  if (version !== '1.33')
    throw new Error(
      `only v1.33 is built here: name a folder with a real etcd and kube-apiserver v${version} by --there`,
    )
  return goProgram(join(root, 'test/bench/peers'), name, `./${name}`)
}

const assets = await folders()
const sides = ['there', 'here'] as const
type Side = (typeof sides)[number]

console.log(`| suite | tests passed there | here | wall time there, s | here | servers' CPU there, s | here |`)
console.log('| --- | --- | --- | --- | --- | --- | --- |')
for (const [name, project] of Object.entries(projects)) {
  const isPlayed = takesAll ? Number(builtFor(project)) <= Number(version) : builtFor(project) === version
  if (!isPlayed || (only !== undefined && !only.includes(name))) continue
  for (const [part, suite] of await suitesOf(project)) {
    const rounds: Record<Side, Outcome[]> = { there: [], here: [] }
    for (let round = 0; round < ROUNDS; round++)
      for (const side of sides) {
        const log = join(logs, `${name}-${part.replaceAll('/', '+')}-${side}-${round}`)
        rounds[side].push(await play(suite, assets[side], log))
      }
    const of = (side: Side, pick: (outcome: Outcome) => number) => median(rounds[side].map(pick))
    const seconds = (pick: (outcome: Outcome) => number) =>
      sides.map((side) => (of(side, pick) / 1000).toFixed(1)).join(' | ')
    const passed = sides.map((side) => of(side, (outcome) => outcome.passed.length)).join(' | ')
    const title = `${name} ${project.version}, \`${part}\``
    console.log(
      `| ${[title, passed, seconds(({ wallMs }) => wallMs), seconds(({ serverCpuMs }) => serverCpuMs)].join(' | ')} |`,
    )
    if (process.argv.includes('--show')) show(rounds)
  }
}
console.log(
  `\nMedians of ${ROUNDS} rounds in turn: Node.js ${process.version}, load ${loadavg()[0]?.toFixed(1)}. Output in ${logs}`,
)

/** Prints the tests that pass on one side only, in any round. */
function show(rounds: Readonly<Record<Side, readonly Outcome[]>>): void {
  for (const [side, other] of [['there', 'here'] as const, ['here', 'there'] as const]) {
    const failed = new Set(rounds[other].flatMap((outcome) => outcome.failed))
    const passed = new Set(rounds[side].flatMap((outcome) => outcome.passed))
    const never = rounds[other].every((outcome) => outcome.passed.length + outcome.failed.length === 0)
    for (const test of passed) if (failed.has(test) || never) console.log(`  passed ${side}, not ${other}: ${test}`)
  }
}
