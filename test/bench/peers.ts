import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { goProgram } from '../official/programs.js'
import { root, run } from '../package/install.js'
import { median } from './numbers.js'

// npm run bench:peers [-- --rounds N]
// Plays one load to a real kube-apiserver with etcd and to `fakecluster`, both with TLS and a token, in turn, each a new server; and
// measures the fake clients of Go. Prints the rows of the table in docs/compared.md. The first run builds the real server: some minutes.

const ROUNDS = Number(/--rounds[ =](\d+)/.exec(process.argv.join(' '))?.[1] ?? 5)
const TOKEN = 'secret-of-the-bench'
const CONNECTIONS = 8
const LISTED = 500
const module = join(root, 'test/bench/peers')
const SPACE = '/api/v1/namespaces/default'
const MAPS = `${SPACE}/configmaps`
/** Where folders are that a disk should not slow down: in memory, where the system has such a place. */
const FOLDERS = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A server that answers: its processes, and how to end it. */
type Peer = { readonly processes: readonly ChildProcess[]; readonly port: number; readonly folder: string }
type Measured = {
  readonly startMs: number
  readonly memoryMb: number
  /** Processor time of the server's processes for each operation. */ readonly cpuUs: Readonly<Record<string, number>>
}

const programs = {
  etcd: await goProgram(module, 'etcd', './etcd'),
  apiserver: await goProgram(module, 'kube-apiserver', './kube-apiserver'),
  fakes: await goProgram(module, 'fakes', './fakes'),
}

/** Starts ours, with the authorization of the real one. */
async function ours(controllers: string): Promise<Omit<Peer, 'folder'>> {
  const port = await freePort()
  const flags = ['--port', `${port}`, '--tls', '--token', TOKEN, '--authorization-mode', 'RBAC']
  const program = [join(root, 'dist/cli.js'), ...flags, '--controllers', controllers]
  return { port, processes: [start(process.execPath, program)] }
}

const starts: Readonly<Record<string, (folder: string) => Promise<Omit<Peer, 'folder'>>>> = {
  fakecluster: () => ours('none'),
  'fakecluster, all controllers': () => ours('default'),
  async 'kube-apiserver and etcd'(folder) {
    const [port, client, peer] = [await freePort(), await freePort(), await freePort()]
    const urls = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`] as const
    const etcd = start(programs.etcd, [
      ...['--data-dir', join(folder, 'etcd'), '--log-level', 'error', '--unsafe-no-fsync'],
      ...['--listen-client-urls', urls[0], '--advertise-client-urls', urls[0]],
      ...['--listen-peer-urls', urls[1], '--initial-advertise-peer-urls', urls[1]],
      ...['--initial-cluster', `default=${urls[1]}`],
    ])
    const key = join(folder, 'service-account.key')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }))
    writeFileSync(join(folder, 'tokens.csv'), `${TOKEN},admin,1,system:masters\n`)
    const apiserver = start(programs.apiserver, [
      ...['--etcd-servers', urls[0], '--secure-port', `${port}`, '--bind-address', '127.0.0.1'],
      ...['--cert-dir', join(folder, 'certificates'), '--token-auth-file', join(folder, 'tokens.csv')],
      ...['--service-account-issuer', 'https://kubernetes.default.svc', '--service-account-key-file', key],
      ...['--service-account-signing-key-file', key, '--authorization-mode', 'RBAC'],
      ...['--service-cluster-ip-range', '10.96.0.0/16'],
    ])
    return { port, processes: [etcd, apiserver] }
  },
}

const start = (program: string, flags: readonly string[]) => spawn(program, flags, { stdio: 'ignore' })

/** Starts a server, plays the load to it, and ends it. */
async function measure(name: string): Promise<Measured> {
  const folder = mkdtempSync(join(FOLDERS, 'peers-'))
  const began = performance.now()
  const peer = { folder, ...(await starts[name]!(folder)) }
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, rejectUnauthorized: false })
  const ask = (method: string, path: string, body?: object) => asking({ port: peer.port, agent }, method, path, body)
  try {
    // A client can begin when the namespace is there and the server says that it is ready.
    for (let code = 0; code !== 200; await new Promise((resolve) => setTimeout(resolve, 20)))
      code = Math.max(await ask('GET', '/readyz'), await ask('GET', SPACE))
    const startMs = performance.now() - began
    // Pods need it, and only a controller makes it by itself.
    await ask('POST', `${SPACE}/serviceaccounts`, { metadata: { name: 'default' } })
    const cpuUs: Record<string, number> = {}
    for (const [what, { times, each }] of Object.entries(load)) {
      const before = cpuOf(peer)
      let next = 0
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          while (next < times) {
            const code = await each(ask, next++)
            if (code !== 200 && code !== 201) throw new Error(`${name} answered ${code} to ${what}`)
          }
        }),
      )
      cpuUs[what] = (cpuOf(peer) - before) / times
    }
    return { startMs, memoryMb: memoryOf(peer), cpuUs }
  } finally {
    agent.destroy()
    await Promise.all(peer.processes.map(ended))
    rmSync(folder, { recursive: true, force: true })
  }
}

type Ask = (method: string, path: string, body?: object) => Promise<number>

const configMap = (i: number) => ({ metadata: { name: `settings-${i}` }, data: { a: '1' } })

const pod = (i: number) => ({
  metadata: { name: `web-${i}`, labels: { app: 'web' } },
  spec: {
    containers: [
      {
        name: 'web',
        image: 'registry.example.com/web:1',
        env: [{ name: 'ZONE', value: 'a' }],
        ports: [{ name: 'http', containerPort: 8080 }],
        resources: { requests: { cpu: '100m', memory: '64Mi' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      },
    ],
  },
})

/** The requests, in this order; the first makes what the list shows. */
const load: Readonly<
  Record<string, { readonly times: number; readonly each: (ask: Ask, i: number) => Promise<number> }>
> = {
  'create, the first 500': { times: LISTED, each: (ask, i) => ask('POST', MAPS, configMap(i)) },
  'list of 500': { times: 100, each: (ask) => ask('GET', MAPS) },
  create: { times: 3000, each: (ask, i) => ask('POST', MAPS, configMap(LISTED + i)) },
  get: { times: 5000, each: (ask, i) => ask('GET', `${MAPS}/settings-${i % LISTED}`) },
  'merge patch': {
    times: 3000,
    each: (ask, i) => ask('PATCH', `${MAPS}/settings-${i % LISTED}`, { data: { a: `${i}` } }),
  },
  'create a pod': { times: 3000, each: (ask, i) => ask('POST', `${SPACE}/pods`, pod(i)) },
}

type Target = { readonly port: number; readonly agent: Agent }

/** Sends a request and returns the code of its reply, or 0 while nobody listens. */
const asking = ({ port, agent }: Target, method: string, path: string, body?: object): Promise<number> =>
  new Promise((resolve) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const headers = { authorization: `Bearer ${TOKEN}`, ...(body ? { 'content-type': type } : {}) }
    const sent = request({ host: '127.0.0.1', port, path, method, agent, headers }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body && JSON.stringify(body))
  })

// See proc(5): user and system time in ticks are the 14th and 15th field, after the name in parentheses.
const TICK_US = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

const cpuOf = ({ processes }: Peer): number =>
  processes.reduce((total, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return total + (Number(fields[11]) + Number(fields[12])) * TICK_US
  }, 0)

const memoryOf = ({ processes }: Peer): number =>
  processes.reduce((total, { pid }) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return total + Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  }, 0)

const ended = (child: ChildProcess) =>
  new Promise((resolve) => {
    if (child.exitCode !== null) resolve(undefined)
    child.once('exit', resolve)
    child.kill('SIGKILL')
  })

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** The figures of the fake clients, as test/bench/peers/fakes prints them. */
type Fake = { readonly name: string; readonly startMs: number; readonly us: Readonly<Record<string, number>> }

const found = new Map<string, Measured[]>(Object.keys(starts).map((name) => [name, []]))
const fakes: Fake[][] = []
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, rounds] of found) rounds.push(await measure(name))
  fakes.push(JSON.parse(await run(programs.fakes, [], root)) as Fake[]) // the program prints these
}

console.log(
  `Medians of ${ROUNDS} rounds in turn: Node.js ${process.version}, ${CONNECTIONS} connections with TLS and a token.\n`,
)
console.log(
  `| | start, ms | memory after the load, MB | ${Object.keys(load)
    .map((what) => `${what}, µs`)
    .join(' | ')} |`,
)
console.log(
  `| --- | --- | --- | ${Object.keys(load)
    .map(() => '---')
    .join(' | ')} |`,
)
for (const [name, rounds] of found) {
  const of = (pick: (measured: Measured) => number) => Math.round(median(rounds.map(pick)))
  const times = Object.keys(load).map((what) => of(({ cpuUs }) => cpuUs[what] ?? NaN))
  console.log(`| ${[name, of(({ startMs }) => startMs), of(({ memoryMb }) => memoryMb), ...times].join(' | ')} |`)
}
for (const [i, { name }] of (fakes[0] ?? []).entries()) {
  const of = (pick: (fake: Fake) => number) => Math.round(median(fakes.map((round) => pick(round[i]!))))
  const times = Object.keys(load).map((what) =>
    fakes[0]?.[i]?.us[what] === undefined ? '' : of(({ us }) => us[what]!),
  )
  console.log(`| ${[`${name}, in process`, of(({ startMs }) => startMs), '', ...times].join(' | ')} |`)
}
