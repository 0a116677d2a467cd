import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../../src/node/cli/main.js'
import { bundleCommand } from '../support/command.js'

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const { version } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as { version: string }
const folder = mkdtempSync(join(tmpdir(), 'fakecluster-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command until it returns, or stops it once it has printed where it listens. */
async function command(
  ...argv: string[]
): Promise<{ readonly code: number; readonly out: readonly string[]; readonly err: readonly string[] }> {
  const stop = new AbortController()
  const out: string[] = []
  const err: string[] = []
  const code = await run(argv, {
    out(line) {
      out.push(line)
      if (line.includes('listens on')) stop.abort()
    },
    err: (line) => err.push(line),
    signal: stop.signal,
  })
  return { code, out, err }
}

const greeting = async (...argv: string[]) =>
  (await command('--port', '0', ...argv)).out.map((line) => line.replaceAll(/:\d{4,5}(?!\d)/g, ':PORT'))

test('the greeting names the URL, the profile, and the command lines of kubectl and ctl', async () => {
  expect(await greeting()).toEqual([
    [
      `fakecluster ${version} listens on http://127.0.0.1:PORT`,
      '  profile  kubernetes (groups end in k8s.io)',
      '  kubectl  kubectl --server http://127.0.0.1:PORT get namespaces',
      '  control  fakecluster ctl --server http://127.0.0.1:PORT --help',
      '  inspect  http://127.0.0.1:PORT/_fakecluster/',
      '  note     pods need nodes: --nodes 3',
    ].join('\n'),
  ])
  expect(await greeting('--profile', 'kubernetes', '--tls', '--token', 'x')).toEqual([
    [
      `fakecluster ${version} listens on https://127.0.0.1:PORT`,
      '  profile  kubernetes (groups end in k8s.io)',
      '  kubectl  kubectl --server https://127.0.0.1:PORT --insecure-skip-tls-verify --token TOKEN get namespaces',
      '  control  fakecluster ctl --server https://127.0.0.1:PORT --insecure --token TOKEN --help',
      '  inspect  https://127.0.0.1:PORT/_fakecluster/#token=TOKEN',
      '  note     pods need nodes: --nodes 3',
    ].join('\n'),
  ])
})

test('the greeting has no note about nodes where there are some, or no controllers', async () => {
  const [bare] = await greeting()
  const [served] = await greeting('--nodes', '1')
  expect(served).toBe(bare?.replace(/\n  note .*/, ''))
  expect(await greeting('--controllers', 'none')).toEqual([served])
})

test('the greeting names the kubeconfig written, and warns of a token without TLS', async () => {
  const path = join(folder, 'kubeconfig')
  expect(await greeting('--kubeconfig', path, '--token', 'x')).toEqual([
    [
      `fakecluster ${version} listens on http://127.0.0.1:PORT`,
      '  profile  kubernetes (groups end in k8s.io)',
      `  kubectl  kubectl --kubeconfig ${path} get namespaces`,
      '  control  fakecluster ctl --server http://127.0.0.1:PORT --token TOKEN --help',
      '  inspect  http://127.0.0.1:PORT/_fakecluster/#token=TOKEN',
      '  note     pods need nodes: --nodes 3',
      '  note     kubectl sends a token only over HTTPS: add --tls',
    ].join('\n'),
  ])
  expect(readFileSync(path, 'utf8')).toContain('token: "x"')
})

test('--version and --help print and return 0', async () => {
  expect(await command('--version')).toEqual({ code: 0, out: [version], err: [] })
  expect((await command('--help')).out[0]).toMatch(/^Usage: fakecluster \[flags\]/)
})

test.each([
  [['--prot', '1'], 'There is no flag --prot. Did you mean --port?'],
  [
    ['--kubeconfig', file('package.json')],
    `The file ${file('package.json')} is not a kubeconfig, so it is not overwritten: name another path.`,
  ],
])('%j gives a one-sentence error and exit code 2', async (argv, sentence) => {
  expect(await command('--port', '0', ...argv)).toEqual({ code: 2, out: [], err: [`fakecluster: ${sentence}`] })
})

test.each([
  ['--runtime-config api/betta=true', 'runtimeConfig: unknown api groups api'],
  [
    '--feature-gates CoordinatedLeaderElection=true --runtime-config coordination.k8s.io/v1beta1=false',
    'runtimeConfig: the feature gate CoordinatedLeaderElection needs coordination.k8s.io/v1beta1',
  ],
  ['populate --pods 1000 --nodes 1', '1000 pods do not fit on 1 nodes, each of which takes 100; give nodes: 13'],
  ['populate --pods 10 --deployments 0', '10 pods need Deployments that own them; give deployments: 1 or more'],
])('%s: values that do not go together give one sentence and exit code 2', async (flags, says) => {
  expect(await command(...flags.split(' '), '--port', '0')).toEqual({ code: 2, out: [], err: [`fakecluster: ${says}`] })
})

test('a port in use gives a one-sentence error and exit code 2', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const sentence = `fakecluster: Port ${port} of 127.0.0.1 is taken: stop what listens there, or choose another port (0 picks a free one).`
  expect(await command('--port', String(port))).toEqual({ code: 2, out: [], err: [sentence] })
  other.close()
})

describe('as a process', () => {
  let bundled: Awaited<ReturnType<typeof bundleCommand>>
  beforeAll(async () => void (bundled = await bundleCommand()))
  afterAll(() => bundled.remove())

  const children: ChildProcess[] = []

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  const start = (...argv: string[]) => startAs(bundled.path, ...argv)

  function startAs(program: string, ...argv: string[]) {
    const child = spawn(process.execPath, [program, ...argv], {
      cwd: file('.'),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    children.push(child)
    const text = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.out += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.err += chunk))
    const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal, ...text }))
    const url = new Promise<string>((resolve, reject) => {
      child.stdout.on('data', () => {
        const found = /listens on (\S+)/.exec(text.out)
        if (found) resolve(found[1]!)
      })
      void ended.then(({ err }) => reject(new Error(err)))
    })
    url.catch(() => undefined)
    return { child, url, ended }
  }

  test.each(['SIGTERM', 'SIGINT'] as const)('%s exits with 0 and ends an open watch cleanly', async (signal) => {
    const { child, url, ended } = start('--port', '0')
    const watch = await fetch(`${await url}/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3Ddefault`)
    const text = watch.text()
    child.kill(signal)
    // As npx does, which passes on what the terminal sends too.
    child.kill(signal)
    // If it waited for its connections to close, it would outlast the test.
    expect(await ended).toMatchObject({ code: 0, signal: null, err: '' })
    expect(JSON.parse(await text)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'default' } } })
  })

  test('--clusters tells of each cluster', async () => {
    const { child, url, ended } = start('--port', '0', '--clusters', 'hub,east')
    await url
    child.kill('SIGTERM')
    const { code, out } = await ended
    expect(code).toBe(0)
    expect(out).toMatch(/^hub: fakecluster \S+ listens on [^]*\neast: fakecluster \S+ listens on /)
  })

  test('a signal ends a start that still reads, at once', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const { child, ended } = start('--port', '0', '--fixtures', pipe)
    // Opened once the other end is.
    await using _ = await open(pipe, 'w')
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: null, signal: 'SIGINT', out: '', err: '' })
  })

  test.each([
    ['ctl', 'settled'],
    ['import', '--out', 'nothing'],
    ['ctl', 'sweep', '--', 'true'],
  ])('a signal ends %s %s, which waits for an answer', async (...words) => {
    await using server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')
    const asked = once(server, 'connection')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // it listens
    const url = `http://127.0.0.1:${port}`
    const { child, ended } = start(...words.toSpliced(1, 0, '--server', url))
    await asked
    // A sweep, which has begun something on the server, ends at the second.
    child.kill('SIGTERM')
    const again = setInterval(() => child.kill('SIGTERM'), 100)
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM', out: '', err: '' })
    clearInterval(again)
  })

  test('--until-stdin-ends ends it with the program that started it', async () => {
    const { child, url, ended } = start('--port', '0', '--until-stdin-ends')
    await url
    child.stdin.end()
    expect(await ended).toMatchObject({ code: 0, signal: null, err: '' })
  })

  test('a wrong flag exits with 2, also when run through a symlink', async () => {
    const link = join(folder, 'fakecluster')
    symlinkSync(bundled.path, link)
    expect(await startAs(link, '--prot', '1').ended).toEqual({
      code: 2,
      signal: null,
      out: '',
      err: 'fakecluster: There is no flag --prot. Did you mean --port?\n',
    })
  })
})
