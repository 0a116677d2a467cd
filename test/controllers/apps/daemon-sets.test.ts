import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { said, setPod, template } from './pods.js'
import { syncsOf } from './workloads.js'

const open = () =>
  createCluster({
    seed: 1,
    controllers: ['daemon-sets', 'garbage-collection'],
    disableAdmissionPlugins: ['ServiceAccount', 'TaintNodesByCondition', 'DefaultTolerationSeconds'],
  })

type NodeSaid = { readonly labels?: { readonly [label: string]: string }; readonly taints?: readonly Taint[] }
type Taint = { readonly key: string; readonly effect: string; readonly value?: string }

const makeNode = (cluster: Cluster, name: string, { labels = {}, taints = [] }: NodeSaid = {}) =>
  cluster.create('Node', { metadata: { name, labels }, spec: { taints } })

const makeSet = (cluster: Cluster, spec: object = {}, metadata: object = {}) =>
  cluster.create('DaemonSet', {
    metadata: { name: 'agent', ...metadata },
    spec: { selector: { matchLabels: { app: 'agent' } }, template: template('agent'), ...spec },
  })

async function withNodes(count: number, spec: object = {}): Promise<Cluster> {
  const cluster = open()
  for (let i = 1; i <= count; i++) await makeNode(cluster, `node-${i}`)
  await makeSet(cluster, spec)
  return cluster
}

const rolling = (maxUnavailable: number | string, maxSurge: number | string = 0) => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable, maxSurge } },
})

const podsOf = async (cluster: Cluster) => (await cluster.list('Pod')).items
type Pod = Awaited<ReturnType<typeof podsOf>>[number]
const targetOf = (pod: Pod) =>
  pod.spec?.nodeName ??
  pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms[0]
    ?.matchFields?.[0]?.values?.[0] ??
  ''
/** The node and image of each pod, sorted: `node-1 i:1`. */
const places = async (cluster: Cluster) =>
  (await podsOf(cluster))
    .map(
      (pod) => `${targetOf(pod)} ${pod.spec?.containers[0]?.image}${pod.metadata.deletionTimestamp ? ' (going)' : ''}`,
    )
    .toSorted()
const statusOf = async (cluster: Cluster) => (await cluster.get('DaemonSet', { name: 'agent' })).status
const newImage = (cluster: Cluster, image: string) =>
  cluster.patch(
    'DaemonSet',
    { name: 'agent' },
    { spec: { template: { spec: { containers: [{ name: 'c', image }] } } } },
  )

/** Makes the pods with an image ready, on all nodes or on the given ones. */
async function ready(cluster: Cluster, image = 'i:1', ...nodes: readonly string[]) {
  for (const pod of await podsOf(cluster))
    if (pod.spec?.containers[0]?.image === image && (nodes.length === 0 || nodes.includes(targetOf(pod))))
      await setPod(cluster, pod.metadata.name ?? '')
}

describe('daemon pods', () => {
  test('are created one per node, and counted in the status', async () => {
    const cluster = await withNodes(2)
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-2 i:1'])
    expect(await statusOf(cluster)).toEqual({
      currentNumberScheduled: 2,
      numberMisscheduled: 0,
      desiredNumberScheduled: 2,
      numberReady: 0,
      observedGeneration: 1,
      updatedNumberScheduled: 2,
      numberUnavailable: 2,
    })
    await ready(cluster)
    expect(await statusOf(cluster)).toEqual({
      currentNumberScheduled: 2,
      numberMisscheduled: 0,
      desiredNumberScheduled: 2,
      numberReady: 2,
      observedGeneration: 1,
      updatedNumberScheduled: 2,
      numberAvailable: 2,
    })
    const [first] = await podsOf(cluster)
    expect(await said(cluster, 'DaemonSet')).toContain(`SuccessfulCreate: Created pod: ${first?.metadata.name}`)
  })

  test('get the affinity for their node, the standard tolerations, and the labels of the revision', async () => {
    const cluster = open()
    await makeNode(cluster, 'node-1')
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'gpu', operator: 'DoesNotExist' }] }],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, preference: { matchExpressions: [{ key: 'fast', operator: 'Exists' }] } },
        ],
      },
    }
    const own = { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' }
    await makeSet(cluster, {
      template: template('agent', {
        spec: { affinity, hostNetwork: true, tolerations: [own, { operator: 'Exists' }] },
      }),
    })
    const [pod] = await podsOf(cluster)
    expect(pod?.spec?.affinity).toEqual({
      nodeAffinity: {
        ...affinity.nodeAffinity,
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-1'] }] }],
        },
      },
    })
    expect(pod?.spec?.tolerations?.map(({ key, effect }) => `${key}:${effect}`)).toEqual([
      'node.kubernetes.io/unschedulable:NoSchedule',
      'undefined:undefined',
      'node.kubernetes.io/not-ready:NoExecute',
      'node.kubernetes.io/unreachable:NoExecute',
      'node.kubernetes.io/disk-pressure:NoSchedule',
      'node.kubernetes.io/memory-pressure:NoSchedule',
      'node.kubernetes.io/pid-pressure:NoSchedule',
      'node.kubernetes.io/network-unavailable:NoSchedule',
    ])
    expect(pod?.metadata.labels).toEqual({
      app: 'agent',
      'controller-revision-hash': expect.stringMatching(/^[b-z2-9]{6,10}$/),
      'pod-template-generation': '1',
    })
    expect(pod?.metadata).toMatchObject({
      generateName: 'agent-',
      ownerReferences: [{ kind: 'DaemonSet', name: 'agent' }],
    })
  })

  test('are created when a matching node is added, or when a node gets the label', async () => {
    const cluster = await withNodes(1, { template: template('agent', { spec: { nodeSelector: { disk: 'ssd' } } }) })
    expect(await places(cluster)).toEqual([])
    await cluster.patch('Node', { name: 'node-1' }, { metadata: { labels: { disk: 'ssd' } } })
    await makeNode(cluster, 'node-2', { labels: { disk: 'ssd' } })
    await makeNode(cluster, 'node-3', { labels: { disk: 'slow' } })
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-2 i:1'])
    expect(await statusOf(cluster)).toMatchObject({ desiredNumberScheduled: 2, numberMisscheduled: 0 })
  })

  test('are deleted when their node no longer matches the node selector', async () => {
    const cluster = open()
    await makeNode(cluster, 'node-1', { labels: { disk: 'ssd' } })
    await makeSet(cluster, {
      template: template('agent', { spec: { nodeSelector: { disk: 'ssd' }, nodeName: 'node-1' } }),
    })
    expect(await places(cluster)).toEqual(['node-1 i:1'])
    await cluster.patch('Node', { name: 'node-1' }, { metadata: { labels: { disk: null } } })
    expect(await places(cluster)).toEqual(['node-1 i:1 (going)'])
    expect((await said(cluster, 'DaemonSet')).at(-1)).toMatch(/^SuccessfulDelete: Deleted pod: agent-/)
  })

  test('stay on a node that is tainted NoSchedule, and are deleted from one tainted NoExecute', async () => {
    const cluster = open()
    for (const name of ['node-1', 'node-2']) await makeNode(cluster, name)
    await makeSet(cluster)
    for (const pod of await podsOf(cluster)) await bind(cluster, pod, targetOf(pod))
    const taint = (name: string, effect: string) =>
      cluster.patch('Node', { name }, { spec: { taints: [{ key: 'special', effect }] } })
    await taint('node-1', 'NoSchedule')
    await taint('node-2', 'NoExecute')
    await cluster.patch('DaemonSet', { name: 'agent' }, { metadata: { labels: { touched: 'yes' } } })
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-2 i:1 (going)'])
    expect(await statusOf(cluster)).toMatchObject({ desiredNumberScheduled: 0, numberMisscheduled: 2 })
    await makeNode(cluster, 'node-3', { taints: [{ key: 'special', effect: 'NoSchedule' }] })
    await makeNode(cluster, 'node-4', { taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] })
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-2 i:1 (going)', 'node-4 i:1'])
    await cluster.patch('Node', { name: 'node-1' }, { spec: { taints: [] } })
    expect(await statusOf(cluster)).toMatchObject({ desiredNumberScheduled: 2, numberMisscheduled: 1 })
  })

  test('that are not scheduled yet are deleted when their node is tainted NoExecute', async () => {
    const cluster = await withNodes(2)
    await cluster.patch('Node', { name: 'node-2' }, { spec: { taints: [{ key: 'special', effect: 'NoExecute' }] } })
    expect(await places(cluster)).toEqual(['node-1 i:1'])
    expect(await statusOf(cluster)).toMatchObject({ desiredNumberScheduled: 1 })
  })

  test('that are not scheduled yet are deleted with their node', async () => {
    const cluster = await withNodes(2)
    await cluster.delete('Node', { name: 'node-2' })
    await cluster.patch('DaemonSet', { name: 'agent' }, { metadata: { labels: { touched: 'yes' } } })
    expect(await places(cluster)).toEqual(['node-1 i:1'])
  })

  test('are deleted if there are several on a node, except for the oldest', async () => {
    const cluster = await withNodes(1)
    const [pod] = await podsOf(cluster)
    await cluster.clock.advance('1m')
    const { spec, metadata } = pod as NonNullable<typeof pod>
    await cluster.create('Pod', {
      metadata: { name: 'stray', labels: metadata.labels ?? {} },
      spec: { containers: spec?.containers ?? [], affinity: spec?.affinity ?? {} },
    })
    expect((await podsOf(cluster)).map((each) => each.metadata.name)).toEqual([metadata.name])
  })
})

/** Binds a pod to a node as a scheduler does. */
async function bind(cluster: Cluster, { metadata }: Pick<Pod, 'metadata'>, node: string) {
  const reply = await cluster.fetch(`http://local/api/v1/namespaces/default/pods/${metadata.name}/binding`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: metadata.name },
      target: { kind: 'Node', name: node },
    }),
  })
  expect(reply.status).toBe(201)
}

test('corrects counts in the status that somebody else has written', async () => {
  const cluster = await withNodes(2)
  await ready(cluster)
  const right = await statusOf(cluster)
  await cluster.patch('DaemonSet', { name: 'agent' }, { status: { numberReady: 1 } }, { subresource: 'status' })
  expect(await statusOf(cluster)).toEqual(right)
})

describe('finished daemon pods', () => {
  const phaseOf = async (cluster: Cluster) => (await podsOf(cluster)).map(({ status }) => status?.phase)
  const nameOf = async (cluster: Cluster) => (await podsOf(cluster))[0]?.metadata.name ?? ''

  test('are replaced, failed ones with a growing back-off', async () => {
    const cluster = await withNodes(1)
    const first = await nameOf(cluster)
    await setPod(cluster, first, 'Failed')
    expect(await phaseOf(cluster)).toEqual(['Pending'])
    expect(await said(cluster, 'DaemonSet')).toContain(
      `FailedDaemonPod: Found failed daemon pod default/${first} on node node-1, will try to kill it`,
    )
    await setPod(cluster, await nameOf(cluster), 'Failed')
    expect(await phaseOf(cluster)).toEqual(['Failed'])
    await cluster.clock.advance('1s')
    expect(await phaseOf(cluster)).toEqual(['Pending'])
    await setPod(cluster, await nameOf(cluster), 'Failed')
    await cluster.clock.advance('1s')
    expect(await phaseOf(cluster)).toEqual(['Failed'])
    await cluster.clock.advance('1s')
    expect(await phaseOf(cluster)).toEqual(['Pending'])
    expect(await cluster.clock.next()).toBe(false)
  })

  test('are replaced in a fork after the same back-off', async () => {
    const cluster = await withNodes(1)
    for (let i = 0; i < 2; i++) await setPod(cluster, await nameOf(cluster), 'Failed')
    const fork = await cluster.fork()
    await fork.clock.advance('999ms')
    expect(await phaseOf(fork)).toEqual(['Failed'])
    await fork.clock.advance('1ms')
    expect(await phaseOf(fork)).toEqual(['Pending'])
  })

  test('are replaced at once if they have succeeded', async () => {
    const cluster = await withNodes(1)
    for (let i = 0; i < 2; i++) await setPod(cluster, await nameOf(cluster), 'Succeeded')
    expect(await phaseOf(cluster)).toEqual(['Pending'])
    expect((await said(cluster, 'DaemonSet')).filter((line) => line.startsWith('SucceededDaemonPod'))).toHaveLength(2)
  })
})

describe('an update of a DaemonSet', () => {
  test('replaces at most maxUnavailable pods at once', async () => {
    const cluster = await withNodes(4, rolling('50%'))
    await ready(cluster)
    await newImage(cluster, 'i:2')
    expect(await places(cluster)).toEqual(['node-1 i:2', 'node-2 i:2', 'node-3 i:1', 'node-4 i:1'])
    expect(await statusOf(cluster)).toMatchObject({
      updatedNumberScheduled: 2,
      numberUnavailable: 2,
      observedGeneration: 2,
    })
    await ready(cluster, 'i:2', 'node-1')
    expect(await places(cluster)).toEqual(['node-1 i:2', 'node-2 i:2', 'node-3 i:2', 'node-4 i:1'])
    await ready(cluster, 'i:2')
    await ready(cluster, 'i:2')
    expect(await statusOf(cluster)).toMatchObject({ updatedNumberScheduled: 4, numberAvailable: 4 })
  })

  test('replaces unavailable pods at once, beyond maxUnavailable', async () => {
    const cluster = await withNodes(3, rolling(1))
    await ready(cluster, 'i:1', 'node-1')
    await newImage(cluster, 'i:2')
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-2 i:2', 'node-3 i:2'])
  })

  test('with maxSurge deletes an old pod once the new one is available', async () => {
    const cluster = await withNodes(2, { ...rolling(0, 1), minReadySeconds: 5 })
    await ready(cluster)
    await cluster.clock.advance('10s')
    await newImage(cluster, 'i:2')
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-1 i:2', 'node-2 i:1'])
    await ready(cluster, 'i:2')
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-1 i:2', 'node-2 i:1'])
    await cluster.clock.advance('6s')
    expect(await places(cluster)).toEqual(['node-1 i:2', 'node-2 i:1', 'node-2 i:2'])
    await ready(cluster, 'i:2', 'node-2')
    await cluster.clock.advance('6s')
    expect(await places(cluster)).toEqual(['node-1 i:2', 'node-2 i:2'])
    expect(await statusOf(cluster)).toMatchObject({ updatedNumberScheduled: 2, numberAvailable: 2 })
  })

  test('with maxSurge deletes old pods that are not ready as soon as there are new ones', async () => {
    const cluster = await withNodes(2, rolling(0, 1))
    await newImage(cluster, 'i:2')
    expect(await places(cluster)).toEqual(['node-1 i:2', 'node-2 i:2'])
  })

  test('with OnDelete replaces a pod only after somebody has deleted it', async () => {
    const cluster = await withNodes(2, { updateStrategy: { type: 'OnDelete' } })
    await ready(cluster)
    await newImage(cluster, 'i:2')
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-2 i:1'])
    expect(await statusOf(cluster)).toMatchObject({ currentNumberScheduled: 2, numberAvailable: 2 })
    await cluster.delete('Pod', {
      name: (await podsOf(cluster)).find((pod) => targetOf(pod) === 'node-2')?.metadata.name ?? '',
    })
    expect(await places(cluster)).toEqual(['node-1 i:1', 'node-2 i:2'])
  })
})

describe('ControllerRevisions', () => {
  const revisions = async (cluster: Cluster) =>
    (await cluster.list('ControllerRevision')).items.toSorted((a, b) => a.revision - b.revision)
  const numbers = async (cluster: Cluster) => (await revisions(cluster)).map(({ revision }) => revision)

  test('record the templates; a template that is set again gets the highest revision number', async () => {
    const cluster = await withNodes(1)
    await newImage(cluster, 'i:2')
    const [first, second] = await revisions(cluster)
    const hash = first?.metadata.labels?.['controller-revision-hash']
    expect(first).toMatchObject({
      metadata: {
        name: `agent-${hash}`,
        labels: { app: 'agent' },
        annotations: { 'deprecated.daemonset.template.generation': '1' },
        ownerReferences: [{ kind: 'DaemonSet', name: 'agent', controller: true }],
      },
      data: { spec: { template: { $patch: 'replace' } } },
      revision: 1,
    })
    expect(second?.revision).toBe(2)
    await newImage(cluster, 'i:1')
    expect((await revisions(cluster)).map(({ metadata, revision }) => [metadata.name, revision])).toEqual([
      [second?.metadata.name, 2],
      [first?.metadata.name, 3],
    ])
    expect((await podsOf(cluster))[0]?.metadata.labels?.['controller-revision-hash']).toBe(hash)
  })

  test('are deleted beyond revisionHistoryLimit, except for those that pods still have', async () => {
    const cluster = await withNodes(1, { revisionHistoryLimit: 1, updateStrategy: { type: 'OnDelete' } })
    for (const image of ['i:2', 'i:3', 'i:4']) await newImage(cluster, image)
    expect(await numbers(cluster)).toEqual([1, 4])
  })

  test('that are equal are merged into one, and pods are relabelled with its hash', async () => {
    const cluster = await withNodes(1, { updateStrategy: { type: 'OnDelete' } })
    const [first] = await revisions(cluster)
    const { metadata, data } = first as NonNullable<typeof first>
    await cluster.create('ControllerRevision', {
      metadata: { name: 'agent-twin', labels: { app: 'agent', 'controller-revision-hash': 'twin' } },
      data: data ?? {},
      revision: 5,
    })
    expect((await revisions(cluster)).map((each) => each.metadata.name)).toEqual(['agent-twin'])
    expect((await podsOf(cluster))[0]?.metadata.labels?.['controller-revision-hash']).toBe('twin')
    expect(metadata.name).not.toBe('agent-twin')
  })

  test('get another name where theirs is taken', async () => {
    const [wanted] = await revisions(await withNodes(1))
    const cluster = open()
    await makeNode(cluster, 'node-1')
    await cluster.create('ControllerRevision', {
      metadata: { name: wanted?.metadata.name ?? '' },
      data: { other: true },
      revision: 9,
    })
    await makeSet(cluster)
    await cluster.clock.advance('1s')
    expect(await statusOf(cluster)).toMatchObject({ collisionCount: 1, currentNumberScheduled: 1 })
    expect(await numbers(cluster)).toEqual([1, 9])
  })

  test('are released when the selector no longer matches them, and adopted when they have no owner', async () => {
    const cluster = await withNodes(1)
    const name = (await revisions(cluster))[0]?.metadata.name ?? ''
    await cluster.delete('DaemonSet', { name: 'agent' }, { propagationPolicy: 'Orphan' })
    expect((await cluster.get('ControllerRevision', { name })).metadata.ownerReferences).toBeUndefined()
    await makeSet(cluster)
    expect((await cluster.get('ControllerRevision', { name })).metadata.ownerReferences).toHaveLength(1)
    expect(await places(cluster)).toEqual(['node-1 i:1'])
    await cluster.patch('ControllerRevision', { name }, { metadata: { labels: { app: null } } })
    expect((await cluster.get('ControllerRevision', { name })).metadata.ownerReferences).toBeUndefined()
  })
})

test('reports a refused pod in an Event, and retries', async () => {
  const cluster = open()
  await makeNode(cluster, 'node-1')
  cluster.hooks.admit({ kind: 'Pod', verb: 'create' }, { status: 'Forbidden' }, { times: 3 })
  await makeSet(cluster)
  expect((await said(cluster, 'DaemonSet'))[0]).toMatch(/^FailedCreate: Error creating: .*forbidden/)
  expect(await statusOf(cluster)).toMatchObject({ desiredNumberScheduled: 1, currentNumberScheduled: 0 })
  await cluster.clock.advance('1s')
  expect(await places(cluster)).toEqual(['node-1 i:1'])
})

test('a DaemonSet that is being deleted creates no pods', async () => {
  const cluster = open()
  await makeSet(cluster, {}, { finalizers: ['example.com/hold'] })
  await cluster.delete('DaemonSet', { name: 'agent' })
  await makeNode(cluster, 'node-1')
  expect(await places(cluster)).toEqual([])
})

test('schedules no timer where there is nothing to wait for', async () => {
  expect(await open().clock.next()).toBe(false)
  expect(await (await withNodes(2)).clock.next()).toBe(false)
})

test('creates and deletes at most 250 pods in one sync, and the others in the next', async () => {
  const cluster = open()
  await cluster.load(
    Array.from({ length: 300 }, (_, i) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `node-${i}` } })),
  )
  await makeSet(cluster)
  expect(await podsOf(cluster)).toHaveLength(300)
  expect(await statusOf(cluster)).toMatchObject({ desiredNumberScheduled: 300, currentNumberScheduled: 300 })
  expect(syncsOf(cluster, 'DaemonSet').map(({ created }) => created)).toEqual([250, 50, 0])
  const made = cluster.journal.requests().at(-1)?.sequence
  const spec = { template: { spec: { nodeSelector: { disk: 'ssd' } } } }
  await cluster.patch('DaemonSet', { name: 'agent' }, { spec })
  expect(await podsOf(cluster)).toEqual([])
  expect(syncsOf(cluster, 'DaemonSet', made).map(({ deleted }) => deleted)).toEqual([250, 50, 0])
})
