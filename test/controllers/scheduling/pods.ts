import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'

type Spec = { readonly [member: string]: unknown }
type PodOptions = { readonly labels?: { readonly [label: string]: string }; readonly status?: object }

/** A cluster with a scheduler, and helpers that create nodes and pods and return where the pods are. */
export function createScheduling(options: ClusterOptions = {}) {
  const cluster = createCluster({
    seed: 1,
    controllers: ['scheduler', 'node-lifecycle', 'claim-binding', 'claim-provisioning'],
    disableAdmissionPlugins: ['ServiceAccount', 'TaintNodesByCondition'],
    ...options,
  })
  const where = async () =>
    Object.fromEntries(
      (await cluster.list('Pod', { namespace: 'default' })).items.map(({ metadata, spec, status }) => [
        metadata.name,
        spec?.nodeName ?? status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message,
      ]),
    )
  return {
    cluster,
    where,
    node: (name: string, labels: object = {}, more: { readonly spec?: object; readonly allocatable?: object } = {}) =>
      cluster.load({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
        spec: more.spec ?? {},
        status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10', ...more.allocatable } },
      }),
    pod: async (name: string, spec: Spec = {}, { labels = {} }: PodOptions = {}) => {
      await cluster.create('Pod', {
        metadata: { name, namespace: 'default', labels },
        spec: { containers: [containerOf(spec['cpu'], spec['ports'])], ...without(spec) },
      } as never)
      return (await where())[name]
    },
    events: async () =>
      (await cluster.list('Event')).items
        .filter(({ reportingController }) => reportingController === 'default-scheduler')
        .map(({ type, reason, action, regarding, note }) => `${type} ${reason} ${action} ${regarding?.name} ${note}`),
  }
}

const containerOf = (cpu: unknown, ports: unknown) => ({
  name: 'main',
  image: 'shop/api',
  ...(cpu ? { resources: { requests: { cpu } } } : {}),
  ...(ports ? { ports } : {}),
})

const without = ({ cpu: _, ports: __, ...spec }: Spec) => spec
