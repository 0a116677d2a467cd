import type { Cluster } from '../../../src/cluster/types.js'

/** A template of pods with a label, and whatever else is said of it. */
export const template = (app: string, more: { readonly metadata?: object; readonly spec?: object } = {}) => ({
  metadata: { labels: { app }, ...more.metadata },
  spec: { containers: [{ name: 'c', image: 'i:1' }], ...more.spec },
})

/** Puts a pod into a phase, ready or not, as of now. */
export async function setPod(cluster: Cluster, name: string, phase = 'Running', ready = phase === 'Running') {
  const lastTransitionTime = new Date(cluster.clock.now()).toISOString().replace(/\.\d+/, '')
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime }]
  await cluster.patch('v1/Pod', { name }, { status: { phase, conditions } }, { subresource: 'status' })
}

/** The names of all pods, with a mark at those that are being deleted. */
export async function podNames(cluster: Cluster): Promise<readonly string[]> {
  const { items } = await cluster.list('Pod')
  return items.map(({ metadata: { name, deletionTimestamp } }) => `${name}${deletionTimestamp ? ' (going)' : ''}`)
}

/** What the Events about objects of a kind say, in order: `Reason: message`. */
export async function said(cluster: Cluster, kind: string): Promise<readonly string[]> {
  const { items } = await cluster.list('v1/Event')
  return items
    .filter((event) => (event['involvedObject'] as { kind: string }).kind === kind)
    .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
    .map((event) => `${String(event['reason'])}: ${String(event['message'])}`)
}
