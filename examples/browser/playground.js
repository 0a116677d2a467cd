import { createCluster, intercept } from 'fakecluster/browser'
import { FIXTURES } from './fixtures.js'
import { showInspector } from './inspector.js'
import { showTables } from './tables.js'

const [fixtures, nodes, start, fault, tables, inspector] = [
  'fixtures',
  'nodes',
  'start',
  'fault',
  'tables',
  'inspector',
].map((id) => document.getElementById(id))

/** Where the page asks for the API: no server is there, for the cluster answers. */
const SERVER = '/cluster'

let end = () => undefined

/** Makes a cluster of what is in the fields, in place of the one before. What is wrong with the fixtures is told, and the one before stays. */
async function restart() {
  start.disabled = true
  try {
    const cluster = createCluster({ fixtures: fixtures.value, nodes: Number(nodes.value) })
    await cluster.ready()
    end()
    const interception = intercept(cluster, { hosts: [SERVER] })
    const stop = new AbortController()
    end = () => {
      stop.abort()
      interception.restore()
      cluster.close()
    }
    fault.textContent = ''
    void showTables(tables, cluster, SERVER, stop.signal)
    await showInspector(inspector, cluster)
  } catch (error) {
    fault.textContent = error.message
  } finally {
    start.disabled = false
  }
}

fixtures.value = FIXTURES
start.addEventListener('click', restart)
void restart()
