import type { Cluster } from '../../../src/cluster/types.js'

/** A pod template with the label `app`, and more metadata and spec. */
export const template = (app: string, more: { readonly metadata?: object; readonly spec?: object } = {}) => ({
  metadata: { labels: { app }, ...more.metadata },
  spec: { containers: [{ name: 'c', image: 'i:1' }], ...more.spec },
})

/** Sets the phase and the Ready condition of a pod, with the current time as its transition. */
export async function setPod(cluster: Cluster, name: string, phase = 'Running', ready = phase === 'Running') {
  const lastTransitionTime = new Date(cluster.clock.now()).toISOString().replace(/\.\d+/, '')
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime }]
  await cluster.patch('v1/Pod', { name }, { status: { phase, conditions } }, { subresource: 'status' })
}

/** The names of all pods; those that are being deleted are marked ` (going)`. */
export async function podNames(cluster: Cluster): Promise<readonly string[]> {
  const { items } = await cluster.list('Pod')
  return items.map(({ metadata: { name, deletionTimestamp } }) => `${name}${deletionTimestamp ? ' (going)' : ''}`)
}

/** The Events about objects of a kind, in order of their resourceVersion: `Reason: message`. */
export async function said(cluster: Cluster, kind: string): Promise<readonly string[]> {
  const { items } = await cluster.list('v1/Event')
  return items
    .filter((event) => (event['involvedObject'] as { kind: string }).kind === kind)
    .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
    .map((event) => `${String(event['reason'])}: ${String(event['message'])}`)
}
