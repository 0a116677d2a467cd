import { describe, expect, test } from 'vitest'
import { dump } from '../../../src/cluster/load/dump.js'
import { LoadError } from '../../../src/base/input/load-error.js'
import { type LoadOptions, load } from '../../../src/cluster/load/load.js'
import type { Input } from '../../../src/base/input/input.js'
import { watch } from '../../../src/rest/watch/watch.js'
import { noOptions } from '../../../src/model/call/options.js'
import type { Call } from '../../../src/model/call/call.js'
import type { WatchEvent } from '../../../src/model/call/watch-event.js'
import type { RestContext } from '../../../src/rest/context.js'
import { createContext, stored } from './context.js'

const lease = (name: string, more: object = {}, spec: object = {}) => ({
  apiVersion: 'coordination.example.io/v1',
  kind: 'Lease',
  metadata: { name, ...more },
  spec,
})
const LEASES = 'coordination.example.io/leases'

async function faultsOf(input: Input, options?: LoadOptions, context?: RestContext): Promise<readonly string[]> {
  const cluster = context ?? (await createContext())
  const before = { state: cluster.store.state(), env: cluster.env.snapshot() }
  const error = await load(cluster, input, options).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(LoadError)
  expect({ state: cluster.store.state(), env: cluster.env.snapshot() }).toEqual(before)
  expect(cluster.store.state()).toBe(before.state)
  return (error as LoadError).message.split('\n')
}

describe('load keeps what a fixture states', () => {
  test('in uid, creationTimestamp, resourceVersion, generation, status, deletion and managedFields', async () => {
    const context = await createContext()
    const budget = {
      kind: 'PodDisruptionBudget',
      apiVersion: 'policy/v1',
      metadata: {
        name: 'web',
        namespace: 'default',
        uid: 'a-uid',
        resourceVersion: '17',
        generation: 4,
        creationTimestamp: '2020-01-01T00:00:00Z',
        deletionTimestamp: '2020-01-02T00:00:00Z',
        deletionGracePeriodSeconds: 0,
        finalizers: ['example.io/hold'],
        managedFields: [
          {
            manager: 'me',
            operation: 'Update',
            apiVersion: 'policy/v1',
            time: '2020-01-01T00:00:00Z',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:spec': { 'f:minAvailable': {} } },
          },
        ],
      },
      spec: { minAvailable: 1 },
      status: { observedGeneration: 3, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
    }
    await load(context, [budget])
    expect(stored(context, 'policy/poddisruptionbudgets', 'default/web')).toEqual(budget)
  })

  test('and sets the rest as a create does', async () => {
    const context = await createContext()
    await load(context, [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'c' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } },
      },
    ])
    const system = { uid: expect.stringMatching(/^[0-9a-f-]{36}$/), creationTimestamp: '2024-01-01T00:00:00Z' }
    expect(stored(context, '/nodes', 'n')).toMatchObject({
      metadata: { name: 'n', ...system, resourceVersion: '1002' },
      spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] },
    })
    expect(stored(context, '/persistentvolumeclaims', 'default/c')).toEqual({
      kind: 'PersistentVolumeClaim',
      apiVersion: 'v1',
      metadata: {
        name: 'c',
        namespace: 'default',
        ...system,
        resourceVersion: '1003',
        finalizers: ['kubernetes.io/pvc-protection'],
        managedFields: [
          {
            manager: 'fixtures',
            operation: 'Update',
            apiVersion: 'v1',
            time: '2024-01-01T00:00:00Z',
            fieldsType: 'FieldsV1',
            fieldsV1: {
              'f:spec': {
                'f:accessModes': {},
                'f:resources': { 'f:requests': { '.': {}, 'f:storage': {} } },
                'f:volumeMode': {},
              },
            },
          },
        ],
      },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    })
  })

  test('where a create would set another value', async () => {
    const context = await createContext()
    await load(context, [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, spec: { taints: [] } },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'open' }, spec: { finalizers: [] } },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'c', finalizers: ['example.io/hold'] },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        status: { phase: 'Bound', capacity: { storage: '2Gi' } },
      },
    ])
    expect(stored(context, '/nodes', 'n')!['spec']).toEqual({})
    expect(stored(context, '/namespaces', 'open')).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'open' } },
      spec: {},
      status: { phase: 'Active' },
    })
    expect(stored(context, '/namespaces', 'open')!['spec']).toEqual({})
    expect(stored(context, '/persistentvolumeclaims', 'default/c')).toMatchObject({
      metadata: { finalizers: ['example.io/hold'] },
      status: { phase: 'Bound', capacity: { storage: '2Gi' } },
    })
  })

  test('and adds nothing to an object with a uid, which may be in a state that only updates reach', async () => {
    const context = await createContext()
    await load(context, [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'u' } },
      {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: 'e', namespace: 'default', uid: 'v', finalizers: ['unqualified'] },
        eventTime: null,
        regarding: { kind: 'Node', name: 'n', namespace: 'default' },
        type: 'Normal',
        deprecatedCount: 3,
        deprecatedFirstTimestamp: '2024-05-01T10:00:00Z',
      },
    ])
    expect(stored(context, '/nodes', 'n')!['spec']).toEqual({})
    expect(stored(context, '/events', 'default/e')).toMatchObject({
      metadata: { finalizers: ['unqualified'] },
      deprecatedCount: 3,
    })
  })

  test('in a ComponentStatus instead of the computed one', async () => {
    const context = await createContext()
    const sick = {
      kind: 'ComponentStatus',
      apiVersion: 'v1',
      metadata: { name: 'scheduler', creationTimestamp: null },
      conditions: [{ type: 'Healthy', status: 'False' }],
    }
    await load(context, [sick])
    expect(stored(context, '/componentstatuses', 'scheduler')).toEqual(sick)
    expect(await dump(context, { kinds: ['ComponentStatus'] })).toContain('name: scheduler')
  })
})

describe('resourceVersions of loaded objects', () => {
  test('continue above the highest one in the fixtures', async () => {
    const context = await createContext()
    await load(context, [lease('a', { resourceVersion: '5000' }), lease('b', { resourceVersion: '7' }), lease('c')])
    const revisions = ['a', 'b', 'c'].map(
      (name) => stored(context, LEASES, `default/${name}`)!.metadata.resourceVersion,
    )
    expect(revisions).toEqual(['5000', '7', '5003'])
    expect(context.store.state().revision).toBe(5003)
  })

  test('are seen by an open watch as ADDED or MODIFIED events', async () => {
    const context = await createContext()
    await load(context, [lease('there', {}, { holderIdentity: 'old' })])
    const call: Call = {
      target: { verb: 'watch', def: context.registry.named('Lease')!, namespace: '', name: '', subresource: 'main' },
      options: noOptions,
      body: undefined,
      user: { name: 'test', groups: [] },
      manager: 'test',
      userAgent: '',
    }
    const outcome = watch(context, call)
    if (outcome.type !== 'watch') throw new Error('not a watch')
    const drain = () => {
      const events: WatchEvent[] = []
      for (
        let event = outcome.stream.next();
        typeof event === 'object' && event.type !== 'torn';
        event = outcome.stream.next()
      )
        events.push(event)
      return events.map((event) =>
        'object' in event
          ? `${event.type} ${event.object.metadata.name} ${event.object.metadata.resourceVersion}`
          : event.type,
      )
    }
    drain()
    await load(context, [
      lease('b', { resourceVersion: '9000' }),
      lease('a'),
      lease('there', {}, { holderIdentity: 'new' }),
    ])
    expect(drain()).toEqual(['ADDED b 9000', 'ADDED a 9002', 'MODIFIED there 9003'])
    outcome.stream.close()
  })
})

describe('load of lists and namespaces', () => {
  test('creates namespaces first, in any order, and missing ones too', async () => {
    const context = await createContext()
    await load(context, [
      lease('a', { namespace: 'team' }),
      lease('b', { namespace: 'other' }),
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team', labels: { a: 'b' } } },
    ])
    expect(stored(context, '/namespaces', 'team')!.metadata.labels).toEqual({
      a: 'b',
      'kubernetes.io/metadata.name': 'team',
    })
    expect(stored(context, '/namespaces', 'other')).toMatchObject({
      status: { phase: 'Active' },
      spec: { finalizers: ['kubernetes'] },
    })
  })

  test('refuses missing namespaces with createNamespaces: false', async () => {
    expect(
      await faultsOf('kind: Lease\napiVersion: coordination.example.io/v1\nmetadata:\n  name: a\n  namespace: team\n', {
        createNamespaces: false,
      }),
    ).toEqual([
      'fixture:5:3: Lease "team/a": metadata.namespace: there is no namespace "team", and missing ones are not to be created',
    ])
  })

  test('puts objects without a namespace into default, and generates unique names', async () => {
    const context = await createContext()
    await load(context, [lease('', { generateName: 'x-' }), lease('', { generateName: 'x-' })])
    const keys = context.store.state().tables.get(LEASES)!
    expect(keys.size).toBe(2)
  })

  test('reads lists of any kind, also nested', async () => {
    const context = await createContext()
    await load(context, [
      {
        kind: 'List',
        apiVersion: 'v1',
        metadata: { resourceVersion: '' },
        items: [lease('a'), { kind: 'List', apiVersion: 'v1', items: [lease('b')] }],
      },
      { kind: 'LeaseList', apiVersion: 'coordination.k8s.io/v1', metadata: {}, items: [{ metadata: { name: 'c' } }] },
      { kind: 'List', apiVersion: 'v1', items: null },
    ])
    expect(['a', 'b', 'c'].map((name) => stored(context, LEASES, `default/${name}`)?.metadata.name)).toEqual([
      'a',
      'b',
      'c',
    ])
  })
})

describe('load of an object that exists', () => {
  test('replaces the content and keeps uid and creationTimestamp', async () => {
    const context = await createContext()
    const before = stored(context, '/namespaces', 'default')!
    await load(context, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', labels: { a: 'b' } } }])
    const { managedFields: _, ...metadata } = before.metadata
    const after = stored(context, '/namespaces', 'default')!
    expect(after).toEqual({
      ...before,
      metadata: {
        ...metadata,
        resourceVersion: '1002',
        labels: { a: 'b', 'kubernetes.io/metadata.name': 'default' },
        managedFields: [expect.objectContaining({ manager: 'fixtures' })],
      },
    })
    expect(after.metadata.managedFields![0]!.fieldsV1).toEqual({
      'f:metadata': { 'f:labels': { '.': {}, 'f:a': {}, 'f:kubernetes.io/metadata.name': {} } },
    })
  })

  test('changes nothing if it is the same', async () => {
    const context = await createContext()
    const fixtures = [
      lease('a', {}, { holderIdentity: 'x' }),
      { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'p' }, spec: { minAvailable: 1 } },
    ]
    await load(context, fixtures)
    const before = context.store.state()
    await load(context, fixtures)
    expect(context.store.state()).toBe(before)
  })

  test('increments the generation with a changed spec', async () => {
    const context = await createContext()
    const budget = (minAvailable: number) => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'p' },
      spec: { minAvailable },
    })
    await load(context, [{ ...budget(1), status: { currentHealthy: 3 } }])
    await load(context, [budget(2)])
    expect(stored(context, 'policy/poddisruptionbudgets', 'default/p')).toMatchObject({
      metadata: { generation: 2 },
      spec: { minAvailable: 2 },
      status: { currentHealthy: 3 },
    })
  })
})

describe('faults of fixtures', () => {
  test('are all reported, in the order of the files, and nothing is loaded', async () => {
    const first = `apiVersion: coordination.example.io/v1
kind: Lease
metadata: { name: fine }
---
apiVersion: coordination.example.io/v1
kind: Lease
metadata:
  name: Bad
spec:
  leaseDurationSeconds: -1
---
apiVersion: v1
kind: Node
metadata: { name: n1, namespace: x }
spec:
  taint: []
`
    const second =
      '{"kind": "List", "apiVersion": "v1", "item": [],\n "items": [\n  {"kind": "Lease", "apiVersion": "coordination.example.io/v1", "metadata": {"name": "fine"}},\n  7\n ]}'
    const names =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
    expect(
      await faultsOf([
        { name: 'b.yaml', text: first },
        { name: 'a.json', text: second },
        { name: 'c.yaml', text: 'a: [' },
      ]),
    ).toEqual([
      `b.yaml:8:3: Lease "default/Bad": metadata.name: Invalid value: "Bad": ${names}`,
      'b.yaml:10:3: Lease "default/Bad": spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0',
      'b.yaml:14:23: Node "n1": metadata.namespace: objects of kind Node are in no namespace',
      'b.yaml:16:3: Node "n1": spec.taint: unknown member, did you mean "taints"?',
      'a.json:1:38: List: item: unknown member; a list has apiVersion, kind, metadata and items',
      'a.json:3:3: Lease "default/fine": is given twice, first at b.yaml:1:1',
      'a.json:4:3: must be an object with apiVersion and kind, is "7"',
      'c.yaml:1:5: did not find expected node content',
    ])
  })

  const served =
    'APIService, ComponentStatus, Event, IPAddress, Lease, LeaseCandidate, Namespace, Node, PersistentVolumeClaim, PodDisruptionBudget, RuntimeClass, ServiceCIDR'
  test.each<[object, string]>([
    [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } },
      `fixture[0]: Pod "a": kind: "Pod" is not served; the kinds served are ${served}`,
    ],
    [
      { apiVersion: 'v1', kind: 'Nodes', metadata: { name: 'a' } },
      `fixture[0]: Nodes "a": kind: "Nodes" is not served, did you mean "Node"?; the kinds served are ${served}`,
    ],
    [
      { ...lease('a'), apiVersion: 'coordination.k8s.io/v1beta1' },
      'fixture[0]: Lease "a": apiVersion: "coordination.example.io/v1beta1" is not served; Lease is served as coordination.example.io/v1',
    ],
    [{ kind: 'Lease' }, 'fixture[0]: Lease: apiVersion: is missing; Lease is served as coordination.example.io/v1'],
    [{ metadata: { name: 'a' } }, 'fixture[0]: kind: is missing'],
    [lease(''), 'fixture[0]: Lease: metadata.name: Required value: name or generateName is required'],
    [
      lease('a', { resourceVersion: 'abc' }),
      'fixture[0]: Lease "default/a": metadata.resourceVersion: Invalid value: "abc": must be a whole number',
    ],
    [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' }, status: { phase: 'Terminating' } },
      'fixture[0]: Namespace "a": status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
    ],
    [{ kind: 'List', apiVersion: 'v1', items: {} }, 'fixture[0]: List: items: must be a list'],
  ])('are explained: %j', async (object, fault) => {
    expect(await faultsOf([object])).toEqual([fault])
  })

  test('are limited to twenty in the message', async () => {
    const lines = await faultsOf(Array.from({ length: 23 }, () => ({ kind: 'Pod' })))
    expect(lines).toHaveLength(21)
    expect(lines[20]).toBe('and 3 more')
  })
})
