import fc from 'fast-check'
import type { Cluster } from '../../../src/cluster/types.js'
import { type Status, StatusError } from '../../../src/base/errors/status.js'

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job'] as const
const scalable = ['Deployment', 'StatefulSet'] as const
const rolling = ['Deployment', 'StatefulSet', 'DaemonSet'] as const
const policies = ['Background', 'Foreground', 'Orphan'] as const
const NODES = ['node-1', 'node-2', 'node-3'] as const

/** The states to which a Node can be changed. */
export type NodeState = 'silent' | 'running' | 'gone' | 'back' | 'cordoned' | 'open' | 'tainted' | 'clean'

/** An action on a cluster: a request, an advance of the clock, or a fork. */
export type Action =
  | { readonly do: 'deploy'; readonly name: string; readonly replicas: number; readonly strategy: object }
  | { readonly do: 'number'; readonly name: string; readonly replicas: number; readonly parallel: boolean }
  | { readonly do: 'cover'; readonly name: string }
  | { readonly do: 'finish'; readonly name: string; readonly completions: number; readonly image: string }
  | { readonly do: 'scale'; readonly kind: (typeof scalable)[number]; readonly name: string; readonly replicas: number }
  | { readonly do: 'roll'; readonly kind: (typeof rolling)[number]; readonly name: string; readonly image: string }
  | { readonly do: 'pause'; readonly name: string; readonly paused: boolean }
  | {
      readonly do: 'remove'
      readonly kind: (typeof kinds)[number]
      readonly name: string
      readonly policy: (typeof policies)[number]
    }
  | { readonly do: 'guard'; readonly name: string; readonly budget: object }
  | { readonly do: 'kill'; readonly pod: number; readonly grace: number }
  | { readonly do: 'evict'; readonly pod: number }
  | { readonly do: 'relabel'; readonly pod: number }
  | { readonly do: 'node'; readonly node: string; readonly to: NodeState }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'fork' }

const name = fc.constantFrom('a', 'b')
const replicas = fc.nat(5)
/** Images whose containers are ready at once (`shop`), or after twenty seconds (`slow`). */
export const image = fc.constantFrom('shop:1', 'shop:2', 'slow:1')
const pod = fc.nat(20)
const percent = fc.constantFrom<string | number>('25%', '50%', '0%', 1, 2)
/** Strategies of a Deployment. */
export const strategy = fc.oneof(
  fc.constant({ type: 'Recreate' }),
  fc
    .record({ maxSurge: percent, maxUnavailable: percent })
    .filter(({ maxSurge, maxUnavailable }) => maxSurge !== '0%' || maxUnavailable !== '0%')
    .map((rollingUpdate) => ({ type: 'RollingUpdate', rollingUpdate })),
)
const of = <T extends Action['do'], M extends object>(kind: T, members: { [K in keyof M]: fc.Arbitrary<M[K]> }) =>
  fc.record<M>(members).map((given) => ({ do: kind, ...given }))

/** Any action. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: of('deploy', { name, replicas, strategy }) },
  { weight: 2, arbitrary: of('number', { name, replicas, parallel: fc.boolean() }) },
  { weight: 1, arbitrary: of('cover', { name }) },
  {
    weight: 1,
    arbitrary: of('finish', { name, completions: fc.nat(4), image: fc.constantFrom('shop:1', 'fails:1') }),
  },
  { weight: 4, arbitrary: of('scale', { kind: fc.constantFrom(...scalable), name, replicas }) },
  { weight: 3, arbitrary: of('roll', { kind: fc.constantFrom(...rolling), name, image }) },
  { weight: 1, arbitrary: of('pause', { name, paused: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: of('remove', {
      kind: fc.constantFrom(...kinds),
      name,
      policy: fc.constantFrom(...policies),
    }),
  },
  {
    weight: 2,
    arbitrary: of('guard', {
      name,
      budget: fc.constantFrom<object>({ minAvailable: 2 }, { maxUnavailable: 1 }, { minAvailable: '50%' }),
    }),
  },
  { weight: 3, arbitrary: of('kill', { pod, grace: fc.constantFrom(0, 1, 30) }) },
  { weight: 3, arbitrary: of('evict', { pod }) },
  { weight: 1, arbitrary: of('relabel', { pod }) },
  {
    weight: 4,
    arbitrary: of('node', {
      node: fc.constantFrom(...NODES),
      to: fc.constantFrom<NodeState>('silent', 'running', 'gone', 'back', 'cordoned', 'open', 'tainted', 'clean'),
    }),
  },
  { weight: 6, arbitrary: of('wait', { ms: fc.constantFrom(0, 500, 2000, 45_000, 400_000) }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'fork' }) },
)

const template = (app: string, image: string) => ({
  metadata: { labels: { app } },
  spec: {
    terminationGracePeriodSeconds: 5,
    containers: [{ name: 'c', image, resources: { requests: { cpu: '100m' } } }],
  },
})
const labelsOf = (kind: string, name: string) => `${kind.toLowerCase()}-${name}`
const workload = (kind: string, name: string, spec: object, image = 'shop:1') => ({
  metadata: { name },
  spec: {
    ...spec,
    selector: { matchLabels: { app: labelsOf(kind, name) } },
    template: template(labelsOf(kind, name), image),
  },
})

/**
 * Performs an action. Refusals by the API are fine: the object exists already, is gone, or is protected by a budget. Resolves with
 * the cluster to continue with, and whether the API accepted the action.
 */
export async function act(
  cluster: Cluster,
  given: Action,
): Promise<{ readonly cluster: Cluster; readonly done: boolean }> {
  if (given.do === 'fork') return { cluster: cluster.fork(), done: true }
  try {
    await request(cluster, given)
    return { cluster, done: true }
  } catch (error) {
    if (!(error instanceof StatusError) || error.code >= 500) throw error
    return { cluster, done: false }
  }
}

async function request(cluster: Cluster, given: Exclude<Action, { do: 'fork' }>): Promise<unknown> {
  switch (given.do) {
    case 'deploy': {
      const { strategy, replicas } = given
      return cluster.create('Deployment', workload('Deployment', given.name, { replicas, strategy }))
    }
    case 'number':
      return cluster.create(
        'StatefulSet',
        workload('StatefulSet', given.name, {
          replicas: given.replicas,
          serviceName: given.name,
          podManagementPolicy: given.parallel ? 'Parallel' : 'OrderedReady',
        }),
      )
    case 'cover':
      return cluster.create('DaemonSet', workload('DaemonSet', given.name, {}))
    case 'finish': {
      const { spec, metadata } = template(labelsOf('Job', given.name), given.image)
      return cluster.create('Job', {
        metadata: { name: given.name },
        spec: {
          completions: given.completions,
          parallelism: 2,
          backoffLimit: 2,
          template: { metadata, spec: { ...spec, restartPolicy: 'Never' } },
        },
      })
    }
    case 'scale':
      return cluster.patch(given.kind, { name: given.name }, { spec: { replicas: given.replicas } })
    case 'roll': {
      const spec = { template: template(labelsOf(given.kind, given.name), given.image) }
      return cluster.patch(given.kind, { name: given.name }, { spec })
    }
    case 'pause':
      return cluster.patch('Deployment', { name: given.name }, { spec: { paused: given.paused } })
    case 'remove':
      return cluster.delete(given.kind, { name: given.name }, { propagationPolicy: given.policy })
    case 'guard':
      return cluster.create('PodDisruptionBudget', {
        metadata: { name: given.name },
        spec: { ...given.budget, selector: { matchLabels: { app: labelsOf('Deployment', given.name) } } },
      })
    case 'node':
      return changeNode(cluster, given.node, given.to)
    case 'wait':
      return cluster.clock.advance(given.ms)
    default:
      return onPod(cluster, given)
  }
}

async function onPod(cluster: Cluster, given: Extract<Action, { readonly pod: number }>): Promise<unknown> {
  // Pods of StatefulSets are not relabelled: an orphan would keep the name its successor needs, as on a real cluster.
  const labelSelector = given.do === 'relabel' ? 'app in (deployment-a, deployment-b)' : ''
  const { items } = await cluster.list('Pod', { namespace: 'default', labelSelector })
  const name = items[given.pod % Math.max(1, items.length)]?.metadata.name
  if (name === undefined) return undefined
  if (given.do === 'kill') return cluster.delete('Pod', { name }, { gracePeriodSeconds: given.grace })
  if (given.do === 'relabel') return cluster.patch('Pod', { name }, { metadata: { labels: { app: 'stranger' } } })
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } }
  const response = await cluster.fetch(`/api/v1/namespaces/default/pods/${name}/eviction`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(eviction),
  })
  // a Status
  if (!response.ok) throw new StatusError((await response.json()) as Status)
  return undefined
}

async function changeNode(cluster: Cluster, name: string, to: NodeState): Promise<unknown> {
  const ref = { name }
  switch (to) {
    case 'silent':
    case 'running':
      return cluster.patch('Node', ref, { metadata: { annotations: { 'fakecluster/agent': to } } })
    case 'gone':
      return cluster.delete('Node', ref)
    case 'back':
      return cluster.create('Node', { metadata: { ...ref, labels: { 'kubernetes.io/hostname': name } } })
    case 'cordoned':
    case 'open':
      return cluster.patch('Node', ref, { spec: { unschedulable: to === 'cordoned' } })
    default:
      return cluster.edit('Node', ref, (node) => {
        const others = (node.spec?.taints ?? []).filter(({ key }) => key !== 'maintenance')
        const taints = to === 'tainted' ? [...others, { key: 'maintenance', effect: 'NoExecute' }] : others
        node.spec = { ...node.spec, taints }
      })
  }
}

/** Makes a Service for each application of a Deployment. */
export async function expose(cluster: Cluster): Promise<void> {
  for (const app of ['deployment-a', 'deployment-b'])
    await cluster.create('Service', { metadata: { name: app }, spec: { selector: { app }, ports: [{ port: 80 }] } })
}

/** Deletes everything that actions may have created, except Nodes. */
export async function clear(cluster: Cluster): Promise<void> {
  const made = [
    'Deployment',
    'StatefulSet',
    'DaemonSet',
    'Job',
    // Orphans, whose owner has been deleted without them.
    'ReplicaSet',
    'ControllerRevision',
    'Pod',
    'PodDisruptionBudget',
    'Service',
  ] as const
  for (const kind of made)
    for (const { metadata } of (await cluster.list(kind, { namespace: 'default' })).items) {
      const name = metadata.name ?? ''
      if (kind !== 'Service' || name !== 'kubernetes')
        await cluster.delete(kind, { name }, { propagationPolicy: 'Background' })
    }
}

/** Restores a healthy state: all Nodes exist, run and accept pods; no Deployment is paused. */
export async function heal(cluster: Cluster): Promise<void> {
  for (const node of NODES)
    for (const to of ['back', 'running', 'open', 'clean'] as const) await act(cluster, { do: 'node', node, to })
  for (const { metadata } of (await cluster.list('Deployment')).items)
    await act(cluster, { do: 'pause', name: metadata.name ?? '', paused: false })
}
