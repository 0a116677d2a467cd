import { describe, expect, test } from 'vitest'
import { type Cluster, type KubeObject, createCluster } from '../../../src/index.js'
import { keyOf } from '../../../src/rest/context.js'
import { objectsOf } from '../../../src/store/page.js'

const SIZES = { nodes: 12, deployments: 12, pods: 240, namespaces: 4 }

async function populated(controllers: 'default' | 'none' = 'none', seed = 1): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, controllers })
  await cluster.populate(SIZES, { seed })
  return cluster
}

const stored = (cluster: Cluster, table: string): readonly KubeObject[] =>
  objectsOf(cluster.snapshot().state.tables.get(table))

const revision = (cluster: Cluster) => cluster.snapshot().state.revision

/** The objects written after a revision, with how much later; without APIServices, as nodes register that of metrics. */
const revisionsSince = (cluster: Cluster, from: number) =>
  Object.fromEntries(
    [...cluster.snapshot().state.tables].flatMap(([table, objects]) =>
      objectsOf(objects).flatMap(({ kind, metadata: { namespace, name, resourceVersion } }) => {
        const since = Number(resourceVersion) - from
        return since > 0 && kind !== 'APIService' ? [[`${table} ${namespace}/${name}`, since]] : []
      }),
    ),
  )

const namesIn = (cluster: Cluster) => Object.keys(revisionsSince(cluster, 0))

/** The number of pods by the status that kubectl prints. */
function troubles(pods: readonly KubeObject[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status } of pods as readonly { status?: Status }[]) {
    const waiting = status?.containerStatuses?.find(({ state }) => state?.waiting)?.state?.waiting?.reason
    const unplaced = status?.conditions?.find(({ reason }) => reason === 'Unschedulable')?.reason
    const word = waiting ?? unplaced ?? status?.phase ?? ''
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}
type Status = {
  readonly phase?: string
  readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[]
  readonly containerStatuses?: readonly { readonly state?: { readonly waiting?: { readonly reason?: string } } }[]
}

describe('a generated world', () => {
  test('has the requested numbers of objects', async () => {
    const cluster = await populated()
    expect(stored(cluster, '/nodes')).toHaveLength(SIZES.nodes)
    expect(stored(cluster, 'apps/deployments')).toHaveLength(SIZES.deployments)
    expect(stored(cluster, '/pods')).toHaveLength(SIZES.pods)
    const teams = stored(cluster, '/namespaces').filter(({ metadata }) => metadata.labels?.['team'])
    expect(teams).toHaveLength(SIZES.namespaces)
    for (const table of [
      'apps/daemonsets',
      'apps/statefulsets',
      'batch/cronjobs',
      'batch/jobs',
      '/services',
      'discovery.k8s.io/endpointslices',
      '/configmaps',
      '/secrets',
      '/events',
      '/resourcequotas',
    ])
      expect(stored(cluster, table)).not.toEqual([])
  })

  test('is the same for the same options and seed, and different for another seed', async () => {
    const [first, second, other] = await Promise.all([populated(), populated(), populated('none', 2)])
    expect(await second.dump()).toBe(await first.dump())
    expect(await other.dump()).not.toBe(await first.dump())
  })

  test('has some pods in trouble, and Events that count it', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    await cluster.populate({ nodes: 40, deployments: 60, pods: 1200, namespaces: 10 }, { seed: 3 })
    const found = troubles(stored(cluster, '/pods'))
    expect(Object.keys(found).sort()).toEqual([
      'CrashLoopBackOff',
      'ImagePullBackOff',
      'Running',
      'Succeeded',
      'Unschedulable',
    ])
    expect(found['Running']).toBeGreaterThan(1000)
    const events = (await cluster.list<KubeObject>('v1/Event')).items
    const reasons = new Set(events.map(({ reason }) => reason))
    expect([...reasons]).toEqual(expect.arrayContaining(['BackOff', 'Failed', 'FailedScheduling', 'Unhealthy']))
    expect(events.some(({ count }) => Number(count) > 50)).toBe(true)
  })

  test('has pods of different ages, some older than a week and none from the future', async () => {
    const cluster = await populated()
    const ages = stored(cluster, '/pods').map(({ metadata }) => {
      return (cluster.clock.now() - Date.parse(String(metadata.creationTimestamp))) / 86_400_000
    })
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeGreaterThan(7)
    expect(new Set(ages.map(Math.floor)).size).toBeGreaterThan(5)
  })

  test('shares the containers of pods of a template', async () => {
    const cluster = await populated()
    const specs = stored(cluster, '/pods').map(({ spec }) => (spec as { containers: unknown }).containers)
    expect(new Set(specs).size).toBeLessThan(SIZES.pods / 4)
  })

  test('has objects as an import of them decodes, orders and accepts them', async () => {
    const world = createCluster({ seed: 1, controllers: 'none' })
    await world.populate({ nodes: 40, deployments: 60, pods: 1200, namespaces: 10 }, { seed: 3 })
    const tables = ['/nodes', 'coordination.k8s.io/leases', '/pods']
    const objects = tables.flatMap((table) => stored(world, table))
    const namespaces = stored(world, '/namespaces')
    const copy = createCluster({ seed: 1, controllers: 'none', fixtures: [...namespaces, ...objects] })
    const copied = tables.flatMap((table) => stored(copy, table))
    expect(copied.map((object) => JSON.stringify(object))).toEqual(objects.map((object) => JSON.stringify(object)))
    expect(objects.length).toBeGreaterThan(1200)
  })

  test('tells the owners of an object of its own times, and no element of another object', async () => {
    const world = createCluster({ seed: 1, controllers: 'none' })
    await world.populate({ nodes: 40, deployments: 60, pods: 1200, namespaces: 10 }, { seed: 3 })
    const fieldsOf = ({ metadata }: KubeObject) => JSON.stringify(metadata.managedFields?.map((each) => each.fieldsV1))
    const createdBy = ({ metadata }: KubeObject) => metadata.managedFields?.find((each) => !each.subresource)?.time
    for (const pod of stored(world, '/pods')) {
      const { podIPs = [] } = pod['status'] as { readonly podIPs?: readonly { readonly ip: string }[] }
      const named = [...fieldsOf(pod).matchAll(/k:\{\\*"ip\\*":\\*"([^"\\]*)/g)].map(([, ip]) => ip)
      expect(named).toEqual(podIPs.map(({ ip }) => ip))
    }
    for (const node of stored(world, '/nodes'))
      expect(fieldsOf(node)).toContain(JSON.stringify((node['spec'] as { podCIDR: string }).podCIDR).slice(1, -1))
    for (const lease of stored(world, 'coordination.k8s.io/leases')) {
      expect(fieldsOf(lease)).toContain(lease.metadata.ownerReferences?.[0]?.uid)
      expect(createdBy(lease)).toBe(lease.metadata.creationTimestamp)
    }
    for (const object of [...stored(world, '/pods'), ...stored(world, '/nodes')])
      expect(createdBy(object)).toBe(object.metadata.creationTimestamp)
  })

  test('consists of objects that requests can create', async () => {
    const world = await populated()
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const before = cluster.snapshot().state.tables
    const events = (await world.list<KubeObject>('v1/Event')).items
    const first = ['/namespaces', '/serviceaccounts']
    const tables = [...first, ...[...world.snapshot().state.tables.keys()].filter((table) => !first.includes(table))]
    let made = 0
    for (const table of tables)
      for (const object of table === '/events' ? events : stored(world, table)) {
        const {
          uid: _,
          resourceVersion: __,
          creationTimestamp: ___,
          managedFields: _____,
          ...metadata
        } = object.metadata
        // Skips objects that every server has, and IPAddresses, which are created with a Service.
        if (before.get(table)?.has(keyOf(metadata.namespace ?? '', metadata.name ?? ''))) continue
        if (object.kind === 'IPAddress') continue
        const { status: ____, spec, ...rest } = object
        await cluster.create(`${object.apiVersion}/${object.kind}`, {
          ...rest,
          metadata,
          ...(spec ? { spec: object.kind === 'Job' ? withoutSelector(spec) : spec } : {}),
        })
        made++
      }
    expect(made).toBeGreaterThan(SIZES.pods + SIZES.nodes)
  })
})

/** The spec of a Job without its selector and labels, which the server generates. */
function withoutSelector(spec: unknown): object {
  const { selector: _, template, ...rest } = spec as { selector: unknown; template: { spec: object } }
  return { ...rest, template: { spec: template.spec } }
}

describe('the controllers in a generated world', () => {
  test.each(['1.33', '1.37'] as const)('write nothing in v%s', async (kubernetesVersion) => {
    const bare = createCluster({ seed: 1, kubernetesVersion, controllers: 'none' })
    const cluster = createCluster({ seed: 1, kubernetesVersion, controllers: 'default' })
    // The initial objects of a server are created first.
    await cluster.settled()
    const before = [bare, cluster].map(revision)
    await bare.populate(SIZES, { seed: 1 })
    await cluster.populate(SIZES, { seed: 1 })
    await cluster.settled()
    const [made, found] = [bare, cluster].map((each, i) => revisionsSince(each, before[i] ?? 0))
    expect(found).toEqual(made)
  })

  test('later write only the heartbeats of nodes, while nothing happens', async () => {
    const cluster = await populated('default')
    // An Event about each new node is written first.
    await cluster.clock.advance('1m')
    const [before, names] = [revision(cluster), namesIn(cluster)]
    await cluster.clock.advance('6m')
    expect(namesIn(cluster)).toEqual(names)
    const written = Object.keys(revisionsSince(cluster, before)).map((key) => key.split(' ')[0])
    expect(new Set(written)).toEqual(new Set(['/nodes', 'coordination.k8s.io/leases']))
    expect(written).toHaveLength(2 * SIZES.nodes)
  })

  test('compute the same statuses when they are triggered', async () => {
    const cluster = await populated('default')
    await cluster.settled()
    const kinds = ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Service', 'PodDisruptionBudget'] as const
    const statuses = async () =>
      Promise.all(
        [...kinds, 'Pod', 'Endpoints', 'EndpointSlice', 'ResourceQuota'].map(async (kind) =>
          (await cluster.list<KubeObject>(kind)).items.map(({ metadata, status, subsets, endpoints }) => ({
            name: metadata.name,
            ...{ status, subsets, endpoints },
          })),
        ),
      )
    const before = await statuses()
    for (const kind of kinds)
      for (const { metadata } of (await cluster.list<KubeObject>(kind)).items)
        await cluster.patch(
          kind,
          { name: metadata.name ?? '', namespace: metadata.namespace ?? '' },
          { metadata: { labels: { woken: 'yes' } } },
        )
    await cluster.settled()
    expect(await statuses()).toEqual(before)
  })

  test('replace a deleted pod', async () => {
    const cluster = await populated('default')
    const [pod] = stored(cluster, '/pods').filter(
      ({ metadata }) => metadata.ownerReferences?.[0]?.kind === 'ReplicaSet',
    )
    const { name = '', namespace = '' } = pod?.metadata ?? {}
    await cluster.delete('Pod', { name, namespace })
    await cluster.clock.advance('30s')
    expect(stored(cluster, '/pods')).toHaveLength(SIZES.pods)
    expect(stored(cluster, '/pods').some(({ metadata }) => metadata.name === name)).toBe(false)
  })
})

describe('populate with impossible options', () => {
  const refused = (options: object) => createCluster({ controllers: 'none' }).populate(options)

  test.each([
    [{ pods: 500, nodes: 2 }, '500 pods do not fit on 2 nodes, each of which takes 100; give nodes: 8'],
    [{ pods: 5, deployments: 0 }, '5 pods need Deployments that own them; give deployments: 1 or more'],
    [{ pod: 5 }, 'options.pod: no such member; did you mean "pods"?'],
    [{ churn: '20' }, 'options.churn: must be a rate such as "20/s", "30/m" or "100/h", up to 1000/s, not "20"'],
    [{ nodes: 0 }, 'options.nodes: must be a whole number from 1 to 5000, not 0'],
  ])('rejects %j', async (options, message) => {
    await expect(refused(options)).rejects.toThrow(`populate: ${message}`)
  })

  test('writes nothing', async () => {
    const cluster = createCluster({ controllers: 'none' })
    const before = revision(cluster)
    await expect(cluster.populate({ pods: 500, nodes: 2 })).rejects.toThrow('do not fit')
    expect(revision(cluster)).toBe(before)
  })
})

test.each([
  { pods: 0 },
  { pods: 1 },
  { nodes: 1, pods: 3, deployments: 1 },
  { nodes: 9, pods: 60, deployments: 70, namespaces: 2 },
  { nodes: 10, pods: 690, deployments: 3 },
])('generates any sizes that fit: %j', async (options) => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.populate(options, { seed: 5 })
  expect(stored(cluster, '/pods')).toHaveLength(options.pods)
})
