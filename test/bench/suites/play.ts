import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { chmod, cp, readFile, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { cache, once } from '../../clients/setup/install.js'
import { run } from '../../package/install.js'
import type { Project } from './projects.js'

/** A package's tests, compiled, the folder that they run in, and flags and variables of their own. */
export type Suite = {
  readonly program: string
  readonly folder: string
  readonly isGinkgo: boolean
  readonly flags: readonly string[]
  readonly env: { readonly [name: string]: string }
}

/** Compiles the tests of a project's packages, on first use, and returns them by package. */
export async function suitesOf(project: Project): Promise<ReadonlyMap<string, Suite>> {
  const { module, version, packages, flags = [], copies = {}, links = {}, variables = {} } = project
  const folder = join(cache, 'suites', `${module.replaceAll('/', '+')}@${version}`)
  mkdirSync(join(cache, 'suites'), { recursive: true })
  await once(folder, async (fresh) => {
    await copyModule(await moduleFolder(`${module}@${version}`, fresh), fresh)
    await dropMissingReplacements(fresh)
  })
  for (const [to, { module: source, from, without }] of Object.entries(copies)) {
    if (existsSync(join(folder, to))) continue
    await copyModule(join(await moduleFolder(source, folder), from), join(folder, to))
    if (without !== undefined) await rm(join(folder, to, without), { force: true })
  }
  for (const [link, target] of Object.entries(links))
    if (!existsSync(join(folder, link))) await symlink(target, join(folder, link))
  const env = Object.fromEntries(Object.entries(variables).map(([name, path]) => [name, join(folder, path)]))
  const suites = new Map<string, Suite>()
  for (const name of packages) {
    const program = join(folder, '.suites', `${name.replaceAll('/', '+')}.test`)
    if (!existsSync(program))
      await run('go', ['test', '-mod=mod', '-vet=off', '-c', '-o', program, `./${name}`], folder)
    // Its symbol is there if it is called; some start their servers where they are asked by -help.
    const isGinkgo = (await readFile(program)).includes('onsi/ginkgo/v2.RunSpecs')
    suites.set(name, { program, folder: join(folder, name), isGinkgo, flags, env })
  }
  return suites
}

/** Returns the folder of a module: `path@version`, or the path alone for the version that the module in `folder` needs. */
async function moduleFolder(module: string, folder: string): Promise<string> {
  const said = await run('go', ['mod', 'download', '-json', module], folder)
  const json = said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1) // it may tell of downloads
  return (JSON.parse(json) as { readonly Dir: string }).Dir // as `go help` says
}

/** What `go mod edit -json` tells of a replaced module. */
type Replaced = { readonly Old: { readonly Path: string }; readonly New: { readonly Path: string } }

/** Takes modules as released where a go.mod names a folder of the repository for them, which is not in the module. */
async function dropMissingReplacements(folder: string): Promise<void> {
  const said = await run('go', ['mod', 'edit', '-json'], folder)
  const { Replace } = JSON.parse(said) as { readonly Replace: readonly Replaced[] | null } // as `go help` says
  const missing = (Replace ?? []).filter(({ New }) => New.Path.startsWith('.') && !existsSync(join(folder, New.Path)))
  for (const { Old } of missing) await run('go', ['mod', 'edit', `-dropreplace=${Old.Path}`], folder)
}

/** Copies files of a module, which are read-only in the cache. */
async function copyModule(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true })
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

/** How a suite went. */
export type Outcome = {
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  readonly wallMs: number
  /** Processor time of the servers' processes. */
  readonly serverCpuMs: number
}

/** Runs a suite with the programs of a folder; what it prints is kept in `log`. */
export async function play(
  { program, folder, isGinkgo, flags: own, env }: Suite,
  assets: string,
  log: string,
): Promise<Outcome> {
  const report = `${log}.json`
  const flags = ['-test.v', '-test.timeout=40m', ...(isGinkgo ? [`-ginkgo.json-report=${report}`] : []), ...own]
  const began = performance.now()
  const child = spawn(program, flags, {
    cwd: folder,
    // A busy machine takes longer than envtest waits.
    env: { ...process.env, ...env, KUBEBUILDER_ASSETS: assets, KUBEBUILDER_CONTROLPLANE_START_TIMEOUT: '2m' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => void pieces.push(piece))
  const cpu = new Map<number, number>()
  const watch = setInterval(() => noteCpu(assets, child.pid, cpu), SAMPLE_MS)
  await new Promise((resolve) => child.once('close', resolve))
  clearInterval(watch)
  const wallMs = performance.now() - began
  endServers(assets, [...cpu.keys()])
  const said = Buffer.concat(pieces).toString()
  writeFileSync(log, said)
  const serverCpuMs = [...cpu.values()].reduce((total, each) => total + each, 0)
  const specs = existsSync(report) ? fromReport(report) : undefined
  return { ...(specs && specs.passed.length + specs.failed.length > 0 ? specs : fromLines(said)), wallMs, serverCpuMs }
}

/** Servers run for seconds, so that what they do after the last look counts little. */
const SAMPLE_MS = 100
const SERVERS = ['etcd', 'kube-apiserver']
const TICK_MS = 10 // of proc(5), on Linux

/** Notes the processor time of each server that a test has started from the folder, by the id of its process. */
function noteCpu(assets: string, test: number | undefined, cpu: Map<number, number>): void {
  for (const id of readdirSync('/proc')) {
    if (!/^\d+$/.test(id)) continue
    try {
      if (!isServer(assets, Number(id))) continue
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (Number(fields[1]) === test) cpu.set(Number(id), (Number(fields[11]) + Number(fields[12])) * TICK_MS)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Tells whether a process is a server of the folder. @throws Error if there is no such process */
function isServer(assets: string, id: number): boolean {
  const started = readFileSync(`/proc/${id}/cmdline`, 'utf8')
  return SERVERS.some((name) => started.includes(join(assets, name)))
}

/** Ends the servers that a suite has left running, which others would be measured beside. */
function endServers(assets: string, ids: readonly number[]): void {
  for (const id of ids)
    try {
      if (isServer(assets, id)) process.kill(id, 'SIGKILL') // a kube-apiserver without its etcd does not end otherwise
    } catch {
      // It has ended.
    }
}

type Counted = Pick<Outcome, 'passed' | 'failed'>

type Spec = {
  readonly ContainerHierarchyTexts: readonly string[] | null
  readonly LeafNodeText: string
  readonly LeafNodeType: string
  readonly State: string
}

/** Counts the specs in a report of ginkgo. */
function fromReport(file: string): Counted {
  const [{ SpecReports }] = JSON.parse(readFileSync(file, 'utf8')) as [{ readonly SpecReports: readonly Spec[] | null }] // as ginkgo writes it
  const specs = (SpecReports ?? []).filter(({ LeafNodeType }) => LeafNodeType === 'It')
  const inState = (fits: (state: string) => boolean) =>
    specs
      .filter(({ State }) => fits(State))
      .map(({ ContainerHierarchyTexts, LeafNodeText }) => [...(ContainerHierarchyTexts ?? []), LeafNodeText].join(' '))
  return {
    passed: inState((state) => state === 'passed'),
    failed: inState((state) => !['passed', 'pending', 'skipped'].includes(state)),
  }
}

/** Counts the tests without subtests of their own, as they print themselves. */
function fromLines(said: string): Counted {
  const all = [...said.matchAll(/^\s*--- (PASS|FAIL): (\S+)/gm)]
  const leaves = all.filter(([, , name]) => !all.some(([, , other = '']) => other.startsWith(`${name}/`)))
  const named = (state: string) => leaves.flatMap(([, each, name = '']) => (each === state ? [name] : []))
  return { passed: named('PASS'), failed: named('FAIL') }
}
