import type { Agent } from 'node:http'
import stream, { type Duplex } from 'node:stream'
import type { Cluster } from '../../cluster/types.js'
import { checkArguments } from '../../base/check/arguments.js'
import { clusterWith } from '../../base/check/cluster.js'
import { http } from '../http.js'
import { reportFault } from '../report.js'
import { SERVER_OPTIONS, createListener } from '../server/serve.js'

/**
 * Creates an agent for clients of `node:http` that connects to a cluster in process: no port is opened. The URL has to
 * begin with `http://`; its host does not matter. A cut connection fails with the code `ECONNRESET`.
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
  // The server does not listen; connections are passed to it as events.
  const server = http.createServer(SERVER_OPTIONS, listener)
  const createConnection = (): Duplex => {
    // A named import would fail in Node.js 18 while the module is loaded, before `checkNode` can report the version.
    const [near, far] = stream.duplexPair()
    // When one end closes, the other is destroyed once it has read the data in transit.
    near.on('close', () => setImmediate(() => far.destroy()))
    far.on('close', () => setImmediate(() => near.destroy()))
    server.emit('connection', socketOf(far))
    return socketOf(near)
  }
  return Object.assign(new http.Agent(), { createConnection })
}

/** Adds the socket settings that clients use, which have no effect without a network. */
function socketOf(end: Duplex): Duplex {
  const same = (): Duplex => end
  return Object.assign(end, { setKeepAlive: same, setNoDelay: same, setTimeout: same, ref: same, unref: same })
}
