import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubectlBinary } from '../clients/setup/binaries.js'
import { startCluster } from '../../src/node.js'
import { type Outcome, parseReport } from './junit.js'
import { suiteProgram } from './programs.js'
import type { SpecsVersion } from './specs.js'
import { createWebhookProcesses } from './webhook-processes.js'

// The suite needs a schedulable node to start, and some specs need several.
const NODES = 3

const KUBECTLS = { '1.33': 'v33', '1.37': 'v35' } as const

/**
 * Runs specs in sequence against a server of their own, and returns the outcome of each. Specs that still run after
 * `minutes` are interrupted.
 */
export async function runSpecs(
  version: SpecsVersion,
  specs: readonly string[],
  minutes: number,
): Promise<ReadonlyMap<string, Outcome>> {
  const program = await suiteProgram(version)
  const kubectl = await kubectlBinary(KUBECTLS[version])
  const home = await mkdtemp(join(tmpdir(), 'fakecluster-official-'))
  using webhooks = await createWebhookProcesses(home)
  const { services, controller } = webhooks
  await using server = await startCluster({
    kubernetesVersion: version,
    nodes: NODES,
    services,
    controllers: ['default', controller],
  })
  try {
    const kubeconfig = join(home, 'kubeconfig')
    await writeFile(kubeconfig, server.kubeconfig)
    const printed = await runToEnd(home, program, [
      `--kubeconfig=${kubeconfig}`,
      '--provider=skeleton',
      '--allowed-not-ready-nodes=-1',
      `--kubectl-path=${kubectl}`,
      `--ginkgo.focus=${specs.map(toPattern).join('|')}`,
      `--ginkgo.timeout=${minutes}m`,
      '--ginkgo.no-color',
      `--report-dir=${home}`,
    ])
    const report = await readFile(join(home, 'junit_01.xml'), 'utf8').catch((cause: unknown) => {
      throw new Error(`the suite wrote no report:\n${printed.slice(-5000)}`, { cause })
    })
    const outcomes = parseReport(report)
    if (outcomes.size === 0) throw new Error(`the suite ran none of ${specs.length} specs:\n${printed.slice(-5000)}`)
    return outcomes
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

// Only labels may follow the name, as some names are prefixes of others.
const toPattern = (spec: string) => `${spec.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}( \\[[^\\]]+\\])*$`

/** Runs a program to its end, whatever its exit code, and returns what it printed. */
function runToEnd(home: string, program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
    child.on('error', reject)
    child.on('close', () => resolve(printed))
  })
}
