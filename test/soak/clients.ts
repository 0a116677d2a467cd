import { type IncomingMessage, Agent, get, request } from 'node:http'
import type { StartedCluster } from '../../src/node/start.js'

/** Clients of a server, each repeating one job. */
export type Clients = {
  /** Runs the clients while `isOn` is true, and waits until all jobs have ended. */
  readonly work: (isOn: () => boolean) => Promise<void>
  /** The number of replies so far. */
  readonly done: () => number
  /** Unexpected replies: those with a status of 500 or more. */
  readonly faults: () => readonly string[]
}

const CORE = '/api/v1/namespaces/default'
const NAMES = Array.from({ length: 20 }, (_, i) => `soak-${i}`)
const FAULT = JSON.stringify([{ before: { verb: 'update', kind: 'Lease' }, times: 1, then: { status: 'Conflict' } }])
const deploymentOf = (name: string) => ({
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
})

/** Creates the clients of a server, without running them. */
export function createClients({ url, cluster }: StartedCluster): Clients {
  const agent = new Agent({ keepAlive: true })
  const faults: string[] = []
  let done = 0
  let turn = 0
  const ask = (method: string, path: string, body?: unknown, type = 'application/json'): Promise<string> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
      const headers = body === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }
      const sent = request(`${url}${path}`, { method, headers, agent }, (reply) => {
        let read = ''
        reply.setEncoding('utf8').on('data', (piece: string) => (read += piece))
        reply.on('error', reject).on('end', () => {
          done++
          if ((reply.statusCode ?? 500) >= 500 && faults.length < 10)
            faults.push(`${method} ${path}: ${reply.statusCode} ${read.slice(0, 300)}`)
          resolve(read)
        })
      })
      sent.on('error', reject).end(text)
    })
  const nameOf = () => NAMES[turn++ % NAMES.length] ?? ''
  const watch = (path: string, then: (reply: IncomingMessage) => void) =>
    new Promise<void>((resolve) => {
      const sent = get(`${url}${path}?watch=1`, { agent: false }, (reply) => {
        done++
        reply.on('error', () => undefined)
        then(reply)
        setTimeout(() => resolve(void reply.destroy()), 200)
      })
      sent.on('error', () => resolve())
    })
  const jobs: readonly (() => Promise<unknown>)[] = [
    async () => {
      const name = nameOf()
      await ask('POST', `${CORE}/configmaps`, { metadata: { name }, data: { large: 'x'.repeat(20_000) + turn } })
      await ask('PATCH', `${CORE}/configmaps/${name}`, { data: { turn: String(turn) } }, 'application/merge-patch+json')
      await ask(
        'PATCH',
        `${CORE}/configmaps/${name}?fieldManager=soak`,
        { apiVersion: 'v1', kind: 'ConfigMap', data: { applied: String(turn) } },
        'application/apply-patch+yaml',
      )
      await ask('GET', `${CORE}/configmaps?limit=5`)
      if (turn % 3 === 0) await ask('DELETE', `${CORE}/configmaps/${name}`)
    },
    async () => {
      const name = nameOf()
      await ask('POST', '/apis/apps/v1/namespaces/default/deployments', deploymentOf(name))
      await ask('GET', `${CORE}/pods`)
      await ask('DELETE', `/apis/apps/v1/namespaces/default/deployments/${name}`)
      await ask('DELETE', `${CORE}/events`)
    },
    // Watches: one that reads, one that never does, and one that closes at once.
    () => watch(`${CORE}/configmaps`, (reply) => reply.resume()),
    () => watch(`${CORE}/configmaps`, (reply) => reply.pause()),
    () => watch(`${CORE}/pods`, (reply) => reply.destroy()),
    async () => {
      const script = JSON.parse(await ask('POST', '/_fakecluster/hooks', FAULT, 'text/plain')) as { id: string }
      await ask('PUT', `/apis/coordination.k8s.io/v1/namespaces/default/leases/${nameOf()}`, { spec: {} })
      await ask('DELETE', `/_fakecluster/hooks/${script.id}`)
    },
    async () => {
      const fork = cluster.fork()
      await fork.create('ConfigMap', { metadata: { name: 'forked' } }).catch(() => undefined)
      await fork.settled()
      fork.close()
      const { port } = JSON.parse(await ask('POST', '/_fakecluster/forks', {})) as { port: number }
      await ask('DELETE', `/_fakecluster/forks/${port}`)
    },
    async () => {
      const { id } = JSON.parse(await ask('POST', '/_fakecluster/snapshots', {})) as { id: string }
      if (turn % 10 === 0) await ask('POST', `/_fakecluster/snapshots/${id}/restore`)
      await ask('DELETE', `/_fakecluster/snapshots/${id}`)
    },
  ]
  return {
    async work(isOn) {
      await Promise.all(
        jobs.map(async (job) => {
          while (isOn()) await job()
        }),
      )
      await ask('POST', '/_fakecluster/state/reset')
      await cluster.settled()
      agent.destroy()
    },
    done: () => done,
    faults: () => faults,
  }
}
