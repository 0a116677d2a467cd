import { describe, expect, test } from 'vitest'
import { isUnmade } from '../../../src/base/lists/sorted-map.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import type { ControllerChoice } from '../../../src/controllers/built-in.js'
import { defineController } from '../../../src/controllers/runtime/define.js'

const names = async (cluster: Cluster, kind: string, namespace?: string) =>
  (await cluster.list(kind, namespace === undefined ? {} : { namespace })).items.map(({ metadata }) => metadata.name)

const unmade = (cluster: Cluster) =>
  [...cluster.snapshot().state.tables].filter(([, table]) => isUnmade(table)).map(([name]) => name)

const SERVICE = { namespace: 'default', name: 'kubernetes' }
const role = (name: string) => ({ metadata: { name }, rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] })

describe('a new cluster has', () => {
  test('the Service, endpoints and address of the API server', async () => {
    const cluster = createCluster({ seed: 1 })
    expect(await cluster.get('Service', SERVICE)).toMatchObject({
      metadata: { labels: { component: 'apiserver', provider: 'kubernetes' } },
      spec: { clusterIP: '10.0.0.1', type: 'ClusterIP', ports: [{ name: 'https', port: 443, targetPort: 6443 }] },
      status: { loadBalancer: {} },
    })
    expect(await cluster.get('IPAddress', { name: '10.0.0.1' })).toMatchObject({
      metadata: { labels: { 'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io' } },
      spec: { parentRef: { resource: 'services', ...SERVICE } },
    })
    const { subsets } = await cluster.get('Endpoints', SERVICE)
    const { endpoints, ports, addressType } = await cluster.get('EndpointSlice', SERVICE)
    expect(subsets).toEqual([
      { addresses: [{ ip: '192.0.2.1' }], ports: [{ name: 'https', port: 6443, protocol: 'TCP' }] },
    ])
    expect(endpoints).toEqual([{ addresses: ['192.0.2.1'], conditions: { ready: true } }])
    expect([ports, addressType]).toEqual([[{ name: 'https', port: 6443, protocol: 'TCP' }], 'IPv4'])
    const { data } = await cluster.get('ConfigMap', {
      namespace: 'kube-system',
      name: 'extension-apiserver-authentication',
    })
    expect(Object.keys(data ?? {})).toContain('requestheader-client-ca-file')
  })

  test('the ConfigMap with the start of the tracking of legacy service account tokens', async () => {
    const cluster = createCluster({ seed: 1, start: '2025-03-04T23:59:59Z' })
    const ref = { namespace: 'kube-system', name: 'kube-apiserver-legacy-service-account-token-tracking' }
    expect((await cluster.get('ConfigMap', ref)).data).toEqual({ since: '2025-03-04' })
  })

  test('priority classes, flow control and RBAC objects', async () => {
    const cluster = createCluster({ seed: 1 })
    expect(await names(cluster, 'PriorityClass')).toEqual(['system-cluster-critical', 'system-node-critical'])
    expect(await names(cluster, 'PriorityLevelConfiguration')).toEqual(
      'catch-all exempt global-default leader-election node-high system workload-high workload-low'.split(' '),
    )
    expect(await names(cluster, 'FlowSchema')).toHaveLength(13)
    expect(await names(cluster, 'ClusterRole')).toEqual(
      expect.arrayContaining(['admin', 'cluster-admin', 'edit', 'view']),
    )
    expect(await names(cluster, 'ClusterRoleBinding')).toEqual(expect.arrayContaining(['cluster-admin', 'system:node']))
    expect(await names(cluster, 'Role', 'kube-public')).toEqual(['system:controller:bootstrap-signer'])
    expect(await names(cluster, 'RoleBinding', 'kube-system')).toContain('system::leader-locking-kube-scheduler')
  })

  test('a local, available APIService for each served version', async () => {
    const cluster = createCluster({ seed: 1 })
    const { items } = await cluster.list('APIService')
    expect(items.map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(['v1.', 'v1.apps', 'v1.batch', 'v2.autoscaling', 'v1.rbac.authorization.k8s.io']),
    )
    for (const { metadata, spec, status } of items) {
      expect(metadata.name).toBe(`${spec?.version}.${spec?.group ?? ''}`)
      expect(status?.conditions).toMatchObject([{ type: 'Available', status: 'True', reason: 'Local' }])
    }
    const { groups } = (await (await cluster.fetch('/apis')).json()) as {
      readonly groups: readonly { readonly name: string }[]
    }
    const priority = (name: string) => items.find(({ spec }) => spec?.group === name)?.spec?.groupPriorityMinimum ?? 0
    expect(groups[0]?.name).toBe('apiregistration.k8s.io')
    const ranks = groups.slice(1).map(({ name }) => priority(name))
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
    expect(ranks).not.toContain(0)
  })

  test('aggregated cluster roles with the rules of the selected roles', async () => {
    const cluster = createCluster({ seed: 1 })
    const rulesOf = async (name: string) => (await cluster.get('ClusterRole', { name })).rules ?? []
    const view = await rulesOf('system:aggregate-to-view')
    expect(view.length).toBeGreaterThan(5)
    expect(await rulesOf('view')).toEqual(view)
    for (const rule of [...view, ...(await rulesOf('system:aggregate-to-admin'))])
      expect(await rulesOf('admin')).toContainEqual(rule)
    const { metadata } = await cluster.get('ClusterRole', { name: 'view' })
    expect(metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`)).toEqual([
      'clusterrole-aggregation-controller Apply',
      'kube-apiserver Update',
    ])
  })

  test('only the namespace default in profile example', async () => {
    const cluster = createCluster({ seed: 1, profile: 'example' })
    expect(await names(cluster, 'Namespace')).toEqual(['default'])
    for (const kind of ['Service', 'ClusterRole', 'FlowSchema', 'APIService', 'PriorityClass'])
      expect(await names(cluster, kind)).toEqual([])
  })
})

describe('the range of Services is ready', () => {
  const rangeOf = async (controllers: ControllerChoice) => {
    const range = await createCluster({ seed: 1, controllers }).get('ServiceCIDR', { name: 'kubernetes' })
    const managers = range.metadata.managedFields?.map(({ manager }) => manager)
    return [range.metadata.finalizers, range.status?.conditions?.map(({ message }) => message), managers]
  }

  test('by the server itself', async () => {
    const ready = ['Kubernetes default Service CIDR is ready']
    const managers = ['kubernetes-service-cidr-controller', 'kube-apiserver']
    expect(await rangeOf('none')).toEqual([undefined, ready, managers])
  })

  test('as its controller writes, if that runs', async () => {
    const managers = ['service-cidr-controller', 'kube-apiserver', 'kube-controller-manager']
    const written = [
      ['networking.k8s.io/service-cidr-finalizer'],
      ['Kubernetes Service CIDR is ready'],
      ['kubernetes-service-cidr-controller', ...managers],
    ]
    expect(await rangeOf(['service-cidrs'])).toEqual(written)
    expect(await rangeOf('default')).toEqual(written)
  })
})

describe('bootstrap objects are created lazily, which clients cannot notice:', () => {
  test('a start creates only those it needs', () => {
    expect(unmade(createCluster({ seed: 1, controllers: 'none' }))).toHaveLength(14)
    const needed = ['configmaps'] // for the root certificates
    expect(unmade(createCluster({ seed: 1 })).map((name) => name.slice(1))).not.toEqual(expect.arrayContaining(needed))
    expect(unmade(createCluster({ seed: 1 }))).toHaveLength(13)
  })

  test('a CRD creates the APIServices and nothing else', async () => {
    const names = { plural: 'widgets', kind: 'Widget' }
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }]
    const crds = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.shop.example.com' },
      spec: { group: 'shop.example.com', scope: 'Cluster', names, versions },
    }
    // The rules of definitions are loaded with the first of them.
    await createCluster({ seed: 1, crds }).settled()
    const without = unmade(createCluster({ seed: 1 }))
    expect(unmade(createCluster({ seed: 1, crds }))).toEqual(
      without.filter((name) => name !== 'apiregistration.k8s.io/apiservices'),
    )
  })

  test('a pod has none made: nothing that is there from the start selects it or ranks it', async () => {
    const cluster = createCluster({ seed: 1 })
    const before = unmade(cluster)
    const metadata = { name: 'a', labels: { component: 'apiserver' } }
    const made = await cluster.create('Pod', { metadata, spec: { containers: [{ name: 'a', image: 'a' }] } })
    await cluster.idle()
    expect(made.spec).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' })
    expect(unmade(cluster)).toEqual(before)
    expect(before).toEqual(expect.arrayContaining(['/services', 'scheduling.k8s.io/priorityclasses']))
  })

  test('later objects have the same uids and resourceVersions either way', async () => {
    const make = async (looks: boolean) => {
      const cluster = createCluster({ seed: 1 })
      if (looks) for (const kind of ['ClusterRole', 'FlowSchema', 'APIService']) await cluster.list(kind)
      await cluster.create('Lease', { metadata: { name: 'a' } })
      return [await cluster.create('ClusterRole', role('a')), await cluster.get('ClusterRole', { name: 'view' })]
    }
    expect(await make(true)).toEqual(await make(false))
  })

  test('they have unique resourceVersions, below all others', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const first = cluster.snapshot().state.revision
    const revisions: number[] = []
    for (const kind of 'ClusterRole ClusterRoleBinding Role RoleBinding FlowSchema APIService Service ConfigMap'.split(
      ' ',
    ))
      for (const { metadata } of (await cluster.list(kind)).items) revisions.push(Number(metadata.resourceVersion))
    expect(new Set(revisions).size).toBe(revisions.length)
    expect(Math.max(...revisions)).toBeLessThanOrEqual(1000)
    expect(cluster.snapshot().state.revision).toBe(first)
  })

  test('forks, snapshots and the past have the same objects', async () => {
    const cluster = createCluster({ seed: 1 })
    const before = cluster.snapshot()
    const fork = cluster.fork()
    const { metadata } = await cluster.get('ClusterRole', { name: 'view' })
    expect((await fork.get('ClusterRole', { name: 'view' })).metadata).toEqual(metadata)
    expect(cluster.at(before).get('ClusterRole', { name: 'view' })?.metadata).toEqual(metadata)
    expect(cluster.diff(before)).toEqual([])
    await cluster.delete('ClusterRole', { name: 'cluster-admin' })
    expect(cluster.diff(before)).toMatchObject([{ type: 'removed', kind: 'ClusterRole', name: 'cluster-admin' }])
    expect(await fork.get('ClusterRole', { name: 'cluster-admin' })).toBeDefined()
    cluster.restore(before)
    expect((await cluster.get('ClusterRole', { name: 'view' })).metadata).toEqual(metadata)
  })

  test('a read that creates them is neither a change nor in the journal', async () => {
    const cluster = createCluster({ seed: 1 })
    const look = async () => {
      for (const kind of ['Service', 'ClusterRole', 'FlowSchema', 'APIService']) await cluster.list(kind)
    }
    expect(await cluster.changes(look)).toEqual([])
    expect(cluster.journal.requests().flatMap(({ changes }) => changes)).toEqual([])
  })

  test('a watch without a resourceVersion sends them, one from now does not', async () => {
    const cluster = createCluster({ seed: 1 })
    const lines = async (query: string) => {
      const path = '/apis/scheduling.k8s.io/v1/priorityclasses?watch=1&timeoutSeconds=1'
      const reply = cluster.fetch(`${path}${query}`)
      await cluster.clock.advance('2s')
      const text = await (await reply).text()
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { readonly type: string }).type)
    }
    expect(await lines('')).toEqual(['ADDED', 'ADDED'])
    expect(await lines(`&resourceVersion=${cluster.snapshot().state.revision}`)).toEqual([])
  })
})

describe('bootstrap objects in dumps and fixtures', () => {
  test('a dump leaves out unchanged ones, unless bootstrap is true', async () => {
    const cluster = createCluster({ seed: 1 })
    await cluster.list('ClusterRole')
    await cluster.create('ClusterRole', role('own'))
    await cluster.patch('ClusterRole', { name: 'view' }, { metadata: { labels: { seen: 'yes' } } })
    const text = await cluster.dump({ kinds: ['ClusterRole', 'Service'] })
    expect(text.match(/^ {4}name: .*/gm)).toEqual(['    name: own', '    name: view'])
    const whole = await cluster.dump({ kinds: ['ClusterRole', 'Service'], bootstrap: true })
    expect(whole.match(/^ {4}name: .*/gm)).toHaveLength(68)
    const other = createCluster({ seed: 2, fixtures: text })
    expect((await other.get('ClusterRole', { name: 'view' })).metadata.labels).toMatchObject({ seen: 'yes' })
    expect(await other.dump({ kinds: ['ClusterRole'] })).toBe(await cluster.dump({ kinds: ['ClusterRole'] }))
  })

  test('a dump with bootstrap: true loads, here and in another cluster', async () => {
    const cluster = createCluster({ seed: 1 })
    const whole = await cluster.dump({ bootstrap: true })
    await cluster.load(whole)
    const other = createCluster({ seed: 2, fixtures: whole })
    expect(await other.dump({ bootstrap: true })).toBe(whole)
  })

  test('a fixture replaces the one of the same name', async () => {
    const metadata = { ...SERVICE, uid: 'u' }
    const fixtures = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { clusterIP: '10.0.0.9', ports: [{ port: 1 }] },
    }
    const cluster = createCluster({ seed: 1, fixtures })
    await cluster.clock.advance('1m')
    expect(await cluster.get('Service', SERVICE)).toMatchObject({
      metadata: { uid: 'u' },
      spec: { clusterIP: '10.0.0.9' },
    })
    expect(await cluster.list('Service')).toMatchObject({ items: { length: 1 } })
  })
})

describe('rules of bootstrap objects', () => {
  test('a system priority class cannot be deleted, except with its collection', async () => {
    const cluster = createCluster({ seed: 1 })
    await expect(cluster.delete('PriorityClass', { name: 'system-node-critical' })).rejects.toThrow(
      'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
    )
    await cluster.fetch('/apis/scheduling.k8s.io/v1/priorityclasses', { method: 'DELETE' })
    expect(await names(cluster, 'PriorityClass')).toEqual([])
  })

  test("the API server's address is allocated", async () => {
    const cluster = createCluster({ seed: 1 })
    await expect(
      cluster.create('Service', { metadata: { name: 'a' }, spec: { clusterIP: '10.0.0.1', ports: [{ port: 1 }] } }),
    ).rejects.toThrow('failed to allocate IP 10.0.0.1: provided IP is already allocated')
  })

  test('custom controllers reconcile those of kinds that they watch by name', async () => {
    const met: string[] = []
    const meet = (name: string) => (key: { readonly kind: string; readonly name: string }) =>
      void met.push(`${name} ${key.kind} ${key.name}`)
    const named = defineController({ name: 'named', watches: { Service: 'own' }, reconcile: meet('named') })
    const any = defineController({ name: 'any', watches: { '*': 'own' }, reconcile: meet('any') })
    const late = defineController({ name: 'late', watches: { Service: 'own' }, reconcile: meet('late') })
    const cluster = createCluster({ seed: 1, controllers: [named, any] })
    await cluster.settled()
    expect(met.filter((each) => each.includes('Service '))).toEqual(['named Service kubernetes'])
    cluster.controllers.add(late)
    await cluster.settled()
    expect(met.at(-1)).toBe('late Service kubernetes')
    expect(unmade(cluster)).toContain('rbac.authorization.k8s.io/clusterroles')
  })
})
