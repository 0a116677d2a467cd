import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import type { Draft, ObjectOf } from '../../../src/kinds/object-types.js'

export type Pod = ObjectOf<'Pod'>
type JobSpec = NonNullable<Draft<'Job'>['spec']>

/** The start time of seeded clusters. */
export const START = Date.parse('2024-01-01T00:00:00Z')

/** A cluster with these controllers, in which pods need no service account. */
export const openWith = (...controllers: string[]): Cluster =>
  createCluster({ seed: 1, controllers, disableAdmissionPlugins: ['ServiceAccount'] })

/** Creates the Job `j`. */
export const makeJob = (cluster: Cluster, spec: Partial<JobSpec> = {}, metadata: object = {}) =>
  cluster.create('Job', { metadata: { name: 'j', ...metadata }, spec: jobSpec(spec) })

/** The spec of a Job with one container. */
export const jobSpec = (spec: Partial<JobSpec> = {}): JobSpec => ({
  template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
  ...spec,
})

/** The status of a Job. */
export const statusOf = async (cluster: Cluster, name = 'j') => (await cluster.get('Job', { name })).status ?? {}

/** The conditions of a Job, in order: `type | status | reason | message`. */
export const conditionsOf = async (cluster: Cluster, name = 'j') =>
  ((await statusOf(cluster, name)).conditions ?? []).map(({ type, status, reason, message }) =>
    [type, status, reason, message].join(' | '),
  )

/** All pods. */
export const podsOf = async (cluster: Cluster): Promise<readonly Pod[]> => (await cluster.list('Pod')).items

/** The pods that are neither finished nor being deleted. */
export const activePods = async (cluster: Cluster): Promise<readonly Pod[]> =>
  (await podsOf(cluster)).filter(
    ({ metadata, status }) =>
      !metadata.deletionTimestamp && status?.phase !== 'Succeeded' && status?.phase !== 'Failed',
  )

/** Waits until Jobs have synced the changes of their pods. */
export const batch = (cluster: Cluster): Promise<void> => cluster.clock.advance('1s')

const setStatus = (cluster: Cluster, pod: Pod, phase: string, more: object) =>
  cluster.patch('Pod', { name: pod.metadata.name ?? '' }, { status: { phase, ...more } }, { subresource: 'status' })

/** Sets the phase of a pod, and waits until its Job has synced. */
export async function becomes(cluster: Cluster, pod: Pod, phase: string, more: object = {}): Promise<void> {
  await setStatus(cluster, pod, phase, more)
  await batch(cluster)
}

/** Ends every active pod with a phase and an exit code, and waits until its Job has synced. */
export async function endAll(cluster: Cluster, phase: 'Succeeded' | 'Failed', exitCode = phase === 'Failed' ? 1 : 0) {
  for (const pod of await activePods(cluster)) await setStatus(cluster, pod, phase, ended(cluster, exitCode))
  await batch(cluster)
}

/** The status of a pod whose container terminated now. */
export const ended = (cluster: Cluster, exitCode: number) => ({
  containerStatuses: [
    {
      name: 'c',
      image: 'i',
      imageID: '',
      ready: false,
      restartCount: 0,
      state: { terminated: { exitCode, finishedAt: new Date(cluster.clock.now()).toISOString().replace(/\.\d+/, '') } },
    },
  ],
})

/** The Events about objects of a kind, in order: `type reason: message`, with ` x2` where it is counted twice. */
export const eventsOf = async (cluster: Cluster, kind = 'Job') =>
  (await cluster.list('v1/Event')).items
    .filter((event) => (event['involvedObject'] as { kind?: string }).kind === kind)
    .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
    .map(
      (event) =>
        `${String(event['type'])} ${String(event['reason'])}: ${String(event['message'])}${event['count'] === 1 ? '' : ` x${String(event['count'])}`}`,
    )
