import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isForCaller } from '../../../base/errors/call-site.js'
import { LoadError } from '../../../base/input/load-error.js'
import { BundleError } from '../../../cluster/bundle/bundle-error.js'
import type { Bundle } from '../../../cluster/bundle/types.js'
import { xml } from '../../../base/text/markup.js'
import { diffVersions } from '../../../cluster/upgrade/diff-versions.js'
import { stringifyJson } from '../../../base/json/json.js'
import { formatUpgrade, manyOf, summaryOf } from '../../../cluster/upgrade/formats.js'
import {
  type UpgradeFinding,
  type UpgradeLevel,
  type UpgradeReport,
  upgradeLevels,
} from '../../../cluster/upgrade/types.js'
import { readBundleFile } from '../../bundle/read-file.js'
import { StartError } from '../../failure.js'
import { writeOver } from '../../files/write.js'
import type { StartOptions } from '../../options.js'
import { startCluster } from '../../start.js'
import { parseLine } from '../command.js'
import type { CommandIo } from '../commands.js'
import { isAny, runnerOf } from '../run-command.js'
import { type Ended, accessTo, runProgram } from '../run-program.js'
import { optionsOf } from '../start-command.js'
import { UsageError } from '../usage-error.js'
import { upgradeCommand } from './command.js'

/**
 * Runs the words after `upgrade` and returns the exit code: 1 with findings as serious as `--fail-on` says, 2 if it
 * could not run.
 */
export const runUpgrade = runnerOf(
  upgradeCommand,
  (error) => (isAny(error, UsageError, StartError, LoadError, BundleError) || isForCaller(error) ? 2 : undefined),
  async (argv, io: CommandIo) => {
    const { report, output, page, failOn } = await upgraded(argv, io)
    if (page !== undefined) writeOver(page, upgradePage(report), { isSecret: false })
    io.out(output === 'json' ? stringifyJson(report, 2) : formatUpgrade(report))
    return fails(report, failOn) ? 1 : 0
  },
)

const fails = ({ findings }: UpgradeReport, failOn: UpgradeLevel | 'never'): boolean =>
  failOn !== 'never' && findings.some(({ level }) => upgradeLevels.indexOf(level) <= upgradeLevels.indexOf(failOn))

const EXAMPLE = 'fakecluster upgrade --from 1.35 --to 1.37 -- npm test'

async function upgraded(argv: readonly string[], io: CommandIo) {
  const { values, program } = parseLine(upgradeCommand, argv)
  const { from, to, journal, failOn = 'dropped', output, report: page, within = 600_000, ...starting } = values
  const [name, ...args] = program
  if (from === undefined || to === undefined) throw new UsageError(`name the two versions: ${EXAMPLE}.`)
  if ((name === undefined) === (journal === undefined))
    throw new UsageError(`name either the command to run, after --, or the --journal of a run: ${EXAMPLE}.`)
  const report =
    name === undefined
      ? await diffVersions(await readBundleFile(journal ?? ''), { from, to })
      : await runBoth({ command: [name, ...args], from, to, within, options: optionsOf(starting) }, io)
  return { report, output, page, failOn }
}

/** A command that is run against both versions. */
type Both = {
  readonly command: readonly [string, ...string[]]
  readonly from: string
  readonly to: string
  readonly within: number
  readonly options: StartOptions
}

/** Runs a command against a server of each version, and sends the requests of the first run to both. */
async function runBoth({ from, to, ...both }: Both, io: CommandIo): Promise<UpgradeReport> {
  const { progress = () => undefined } = io
  try {
    progress(`Run against ${from} …`)
    const { ended: first, bundle } = await runOnce(both, from, io)
    if (first.error !== undefined || first.hung) {
      io.err(first.output.trimEnd())
      throw new StartError(`The command ${howOf(first)} with ${from} already; it has to end with 0.`)
    }
    progress(`Run against ${to} …`)
    const { ended: second } = await runOnce(both, to, io)
    progress('Comparing …')
    const report = await diffVersions(bundle, { from, to })
    return { ...report, findings: [...failureOf(second, to), ...report.findings] }
  } finally {
    progress('')
  }
}

const howOf = ({ error, hung }: Ended): string => (hung ? 'never ends' : (error ?? 'ends with 0'))

/** Returns the finding that the command fails with the second version, if it does. */
function failureOf(ended: Ended, to: string): readonly UpgradeFinding[] {
  if (ended.error === undefined && !ended.hung) return []
  const what = `the command ${howOf(ended)} with ${to}`
  return [{ level: 'fails', what, after: ended.output.trimEnd(), requests: [], consequences: 0 }]
}

/** All that a run does is kept. */
const WHOLE = {
  journal: { requests: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER, wholeBodies: true },
  history: { changes: 10_000_000, bytes: Number.MAX_SAFE_INTEGER },
} as const

type Once = { readonly ended: Ended; readonly bundle: Bundle }

/** Runs a command against a server of a version, made for that. */
async function runOnce(
  { command, within, options }: Omit<Both, 'from' | 'to'>,
  kubernetesVersion: string,
  { env, signal }: CommandIo,
): Promise<Once> {
  const folder = await mkdtemp(join(tmpdir(), 'fakecluster-'))
  try {
    await using server = await startCluster({
      ...{ seed: 1, clock: 'system', ...options, port: 0, ...WHOLE, kubernetesVersion },
    })
    const access = accessTo({ ...server, token: options.token }, folder)
    const ended = await runProgram({ command, env: { ...env, ...access }, within, signal })
    return { ended, bundle: await server.cluster.bundle({ secrets: true }) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Formats a report as a page that needs nothing else. */
export function upgradePage(report: UpgradeReport): string {
  const { from, to, findings } = report
  const title = xml(`From Kubernetes ${from} to ${to}`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #8885; padding: .4em .8em .4em 0; text-align: left; vertical-align: top; overflow-wrap: anywhere }
code, pre { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; margin: 0 }
</style>
<h1>${title}</h1>
<p>${xml(summaryOf(report))}</p>
<table>
<thead><tr><th scope="col">Level</th><th scope="col">Finding</th><th scope="col">${xml(from)}</th><th scope="col">${xml(to)}</th><th scope="col">Requests</th></tr></thead>
<tbody>
${findings.map(rowOf).join('\n')}
</tbody>
</table>
</html>
`
}

function rowOf(finding: UpgradeFinding): string {
  const { level, what, before, after, requests } = finding
  const listed = requests.map(({ sequence, method, path }) => `#${sequence} ${method} ${path}`)
  const more = finding.consequences > 0 ? [manyOf({ ...finding, requests: [] }).join('')] : []
  const cells = [
    xml(level),
    xml(what),
    ...[before, after].map((value) => (value === undefined ? '' : `<pre>${xml(pageValue(value))}</pre>`)),
    [...listed, ...more].map((line) => `<code>${xml(line)}</code>`).join('<br>'),
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

const pageValue = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value, 2))
