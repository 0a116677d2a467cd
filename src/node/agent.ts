import { Agent, createServer } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import type { Cluster } from '../cluster.js'
import { SERVER_OPTIONS, createListener } from './serve.js'

/**
 * Makes an agent for clients on `node:http` whose connections all end in a cluster, in process: no port is opened, and the host of a
 * URL, which has to begin with `http://`, does not matter. A cut connection fails with the code `ECONNRESET`.
 *
 * @example
 * http.get('http://cluster.local/api/v1/namespaces', { agent: createAgent(cluster) }, (reply) => reply.pipe(process.stdout))
 */
export function createAgent(cluster: Pick<Cluster, 'app' | 'handle'>): Agent {
  const listener = createListener({
    fetch: (request, bindings) => cluster.app.fetch(request, bindings),
    handle: cluster.handle,
    host: 'cluster.local',
    scheme: 'http',
    report: (error, request) => void process.stderr.write(`fakecluster failed at ${request}\n${String(error)}\n`),
  })
  // It never listens: connections are handed to it.
  const server = createServer(SERVER_OPTIONS, listener)
  const createConnection = (): Duplex => {
    const [near, far] = duplexPair()
    // An end that breaks off breaks the other, once that has read what was on its way.
    near.on('close', () => setImmediate(() => far.destroy()))
    far.on('close', () => setImmediate(() => near.destroy()))
    server.emit('connection', socketOf(far))
    return socketOf(near)
  }
  return Object.assign(new Agent(), { createConnection })
}

/** A stream with the settings of a socket that clients make, which mean nothing without a network. */
function socketOf(stream: Duplex): Duplex {
  const same = (): Duplex => stream
  return Object.assign(stream, { setKeepAlive: same, setNoDelay: same, setTimeout: same, ref: same, unref: same })
}
