import type { Bundles } from './bundle.js'
import { type Child, startChild } from './child.js'
import { type Sample, WARM_UP, interleave } from './numbers.js'
import { LEASES, PODS, lease, leaseName, leasePatch, listPath, pod, podListPath, podName } from './payload.js'
import type { Load, Template } from './programs/load.js'
import type { Extent } from './run.js'
import { type Row, contestRow } from './table.js'

const LISTS = [500, 10_000]
const CONNECTIONS = 8
const WATCHERS = 1000

type Server = { readonly port: number; readonly child: Child }
type Servers = {
  readonly names: readonly string[]
  readonly of: (name: string) => Server
  readonly load: Child
  readonly stop: () => void
}

const creating: Template = {
  method: 'POST',
  path: LEASES,
  body: JSON.stringify(lease(0)).replace(leaseName(0), 'lease-{i}'),
}
const patching: Template = {
  method: 'PATCH',
  path: `${LEASES}/${leaseName(0)}`,
  contentType: 'application/merge-patch+json',
  body: JSON.stringify(leasePatch(0)).replace('1', '{n}'),
}

const creatingPod: Template = {
  method: 'POST',
  path: PODS,
  body: JSON.stringify(pod(0)).replace(podName(0), 'pod-{i}'),
}
const POD_LISTS = [500]

type Case = {
  readonly what: string
  readonly template: Template
  /** Requests a round. */ readonly full: number
  /** Whether it is measured once the code is settled; else after one round. */ readonly settles?: boolean
  readonly least?: number
}

const cases: readonly Case[] = [
  {
    what: 'get',
    template: { method: 'GET', path: `${LEASES}/${leaseName(0)}` },
    full: 5000,
    least: 0.8,
    settles: true,
  },
  { what: 'create', template: creating, full: 2000, least: 0.45, settles: true },
  { what: 'merge patch', template: patching, full: 2000, least: 0.4, settles: true },
  { what: 'list of 500', template: { method: 'GET', path: listPath(500) }, full: 2000, least: 0.8 },
  { what: 'get a pod', template: { method: 'GET', path: `${PODS}/${podName(0)}` }, full: 5000 },
  { what: 'create a pod', template: creatingPod, full: 1000 },
  { what: 'list of 500 pods', template: { method: 'GET', path: podListPath(500) }, full: 200 },
  { what: 'list of 10000', template: { method: 'GET', path: listPath(10_000) }, full: 30 },
]

/** Measures get, create, merge patch and lists over HTTP. */
export async function* measureHttp(bundles: Bundles, { rounds, scale, http }: Extent): AsyncGenerator<Row> {
  const servers = await startServers(bundles)
  try {
    let number = 1
    for (const { what, template, full, least, settles } of cases) {
      if (!http(what)) continue
      const count = Math.max(5, Math.round(full * scale))
      const measure = (name: string) => {
        number += count
        return timeRequests(servers, name, { template, from: number, count })
      }
      const contest = await interleave(servers.names, rounds, measure, settles ? Math.ceil(WARM_UP / full) : 1)
      yield contestRow(what, contest, { against: 'hono', least })
    }
  } finally {
    servers.stop()
  }
}

/** Measures the time from a write until the last of many watchers has its event. */
export async function* measureFanOut(bundles: Bundles, { rounds, scale }: Extent): AsyncGenerator<Row> {
  const servers = await startServers(bundles)
  try {
    for (const name of servers.names)
      await servers.load.ask({
        type: 'watch',
        port: servers.of(name).port,
        path: `${LEASES}?watch=1`,
        count: WATCHERS,
      } satisfies Load)
    let number = 1
    const count = Math.max(5, Math.round(40 * scale))
    const fanOuts = await interleave(servers.names, rounds, (name) => {
      number += count
      return timed(servers.of(name), count, () =>
        servers.load.ask({
          type: 'fan-out',
          port: servers.of(name).port,
          template: creating,
          from: number,
          count,
        } satisfies Load),
      )
    })
    yield contestRow(`event to ${WATCHERS} watchers`, fanOuts, { against: 'hono' })
  } finally {
    servers.stop()
  }
}

async function startServers(bundles: Bundles): Promise<Servers> {
  const start = async (
    program: 'serve-node' | 'serve-hono' | 'serve-ours',
    args: readonly string[] = [],
  ): Promise<Server> => {
    const { child, hello } = await startChild<number>(bundles.program(program), args, ['--expose-gc'])
    return { child, port: hello }
  }
  const servers: Readonly<Record<string, Server>> = {
    'node:http': await start('serve-node'),
    hono: await start('serve-hono'),
    ...(bundles.before ? { before: await start('serve-ours', [bundles.before.node, ...LISTS.map(String)]) } : {}),
    ours: await start('serve-ours', [bundles.node, ...LISTS.map(String)]),
  }
  const { child: load } = await startChild(bundles.program('load'))
  const names = Object.keys(servers)
  const all = {
    names,
    of: (name: string) => servers[name]!,
    load,
    stop: () => [...Object.values(servers).map(({ child }) => child), load].forEach((child) => child.stop()),
  }
  await giveReplies(all)
  return all
}

/** Gives the bytes of our replies to the other servers. */
async function giveReplies({ names, of }: Servers): Promise<void> {
  const origin = `http://127.0.0.1:${of('ours').port}`
  const replies: Record<string, string> = {}
  const paths = [`${LEASES}/${leaseName(0)}`, `${PODS}/${podName(0)}`]
  for (const path of [...paths, ...LISTS.map(listPath), ...POD_LISTS.map(podListPath)]) {
    const reply = await fetch(origin + path)
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    replies[path] = await reply.text()
  }
  const frame = `{"type":"ADDED","object":${replies[`${LEASES}/${leaseName(0)}`]!.trimEnd()}}\n`
  for (const name of names.filter((name) => name !== 'ours')) {
    await of(name).child.ask({ type: 'replies', replies })
    await of(name).child.ask({ type: 'frame', frame })
  }
}

async function timeRequests(
  { of, load }: Servers,
  name: string,
  { template, from, count }: { readonly template: Template; readonly from: number; readonly count: number },
): Promise<Sample> {
  const server = of(name)
  await server.child.ask({ type: 'reset' })
  return timed(server, count, () =>
    load.ask({ type: 'requests', port: server.port, template, from, count, connections: CONNECTIONS } satisfies Load),
  )
}

async function timed({ child }: Server, count: number, run: () => Promise<number>): Promise<Sample> {
  const before = await child.ask<number>({ type: 'cpu' })
  const ms = await run()
  const after = await child.ask<number>({ type: 'cpu' })
  return { us: (ms * 1000) / count, cpuUs: (after - before) / count }
}
