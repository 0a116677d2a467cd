import { Agent, get, request } from 'node:http'

/** Clients of a server, each repeating one job. */
export type Clients = {
  /** Runs the clients while `isOn` is true, and waits until all jobs have ended. */
  readonly work: (isOn: () => boolean) => Promise<void>
  /** The number of replies so far. */
  readonly done: () => number
  /** What went wrong: replies with a status of 500 or more, broken connections, and what was lost. */
  readonly faults: () => readonly string[]
}

type Reply = { readonly code: number; readonly text: string }
type Ask = (method: string, path: string, body?: unknown, type?: string) => Promise<Reply>
type Job = () => Promise<unknown>

const CORE = '/api/v1/namespaces/default'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const CONTROL = '/_fakecluster'
const MERGE = 'application/merge-patch+json'
const NAMES = 20
const COUNTING = 4
const FAULT = JSON.stringify([{ before: { verb: 'update', kind: 'Lease' }, times: 1, then: { status: 'Conflict' } }])

/** Creates the sixteen clients of the server at an address, without running them. */
export function createClients(url: string): Clients {
  const agent = new Agent({ keepAlive: true })
  const faults: string[] = []
  const fault = (text: string) => void (faults.length < 10 && faults.push(text.slice(0, 400)))
  let done = 0
  let turn = 0
  const ask: Ask = (method, path, body, type = 'application/json') =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
      const headers = body === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }
      const sent = request(`${url}${path}`, { method, headers, agent }, (reply) => {
        let read = ''
        const code = reply.statusCode ?? 0
        reply.setEncoding('utf8').on('data', (piece: string) => (read += piece))
        reply.on('error', reject).on('end', () => {
          done++
          if (code === 0 || code >= 500) fault(`${method} ${path}: ${code} ${read}`)
          resolve({ code, text: read })
        })
      })
      sent.on('error', reject).end(text)
    })
  const next = () => `soak-${turn++ % NAMES}`
  const watched = createWatchers(url, fault)
  const counter = createCounter(ask, fault)
  const jobs: readonly Job[] = [
    ...Array.from({ length: COUNTING }, () => counter.count),
    ...watched.map(({ watch }) => watch),
    () => writeConfigMaps(ask, next, turn),
    () => writeConfigMaps(ask, next, turn),
    () => rollOut(ask, next()),
    () => rollOut(ask, next()),
    () => meetFault(ask, next()),
    () => fork(ask, fault),
    () => snapshot(ask),
    async () => void (await ask('GET', `${CORE}/pods?limit=5`)),
  ]
  return {
    async work(isOn) {
      await Promise.all(
        jobs.map(async (job) => {
          while (isOn()) await job().catch((error: unknown) => fault(String(error)))
        }),
      )
      await counter.check()
      for (const { check } of watched) await check(ask)
      await ask('DELETE', DEPLOYMENTS)
      await ask('POST', `${CONTROL}/settled`, {})
      agent.destroy()
    },
    done: () => done,
    faults: () => faults,
  }
}

/** Counts in one object with several clients, by optimistic locking: a write that a conflict refuses is tried again. */
function createCounter(ask: Ask, fault: (text: string) => void): { readonly count: Job; readonly check: Job } {
  const path = `${CORE}/configmaps/counter`
  let counted = 0
  const made = ask('POST', `${CORE}/configmaps`, { metadata: { name: 'counter' }, data: { count: '0' } })
  const read = async () => JSON.parse((await ask('GET', path)).text) as { data: { count: string } }
  return {
    async count() {
      await made
      const counter = await read()
      const { code } = await ask('PUT', path, { ...counter, data: { count: String(Number(counter.data.count) + 1) } })
      if (code === 200) counted++
      else if (code !== 409) fault(`the counter was answered ${code}`)
    },
    async check() {
      const { data } = await read()
      if (data.count !== String(counted)) fault(`${counted} were counted, and ${data.count} are stored`)
    },
  }
}

type Watcher = { readonly watch: Job; readonly check: (ask: Ask) => Promise<void> }
type Event = {
  readonly type: string
  readonly object: { readonly metadata: { readonly name: string; readonly resourceVersion: string } }
}

/** Four watches of one kind, each of which is cut after a while and goes on where it was: none may miss a change. */
function createWatchers(url: string, fault: (text: string) => void): readonly Watcher[] {
  return [50, 200, 500, 1000].map((lasts) => {
    const seen = new Map<string, string>()
    let from = '0'
    const watch = () =>
      new Promise<void>((resolve) => {
        const query = from === '0' ? '' : `&resourceVersion=${from}`
        const sent = get(`${url}${LEASES}?watch=1${query}`, { agent: false }, (reply) => {
          let rest = ''
          reply.setEncoding('utf8').on('data', (piece: string) => {
            const lines = (rest + piece).split('\n')
            rest = lines.pop() ?? ''
            for (const line of lines) take(JSON.parse(line) as Event)
          })
          reply.on('error', () => undefined).on('close', resolve)
          setTimeout(() => reply.destroy(), lasts)
        })
        sent.on('error', () => resolve())
      })
    const take = ({ type, object: { metadata } }: Event) => {
      if (type === 'ERROR') {
        // The past is bounded: whoever was away for too long begins anew.
        from = '0'
        seen.clear()
        return
      }
      from = metadata.resourceVersion
      if (type === 'DELETED') seen.delete(metadata.name)
      else seen.set(metadata.name, from)
    }
    return {
      watch,
      async check(ask) {
        await watch()
        const { items } = JSON.parse((await ask('GET', LEASES)).text) as { items: Event['object'][] }
        const stored = items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).sort()
        const known = [...seen].map(([name, revision]) => `${name} ${revision}`).sort()
        if (JSON.stringify(stored) !== JSON.stringify(known))
          fault(`a watch knows ${known.join()}, of ${stored.join()}`)
      },
    }
  })
}

async function writeConfigMaps(ask: Ask, next: () => string, turn: number): Promise<void> {
  const name = next()
  const path = `${CORE}/configmaps/${name}`
  await ask('POST', `${CORE}/configmaps`, { metadata: { name }, data: { large: 'x'.repeat(20_000) + turn } })
  await ask('PATCH', path, { data: { turn: String(turn) } }, MERGE)
  const applied = { apiVersion: 'v1', kind: 'ConfigMap', data: { applied: String(turn) } }
  await ask('PATCH', `${path}?fieldManager=soak`, applied, 'application/apply-patch+yaml')
  await ask('GET', `${CORE}/configmaps?limit=5`)
  if (turn % 3 === 0) await ask('DELETE', path)
}

const deploymentOf = (name: string) => ({
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'a', image: 'a:1' }] } },
  },
})

/** A rollout, a second one by a new image, and its end. */
async function rollOut(ask: Ask, name: string): Promise<void> {
  await ask('POST', DEPLOYMENTS, deploymentOf(name))
  await ask('POST', `${CONTROL}/settled`, { until: '1s' })
  const spec = { template: { spec: { containers: [{ name: 'a', image: 'a:2' }] } } }
  await ask('PATCH', `${DEPLOYMENTS}/${name}`, { spec }, 'application/strategic-merge-patch+json')
  await ask('GET', `${CORE}/pods`)
  await ask('DELETE', `${DEPLOYMENTS}/${name}`)
  await ask('DELETE', `${CORE}/events`)
}

/** A script in force, the fault it brings, and its end. */
async function meetFault(ask: Ask, name: string): Promise<void> {
  const { id } = JSON.parse((await ask('POST', `${CONTROL}/hooks`, FAULT, 'text/plain')).text) as { id: string }
  await ask('POST', LEASES, { metadata: { name }, spec: { holderIdentity: 'soak' } })
  await ask('PUT', `${LEASES}/${name}`, { metadata: { name }, spec: { holderIdentity: 'other' } })
  await ask('PATCH', `${LEASES}/${name}`, { spec: { leaseTransitions: Date.now() % 1000 } }, MERGE)
  if (Date.now() % 3 === 0) await ask('DELETE', `${LEASES}/${name}`)
  await ask('DELETE', `${CONTROL}/hooks/${id}`)
}

/** A fork on a port, which keeps what is written to it, goes back to its start, and ends. */
async function fork(ask: Ask, fault: (text: string) => void): Promise<void> {
  const made = JSON.parse((await ask('POST', `${CONTROL}/forks`, {})).text) as { port: number; url: string }
  const at = (path: string, init?: RequestInit) =>
    fetch(`${made.url}${path}`, { ...init, headers: { connection: 'close', 'content-type': 'application/json' } })
  const body = JSON.stringify({ metadata: { name: 'forked' } })
  const { status } = await at(`${CORE}/configmaps`, { method: 'POST', body })
  if (status !== 201) fault(`a fork answered ${status}`)
  const found = await at(`${CORE}/configmaps/forked`)
  if (found.status !== 200) fault(`a fork lost what it was given: ${found.status}`)
  await at(`${CONTROL}/state/reset`, { method: 'POST' })
  await ask('DELETE', `${CONTROL}/forks/${made.port}`)
}

async function snapshot(ask: Ask): Promise<void> {
  const { id } = JSON.parse((await ask('POST', `${CONTROL}/snapshots`, {})).text) as { id: string }
  await ask('GET', `${CONTROL}/snapshots`)
  await ask('DELETE', `${CONTROL}/snapshots/${id}`)
}
