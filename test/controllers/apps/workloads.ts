import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

/** A cluster that runs only the given controllers, from the start of 2024. */
export const open = (...controllers: readonly string[]): Cluster =>
  createCluster({ profile: 'kubernetes', seed: 1, controllers, disableAdmissionPlugins: ['ServiceAccount'] })

/** A pod template with these labels. */
export const template = (labels: Readonly<Record<string, string>>, image = 'shop/web:1') => ({
  metadata: { labels },
  spec: { containers: [{ name: 'web', image }] },
})

/** The names of all pods except those that are being deleted. */
export const podNames = async (cluster: Cluster): Promise<readonly string[]> =>
  (await cluster.list('Pod')).items
    .filter(({ metadata }) => !metadata.deletionTimestamp)
    .map(({ metadata }) => metadata.name ?? '')

/** Sets the phase of pods to Running and their Ready condition: of all pods, or of the named ones. */
export async function setReady(cluster: Cluster, names?: readonly string[], ready = true): Promise<void> {
  for (const name of names ?? (await podNames(cluster))) {
    const lastTransitionTime = new Date(cluster.clock.now()).toISOString().replace(/\.\d+/, '')
    const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime }]
    await cluster.patch('Pod', { name }, { status: { phase: 'Running', conditions } }, { subresource: 'status' })
  }
}

/** The Events about objects of a kind, as [type, reason, message, component]. */
export const eventsOf = async (cluster: Cluster, kind: string): Promise<readonly (readonly unknown[])[]> =>
  (await cluster.list('v1/Event')).items
    .filter((event) => (event['involvedObject'] as { kind?: string }).kind === kind)
    .map((event) => [event['type'], event['reason'], event['message'], event['reportingComponent']])

type Sync = { created: number; refused: number; deleted: number }

/** The pods that controllers created, could not create, and deleted before each write of the status of a kind. */
export function syncsOf(cluster: Cluster, kind: string, after = 0): readonly Sync[] {
  const syncs: Sync[] = []
  let sync = { created: 0, refused: 0, deleted: 0 }
  for (const entry of cluster.journal.requests({ via: 'controller', after })) {
    if (entry.kind === 'Pod' && entry.verb === 'create') sync[entry.code === 201 ? 'created' : 'refused']++
    if (entry.kind === 'Pod' && entry.verb === 'delete') sync.deleted++
    if (entry.kind !== kind || entry.subresource !== 'status') continue
    syncs.push(sync)
    sync = { created: 0, refused: 0, deleted: 0 }
  }
  return syncs
}
