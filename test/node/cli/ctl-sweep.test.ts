import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { StartOptions } from '../../../src/node/options.js'
import { startCluster } from '../../../src/node/start.js'
import { runCtl } from '../../../src/node/cli/ctl/run.js'

/** A program for another process: increments a counter, and repeats the request when it gets no answer. */
const PROGRAM = `
const url = process.env.FAKECLUSTER_URL + '/apis/coordination.k8s.io/v1/namespaces/default/leases/counter'
const persist = async (init) => {
  for (;;) {
    const reply = await fetch(url, init).catch(() => undefined)
    if (reply && (reply.ok || reply.status === 409)) return reply
  }
}
for (;;) {
  const lease = await (await persist()).json()
  lease.spec.leaseTransitions++
  const body = JSON.stringify(lease)
  if ((await persist({ method: 'PUT', headers: { 'Content-Type': 'application/json' }, body })).ok) break
}
`
const SETS = `
const url = process.env.FAKECLUSTER_URL + '/apis/coordination.k8s.io/v1/namespaces/default/leases/counter'
const headers = { 'Content-Type': 'application/merge-patch+json' }
for (let done = false; !done;)
  done = await fetch(url, { method: 'PATCH', headers, body: '{"spec":{"leaseTransitions":1}}' }).then((reply) => reply.ok, () => false)
`

async function ctl(words: readonly string[], options: StartOptions = {}) {
  await using server = await startCluster({ seed: 1, clock: 'system', ...options })
  await server.cluster.create('Lease', { metadata: { name: 'counter' }, spec: { leaseTransitions: 0 } })
  const before = server.cluster.snapshot().state
  const out: string[] = []
  const err: string[] = []
  const told: string[] = []
  const code = await runCtl(words, {
    progress: (text) => told.push(text),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    env: { ...process.env, FAKECLUSTER_SERVER: server.url },
  })
  const { items } = (await (await fetch(`${server.url}/_fakecluster/forks`)).json()) as { readonly items: unknown[] }
  expect(items).toEqual([])
  expect(server.cluster.snapshot().state).toBe(before)
  return { code, out, err, told }
}

const node = (program: string) => ['--', process.execPath, '--input-type=module', '-e', program]

describe('ctl sweep', { timeout: 60_000 }, () => {
  test('prints a line and exits with 1 for a program that counts twice when a reply is lost', async () => {
    const { code, out, err } = await ctl(['sweep', ...node(PROGRAM)])
    expect({ code, err }).toEqual({ code: 1, err: [] })
    expect(out).toEqual([
      expect.stringMatching(
        /^cut-after-commit at #2 .*PUT .*\/leases\/counter: Lease default\/counter ends with \/spec\/leaseTransitions 2, not 1$/,
      ),
      expect.stringMatching(/^\d+ runs, 2 requests: 1 finding$/),
    ])
  })

  test('exits with 0 for an idempotent program', async () => {
    const { code, out, err, told } = await ctl(['sweep', ...node(SETS)])
    expect(told).toEqual(['Run 1 …', 'Run 2 …', ...[3, 4, 5, 6, 7].map((run) => `Run ${run} of 7 …`), ''])
    expect({ code, out, err }).toEqual({
      code: 0,
      out: [expect.stringMatching(/^6 runs, 1 request: no findings$/)],
      err: [],
    })
  })

  const named = (own: string) => `
const path = process.env.FAKECLUSTER_URL + '/api/v1/namespaces/default/configmaps'
const send = (url, body) =>
  fetch(url, { method: body ? 'POST' : 'GET', headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) })
    .then((reply) => reply.json(), () => ({}))
const { metadata } = await send(path, { metadata: { generateName: 'made-' } })
await send(path + '/' + ${own})
await send(path, { metadata: { name: 'of-chance' }, data: { drawn: String(metadata?.name).slice(5) } })
`
  const sweepOf = async (program: string) => {
    const { out } = await ctl(['sweep', '--json', ...node(program)])
    return JSON.parse(out.join('')) as { unsteady: { object: string }[]; unfired: string[] }
  }

  test('draws other random numbers in the first quiet run, so that what depends on them is set aside', async () => {
    const { unsteady, unfired } = await sweepOf(named('metadata?.name'))
    expect(unsteady.map(({ object }) => object)).toEqual(['ConfigMap default/of-chance'])
    expect(unfired).toEqual([])
  })

  test('tells which faults never came about', async () => {
    const { out } = await ctl(['sweep', ...node(named('crypto.randomUUID()'))])
    expect(out.filter((line) => line.endsWith(': never came about, as no such request was sent again'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^too-many-requests at #2 .*GET /)]),
    )
  })

  test('explore --json prints the script that reproduces the finding', async () => {
    const { code, out } = await ctl(['explore', '--seed', '3', '--runs', '20', '--json', ...node(PROGRAM)])
    expect(code).toBe(1)
    expect(JSON.parse(out.join(''))).toMatchObject({
      findings: [{ outcome: 'differs', script: [{ after: { verb: 'update' }, then: { cut: true } }] }],
    })
  })

  test('exits with 2 for a program that fails even without faults, and prints its output', async () => {
    const { code, out, err } = await ctl(['sweep', ...node('console.error("no such thing"); process.exit(3)')])
    expect({ code, out }).toEqual({ code: 2, out: [] })
    expect(err).toEqual([
      'no such thing',
      'fakecluster ctl: the scenario fails even without faults: ended with 3: no such thing.',
    ])
  })

  test('kills a program that never ends', async () => {
    const { code, err } = await ctl(['sweep', '--within', '300ms', ...node('setInterval(() => {}, 1000)')])
    expect(code).toBe(2)
    expect(err.join()).toContain('never ends, even without faults')
  })

  test('exits with 2 for a program or a server that does not exist', async () => {
    expect(await ctl(['sweep', '--', 'no-such-program'])).toMatchObject({
      code: 2,
      err: ['fakecluster ctl: Cannot run no-such-program: there is no such program.'],
    })
    expect(await ctl(['sweep', '--server', 'http://127.0.0.1:1', '--', 'true'])).toMatchObject({
      code: 2,
      err: [expect.stringContaining('cannot be reached')],
    })
  })

  test('gives the program a kubeconfig, and removes it afterwards', async () => {
    const program = `
      const { readFileSync } = await import('node:fs')
      const { KUBECONFIG, FAKECLUSTER_TOKEN, FAKECLUSTER_SERVER, FAKECLUSTER_URL } = process.env
      const fits = readFileSync(KUBECONFIG, 'utf8').includes(FAKECLUSTER_URL) && FAKECLUSTER_SERVER === FAKECLUSTER_URL
      console.log(KUBECONFIG)
      process.exit(fits ? 9 : 8)`
    const { err } = await ctl(['sweep', ...node(program)])
    expect(err[1]).toContain('ended with 9')
    expect(existsSync(err[0] ?? '')).toBe(false)
  })

  test.each([
    [['sweep'], 'sweep needs the command to run after --: fakecluster ctl sweep -- npm test.'],
    [['sweep', 'npm', 'test'], 'sweep needs the command to run after --: fakecluster ctl sweep -- npm test.'],
    [['sweep', '--seed', '1', '--', 'x'], 'sweep has no flag --seed. See fakecluster ctl sweep --help.'],
    [['explore', '--runs', '0', '--', 'x'], 'explore: --runs takes a whole number of at least 1, not "0".'],
    [['swep', '--', 'x'], 'There is no command "swep". Did you mean sweep?'],
  ])('%j: %s', async (words, message) => {
    expect(await ctl(words)).toEqual({ code: 2, out: [], told: [], err: [`fakecluster ctl: ${message}`] })
  })
})

describe('--lines', { timeout: 60_000 }, () => {
  type Line = { readonly run?: number; readonly url: string; readonly cancel?: true; readonly report?: object }

  /** Plays the program that started `ctl`: answers each line it prints. */
  async function answering(words: readonly string[], answer: (line: Line) => Promise<string | undefined>) {
    await using server = await startCluster({ seed: 1, clock: 'system' })
    const input = new PassThrough()
    const lines: Line[] = []
    const err: string[] = []
    const code = await runCtl(words, {
      input,
      out(text) {
        const line = JSON.parse(text) as Line // as the command prints it
        lines.push(line)
        void answer(line).then((reply) => reply !== undefined && input.write(`${reply}\n`))
      },
      err: (text) => err.push(text),
      env: { FAKECLUSTER_SERVER: server.url },
    })
    return { code, lines, err, report: lines.at(-1)?.report }
  }

  const create = (url: string) =>
    fetch(`${url}/api/v1/namespaces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"shop"}}',
    }).then(
      (reply) => (reply.ok ? '{}' : '{"error":"not made"}'),
      () => '{"error":"no reply"}',
    )
  const once = async ({ run, url }: Line) => (run === undefined ? undefined : create(url))

  test('the program that started it runs the scenario; the last line is the report', async () => {
    const { code, lines, report } = await answering(['sweep', '--lines'], once)
    expect(code).toBe(1)
    expect(lines.slice(0, 2)).toEqual([
      { run: 1, url: expect.stringContaining('http'), kubeconfig: expect.stringContaining('kind: Config') },
      expect.objectContaining({ run: 2 }),
    ])
    expect(report).toMatchObject({ text: expect.stringContaining('not made'), unfired: [] })
  })

  test('a scenario that asks for nothing is refused in words', async () => {
    const { code, err } = await answering(['sweep', '--lines'], async ({ run }) =>
      run === undefined ? undefined : '{}',
    )
    expect({ code, err }).toEqual({ code: 2, err: [expect.stringContaining('sends no requests for objects')] })
  })

  test('explore tries combinations in the same way', async () => {
    const { code, report } = await answering(['explore', '--lines', '--runs', '3'], once)
    expect({ code, report }).toMatchObject({ code: 1, report: { findings: [{}] } })
  })

  test('a run that takes too long is cancelled, and answers then', async () => {
    const { code, lines, err } = await answering(['sweep', '--lines', '--within', '20ms'], async ({ cancel }) =>
      cancel ? '{"error":"cancelled"}' : undefined,
    )
    expect({ code, last: lines.at(-1) }).toEqual({ code: 2, last: { cancel: true } })
    expect(err.join()).toMatch(/hang|end/)
  })

  test('an answer that is none, and both ways at once, are refused in words', async () => {
    const { code, err } = await answering(['sweep', '--lines'], async () => 'fine')
    expect({ code, err }).toEqual({
      code: 2,
      err: ['fakecluster ctl: The answer of a run is {} or {"error":"…"}, not fine'],
    })
    const both = await answering(['sweep', '--lines', '--', 'true'], once)
    expect(both).toMatchObject({ code: 2, err: [expect.stringContaining('either --lines or a command')] })
  })
})
