import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './install.js'
import { packedTarball } from './tarball.js'

// Runs the steps of action.yml with bash, as a runner would.

type Step = {
  readonly id?: string
  readonly if?: string
  readonly run?: string
  readonly env?: { readonly [name: string]: string }
}
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  readonly inputs: { readonly [name: string]: { readonly default: string } }
  readonly runs: { readonly steps: readonly Step[] }
}

let folder: string
const fileOf = (name: string) => join(folder, name)
const pairsIn = (name: string) =>
  Object.fromEntries(
    readFileSync(fileOf(name), 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

function begin() {
  folder = mkdtempSync(join(tmpdir(), 'fakecluster-action-'))
  for (const name of ['env', 'output']) writeFileSync(fileOf(name), '')
}

afterEach(() => {
  const log = fileOf('fakecluster/log')
  const [, port] = existsSync(log) ? (/ listens on \S+:(\d+)/.exec(readFileSync(log, 'utf8')) ?? []) : []
  // The server goes on after its step, until the job of a runner ends.
  if (port !== undefined) execFileSync('sh', ['-c', `fuser -k ${port}/tcp || true`], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a step with inputs, and resolves with what it printed. */
async function runStep(id: string, inputs: { readonly [name: string]: string }): Promise<string> {
  const step = action.runs.steps.find((each) => each.id === id)
  const valueOf = (expression: string) =>
    expression.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => inputs[name] ?? action.inputs[name]!.default)
  const { stdout, stderr } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', step?.run ?? 'false'], {
    env: {
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], npm_config_prefer_offline: 'true' },
      ...{ RUNNER_TEMP: folder, GITHUB_ACTION_PATH: root, GITHUB_ENV: fileOf('env'), GITHUB_OUTPUT: fileOf('output') },
      ...pairsIn('env'),
      ...Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, valueOf(value)])),
    },
  })
  return stdout + stderr
}

test('it starts a cluster with flags, exports its kubeconfig, and writes a bundle of it', async () => {
  begin()
  const flags = `--token 'a"b' --nodes 1 --allow-host a.example`
  expect(await runStep('start', { package: packedTarball(), flags })).toContain('listens on')
  const { url, kubeconfig } = pairsIn('output') as { readonly url: string; readonly kubeconfig: string }
  expect(pairsIn('env')).toEqual({ KUBECONFIG: kubeconfig, FAKECLUSTER_SERVER: url })
  const config = parse(readFileSync(kubeconfig, 'utf8')) as {
    readonly clusters: readonly { readonly cluster: { readonly server: string } }[]
    readonly users: readonly { readonly user: { readonly token: string } }[]
  }
  expect([config.clusters[0]?.cluster.server, config.users[0]?.user.token]).toEqual([url, 'a"b'])
  const nodes = await fetch(`${url}/api/v1/nodes`, { headers: { authorization: 'Bearer a"b' } })
  expect(((await nodes.json()) as { readonly items: readonly unknown[] }).items).toHaveLength(1)

  await runStep('bundle', { bundle: 'run-1' })
  const { file } = pairsIn('output') as { readonly file: string }
  expect(file).toMatch(/run-1\.fakecluster\.html$/)
  expect(readFileSync(file, 'utf8')).toContain('id="bundle"')
})

test('the examples in the documentation give it inputs that it has, and flags that are there', () => {
  begin()
  const [, github = '', gitlab = ''] =
    /```yaml file=github\.yaml\n(.*?)```.*```yaml file=gitlab\.yaml\n(.*?)```/s.exec(
      readFileSync(join(root, 'docs/ci.md'), 'utf8'),
    ) ?? []
  const { jobs } = parse(github) as {
    readonly jobs: { readonly test: { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] } }
  }
  const given = jobs.test.steps.filter(({ uses = '' }) => uses.includes('fakecluster')).map((step) => step.with ?? {})
  expect(given.flatMap(Object.keys)).toEqual(['flags', 'bundle'])
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given.flatMap(Object.keys)))
  expect(Object.keys((parse(gitlab) as { readonly test: object }).test)).toContain('after_script')
})

test('it fails with the reason where it cannot start, and where there is nothing to bundle', async () => {
  begin()
  await expect(runStep('start', { package: packedTarball(), flags: '--no-such-flag' })).rejects.toMatchObject({
    stdout: expect.stringContaining('It could not start: fakecluster: There is no flag --no-such-flag') as string,
  })
  await expect(runStep('bundle', { bundle: 'x' })).rejects.toMatchObject({
    stdout: expect.stringContaining('No step has started a cluster') as string,
  })
})
