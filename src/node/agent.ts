import { Agent, createServer } from 'node:http'
import stream, { type Duplex } from 'node:stream'
import type { Cluster } from '../cluster/types.js'
import { checkArguments } from '../check/arguments.js'
import { clusterWith } from '../check/cluster.js'
import { reportFault } from './report.js'
import { SERVER_OPTIONS, createListener } from './serve.js'

/**
 * Makes an agent for clients on `node:http` whose connections all end in a cluster, in process: no port is opened, and
 * the host of a URL, which has to begin with `http://`, does not matter. A cut connection fails with the code
 * `ECONNRESET`.
 *
 * @example
 * const agent = createAgent(cluster)
 * http.get('http://cluster.local/api/v1/namespaces', { agent }, (reply) => reply.pipe(process.stdout))
 */
export function createAgent(cluster: Pick<Cluster, 'app' | 'handle'>): Agent {
  checkArguments('createAgent', { cluster: clusterWith('app', 'handle') }, [cluster], createAgent)
  const listener = createListener({
    fetch: (request, bindings) => cluster.app.fetch(request, bindings),
    handle: cluster.handle,
    host: 'cluster.local',
    scheme: 'http',
    report: reportFault,
  })
  // It never listens: connections are handed to it.
  const server = createServer(SERVER_OPTIONS, listener)
  const createConnection = (): Duplex => {
    // Not imported by its name, which Node.js 18 has not: it would fail before it could be told what is needed.
    const [near, far] = stream.duplexPair()
    // An end that breaks off breaks the other, once that has read what was on its way.
    near.on('close', () => setImmediate(() => far.destroy()))
    far.on('close', () => setImmediate(() => near.destroy()))
    server.emit('connection', socketOf(far))
    return socketOf(near)
  }
  return Object.assign(new Agent(), { createConnection })
}

/** A stream with the settings of a socket that clients make, which mean nothing without a network. */
function socketOf(end: Duplex): Duplex {
  const same = (): Duplex => end
  return Object.assign(end, { setKeepAlive: same, setNoDelay: same, setTimeout: same, ref: same, unref: same })
}
