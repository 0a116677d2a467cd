/** The kinds that are shown where there are objects of them, and where the API has them. */
const KINDS = [
  ['Node', '/api/v1/nodes'],
  ['Deployment', '/apis/apps/v1/deployments'],
  ['ReplicaSet', '/apis/apps/v1/replicasets'],
  ['StatefulSet', '/apis/apps/v1/statefulsets'],
  ['DaemonSet', '/apis/apps/v1/daemonsets'],
  ['Job', '/apis/batch/v1/jobs'],
  ['Pod', '/api/v1/pods'],
  ['Service', '/api/v1/services'],
  ['Ingress', '/apis/networking.k8s.io/v1/ingresses'],
  ['PersistentVolumeClaim', '/api/v1/persistentvolumeclaims'],
  ['ConfigMap', '/api/v1/configmaps'],
  ['Secret', '/api/v1/secrets'],
]

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'

/**
 * Shows the tables that the server makes of its objects, as `kubectl get` does, and again whenever one changes; `signal` ends that.
 * What the server refuses is told in `refused`, and asked for again after a second.
 */
export async function showTables(element, refused, cluster, server, signal) {
  let isDue = false
  const redraw = () => {
    if (isDue || signal.aborted) return
    isDue = true
    requestAnimationFrame(async () => {
      isDue = false
      try {
        const tables = await Promise.all(KINDS.map((kind) => readTable(server, kind)))
        if (signal.aborted) return
        element.replaceChildren(...tables.filter(Boolean))
        refused.textContent = ''
      } catch (error) {
        if (signal.aborted) return
        refused.textContent = `${error.message}. Asking again …`
        setTimeout(redraw, 1000)
      }
    })
  }
  await Promise.all(KINDS.map(([kind]) => follow(cluster, kind, redraw, signal)))
}

async function follow(cluster, kind, redraw, signal) {
  while (!signal.aborted) {
    try {
      for await (const _event of cluster.watch(kind, { signal })) redraw()
    } catch {
      // A watch that was cut is opened again, as any client does.
    }
    await new Promise((resolve) => void setTimeout(resolve, 200))
  }
}

async function readTable(server, [kind, path]) {
  const reply = await fetch(`${server}${path}`, { headers: { Accept: TABLE } })
  if (!reply.ok && reply.status !== 404) throw new Error(`${kind}: ${reply.status} ${(await reply.json()).message}`)
  const { columnDefinitions = [], rows = [] } = await reply.json()
  if (rows.length === 0) return undefined
  const shown = columnDefinitions.flatMap(({ name, priority }, i) => (priority === 0 ? [{ name, i }] : []))
  const isNamespaced = rows.some(({ object }) => object.metadata.namespace)
  const table = document.createElement('table')
  table.createCaption().textContent = kind
  const head = table.createTHead().insertRow()
  for (const name of [...(isNamespaced ? ['Namespace'] : []), ...shown.map((column) => column.name)])
    head.append(Object.assign(document.createElement('th'), { textContent: name, scope: 'col' }))
  const body = table.createTBody()
  for (const { cells, object } of rows) {
    const row = body.insertRow()
    for (const text of [...(isNamespaced ? [object.metadata.namespace] : []), ...shown.map(({ i }) => cells[i])])
      row.insertCell().textContent = String(text ?? '')
  }
  return table
}
