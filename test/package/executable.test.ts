import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { cache, root, run } from './install.js'

// What `npm run build:executable` makes, run from an empty folder where there is no Node.js.

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const folder = mkdtempSync(join(tmpdir(), 'fakecluster-executable-'))
const executable = join(folder, 'built/fakecluster-linux-x64')
const empty = join(folder, 'empty')
const env = { PATH: join(folder, 'no-programs'), HOME: empty }
const started: ChildProcess[] = []

beforeAll(async () => {
  await run(process.execPath, [join(root, 'tools/executable/build.js'), '--out', join(folder, 'built')], folder)
  mkdirSync(empty)
})
afterEach(async () => {
  for (const child of started.splice(0)) await ended(child, 'SIGTERM')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function ended(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  server.close()
  return port
}

/** A program that listens, and what it has printed. */
type Listening = { readonly url: string; readonly child: ChildProcess; readonly said: () => string }

/** Starts a program and resolves once it prints that it listens. */
async function listening(program: string, flags: readonly string[]): Promise<Listening> {
  const child = spawn(program, flags, { cwd: empty, env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (data: unknown) => {
      said += String(data)
      const [, found] = /listens on (https?:\/\/\S+\d)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
  })
  return { url, child, said: () => said }
}

const serve = (...flags: readonly string[]) => listening(executable, ['--port', '0', ...flags])

/** Runs the executable to its end and returns what it printed. */
const outputOf = (...words: readonly string[]): string =>
  execFileSync(executable, words, { cwd: empty, env, encoding: 'utf8' })

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const platforms = [
  ['linux-x64', 'fakecluster-linux-x64', 'bin/node', '7f454c46'],
  ['linux-arm64', 'fakecluster-linux-arm64', 'bin/node', '7f454c46'],
  ['win-x64', 'fakecluster-win-x64.exe', 'bin/node.exe', '4d5a'],
] as const

// The executable of one platform builds those of the others.
describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('executables', () => {
  test.each(platforms)('%s: the runtime and 8 MB', (platform, name, program, magic) => {
    const file = join(folder, 'built', name)
    const home = readFileSync(join(root, 'tools/executable/build.js'), 'utf8')
    const [, node] = /^const NODE = '(.+)'$/m.exec(home) ?? []
    const runtime = join(cache, 'executable', `${platform}-${node}`, 'node_modules', `node-${platform}`, program)
    expect(statSync(file).size - statSync(runtime).size).toBeLessThan(8e6)
    const bytes = readFileSync(file)
    expect(bytes.subarray(0, magic.length / 2).toString('hex')).toBe(magic)
    expect(bytes.includes('dist/inspector/index.html')).toBe(true)
  })

  test('less than 45 MB, compressed', () => {
    const packed = execFileSync('sh', ['-c', `xz -1 -c "${executable}" | wc -c`], { encoding: 'utf8' })
    expect(Number(packed)).toBeLessThan(45e6)
  })

  test('the licences of all that they contain are beside them', () => {
    const text = readFileSync(join(folder, 'built/THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['immer', 'ws', 'selfsigned', '@peculiar/x509', 'Node.js']) expect(text).toContain(`${name} `)
  })

  test('names its version, which a link to it does too', () => {
    expect(outputOf('--version')).toBe(`${version}\n`)
    execFileSync('ln', ['-s', executable, join(folder, 'fakecluster')])
    expect(execFileSync(join(folder, 'fakecluster'), ['--version'], { env, encoding: 'utf8' })).toBe(`${version}\n`)
  })

  test('serves fixtures, the inspector and control, which its own ctl asks', async () => {
    const { url } = await serve('--fixtures', join(root, 'fixtures/scenarios/team-shop'), '--nodes', '1')
    const table = await fetch(`${url}/api/v1/namespaces/kube-system/serviceaccounts?limit=500`, {
      headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' },
    })
    expect(await table.json()).toMatchObject({ kind: 'Table' })
    expect(await (await fetch(`${url}/openapi/v3/apis/apps/v1`)).text()).toContain('Deployment enables declarative')
    const page = await fetch(`${url}/_fakecluster/`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toMatch(/^<!doctype html>/i)
    expect(outputOf('ctl', '--server', url, 'journal')).toMatch(
      /GET +\/api\/v1\/namespaces\/kube-system\/serviceaccounts/,
    )
  })

  test('serves TLS and WebSockets, whose packages it contains', async () => {
    const { url, said } = await serve('--tls', '--token', 'secret')
    const watch = new WebSocket(`${url.replace('https', 'wss')}/api/v1/namespaces?watch=1`, {
      rejectUnauthorized: false,
      origin: url,
      headers: { authorization: 'Bearer secret' },
    })
    const [event] = (await once(watch, 'message')) as [Buffer]
    watch.terminate()
    expect(JSON.parse(String(event))).toMatchObject({ type: 'ADDED', object: { kind: 'Namespace' } })
    expect(said()).not.toContain('Warning')
  })

  test('keeps its state after a crash', async () => {
    const first = await serve('--state', join(empty, 'state'), '--state-sync', 'always')
    expect((await post(`${first.url}/api/v1/namespaces`, { metadata: { name: 'shop' } })).status).toBe(201)
    await ended(first.child, 'SIGKILL')
    const again = await serve('--state', join(empty, 'state'))
    expect((await fetch(`${again.url}/api/v1/namespaces/shop`)).status).toBe(200)
  })

  test('assets writes programs that run it', async () => {
    outputOf('assets', '--dir', 'bin')
    const program = join(empty, 'bin/kube-apiserver')
    expect(readFileSync(program, 'utf8')).toContain(executable)
    expect(execFileSync(program, ['--help'], { env, encoding: 'utf8' })).toContain('--etcd-servers')
    const etcd = spawn(join(empty, 'bin/etcd'), [`--listen-client-urls=http://127.0.0.1:${await freePort()}`], { env })
    started.push(etcd)
    const flags = ['--cert-dir', join(empty, 'certs'), '--secure-port', String(await freePort())]
    const { url } = await listening(program, [...flags, '--bind-address', '127.0.0.1'])
    expect(url).toMatch(/^https:/)
    expect(etcd.exitCode).toBeNull()
  })

  test('upgrade runs a command against two versions', () => {
    const agent = join(empty, 'agent.mjs')
    writeFileSync(
      agent,
      `const reply = await fetch(process.env.FAKECLUSTER_URL + '/apis/resource.k8s.io/v1/deviceclasses')
await reply.text()
`,
    )
    const report = execFileSync(
      'sh',
      [
        '-c',
        '"$@"; true',
        'sh',
        executable,
        'upgrade',
        '--from',
        '1.33',
        '--to',
        '1.35',
        '--',
        process.execPath,
        agent,
      ],
      { cwd: empty, encoding: 'utf8', env: { ...env, PATH: process.env['PATH'] } },
    )
    expect(report).toContain('deviceclasses')
  })

  test('what cannot be built is told', async () => {
    const tool = join(root, 'tools/executable/build.js')
    await expect(run(process.execPath, [tool, 'solaris'], folder)).rejects.toThrow(
      /solaris cannot be built here, but linux-x64, linux-arm64, win-x64/,
    )
  })
})
