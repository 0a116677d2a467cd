import { createCluster, intercept } from 'fakecluster/browser'
import { createEditor } from './editor.js'
import { createFaults } from './faults.js'
import { showInspector } from './inspector.js'
import { readLink, writeLink } from './link.js'
import { SAMPLES } from './samples.js'
import { showTables } from './tables.js'

const ids = ['fixtures', 'numbers', 'fault', 'sample', 'nodes', 'start', 'faults', 'refused', 'tables', 'inspector']
const page = Object.fromEntries([...ids, 'copy', 'copied'].map((id) => [id, document.getElementById(id)]))

/** Where the page asks for the API: no server is there, for the cluster answers. */
const SERVER = '/cluster'

const editor = createEditor(page.fixtures, page.numbers, page.fault)
const linked = await readLink()
const faults = createFaults(page.faults, page.refused, linked?.faults ?? [], () => void saveLink())
let end = () => undefined

const saveLink = () =>
  writeLink({ fixtures: page.fixtures.value, nodes: Number(page.nodes.value), faults: faults.ids() })

/** Makes a cluster of what is in the fields, in place of the one before. What is wrong with the fixtures is told, and the one before stays. */
async function restart() {
  page.start.disabled = true
  try {
    const cluster = createCluster({ fixtures: page.fixtures.value, nodes: Number(page.nodes.value) })
    await cluster.ready()
    end()
    const interception = intercept(cluster, { hosts: [SERVER] })
    const stop = new AbortController()
    end = () => {
      stop.abort()
      interception.restore()
      cluster.close()
    }
    editor.show(undefined)
    faults.moveTo(cluster)
    void showTables(page.tables, page.refused, cluster, SERVER, stop.signal)
    await showInspector(page.inspector, cluster)
  } catch (error) {
    editor.show(error)
  } finally {
    page.start.disabled = false
  }
}

page.sample.replaceChildren(
  ...Object.keys(SAMPLES).map((name) => Object.assign(document.createElement('option'), { textContent: name })),
)
page.sample.addEventListener('change', () => {
  editor.set(SAMPLES[page.sample.value])
  void restart().then(saveLink)
})
page.start.addEventListener('click', () => void restart().then(saveLink))
page.copy.addEventListener('click', async () => {
  await saveLink()
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  )
  page.copied.textContent = copied ? 'Copied.' : 'The address has it.'
})

if (linked) page.nodes.value = linked.nodes
editor.set(linked?.fixtures ?? SAMPLES[page.sample.value])
void restart()
