import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { dump } from '../../../src/cluster/load/dump.js'
import { load } from '../../../src/cluster/load/load.js'
import type { RestContext } from '../../../src/rest/context.js'
import { createContext } from './context.js'
import { isUntouched } from '../../../src/kinds/bootstrap/untouched.js'
import { objectsOf } from '../../../src/store/page.js'

/** Returns all objects of a state, by table and name. */
const contents = ({ store }: RestContext) => {
  const all: Record<string, unknown> = {}
  for (const [table, objects] of store.state().tables)
    for (const object of objectsOf(objects))
      if (!isUntouched(object)) all[`${table} ${object.metadata.namespace}/${object.metadata.name}`] = object
  return all
}

test.each(['example', 'kubernetes'] as const)(
  'objects made by requests are unchanged after a dump and a load: %s',
  async (profile) => {
    const cluster = createCluster({ profile, seed: 3, controllers: 'none' })
    await cluster.create('Node', { metadata: { name: 'n' } })
    await cluster.create('Node', {
      metadata: { name: 'two' },
      status: {
        addresses: [
          { type: 'Hostname', address: 'n' },
          { type: 'Hostname', address: 'n' },
        ],
      },
    })
    await cluster.patch(
      'Node',
      { name: 'n' },
      { spec: { taints: null }, metadata: { labels: { a: 'b', 10: 'x', 9: 'y' } } },
      { type: 'merge' },
    )
    const claim = {
      metadata: {
        name: 'c',
        namespace: 'default',
        annotations: { note: 'yes', time: '2024-05-01T10:00:00Z', text: 'a\n b: |\n# no comment\n' },
      },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    } as const
    await cluster.create('PersistentVolumeClaim', claim)
    await cluster.delete('PersistentVolumeClaim', { namespace: 'default', name: 'c' })
    await cluster.create('Event', {
      metadata: { name: 'e', namespace: 'default' },
      eventTime: '2024-05-01T10:00:00.000000Z',
      reportingController: 'a/b',
      reportingInstance: 'c',
      action: 'd',
      reason: 'r',
      type: 'Normal',
    })
    await cluster.patch(
      'Event',
      { namespace: 'default', name: 'e' },
      { metadata: { finalizers: ['example.com/hold'] } },
      { type: 'merge' },
    )
    await cluster.create('Namespace', { metadata: { name: 'gone' } })
    await cluster.create('Lease', { metadata: { name: 'l', namespace: 'gone' }, spec: { holderIdentity: '' } })
    await cluster.delete('Namespace', { name: 'gone' })
    await cluster.create('PodDisruptionBudget', {
      metadata: { name: 'p', namespace: 'default' },
      spec: { minAvailable: '50%' },
    })

    const before = await createContext(profile, cluster.snapshot().state)
    const text = await dump(before)
    const after = await createContext(profile)
    await load(after, text)

    expect(contents(after)).toEqual(contents(before))
    expect(await dump(after)).toBe(text)
    expect(after.store.state().revision).toBeGreaterThanOrEqual(before.store.state().revision)
  },
)

test('a dump has namespaces first, fields in the order of kubectl, no aliases, and no computed objects', async () => {
  const context = await createContext()
  const spec = { holderIdentity: 'x' }
  await load(context, [
    {
      spec,
      metadata: {
        labels: { b: '1', a: '2' },
        name: 'l',
        uid: 'u',
        creationTimestamp: '2024-05-01T10:00:00Z',
        resourceVersion: '5',
      },
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
    },
    {
      spec,
      metadata: { name: 'm', uid: 'v', creationTimestamp: '2024-05-01T10:00:00Z', resourceVersion: '6' },
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
    },
  ])
  expect(await dump(context, { kinds: ['Lease', 'ComponentStatus'] })).toBe(`apiVersion: v1
items:
- apiVersion: coordination.example.io/v1
  kind: Lease
  metadata:
    creationTimestamp: "2024-05-01T10:00:00Z"
    labels:
      a: "2"
      b: "1"
    name: l
    namespace: default
    resourceVersion: "5"
    uid: u
  spec:
    holderIdentity: x
- apiVersion: coordination.example.io/v1
  kind: Lease
  metadata:
    creationTimestamp: "2024-05-01T10:00:00Z"
    name: m
    namespace: default
    resourceVersion: "6"
    uid: v
  spec:
    holderIdentity: x
kind: List
metadata:
  annotations:
    fakecluster/kubernetes-release: v1.33.13
`)
  expect((await dump(context)).match(/^ {2}kind: \w+/gm)).toEqual([
    '  kind: Namespace',
    '  kind: Lease',
    '  kind: Lease',
  ])
  await expect(dump(context, { kinds: ['Pod'] })).rejects.toThrow('dump: no kind "Pod" is served; there are ')
})

describe('a dump names its release', () => {
  const fast = { metadata: { name: 'fast' }, driverName: 'disks.example.com', parameters: { iops: '9000' } }
  const pod = { metadata: { name: 'p' }, spec: { hostnameOverride: 'h', containers: [{ name: 'c', image: 'i' }] } }
  const later = async () => {
    const cluster = createCluster({ kubernetesVersion: '1.37', seed: 1 })
    await cluster.create('VolumeAttributesClass', fast)
    await cluster.create('Pod', pod)
    return cluster.dump({ kinds: ['VolumeAttributesClass', 'Pod'] })
  }
  const loaded = (text: string, kubernetesVersion: string) => createCluster({ kubernetesVersion, seed: 2 }).load(text)

  test('another version tells what of it does not fit', async () => {
    const text = await later()
    expect(text).toContain('fakecluster/kubernetes-release: v1.37.2')
    await expect(loaded(text, '1.33.5')).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          /^fixture:1:1: List: is of Kubernetes v1.37.2, and this cluster is v1.33.5, without a place for what is named here; kubernetesVersion: '1.37' has it\n.*Pod.*hostnameOverride: unknown member.*\n.*"VolumeAttributesClass" is not served/,
        ),
      }),
    )
  })

  test('the same version, and one that has a place for all of it, take it', async () => {
    await loaded(await later(), '1.37.0')
    const text = (await later()).replace('v1.37.2', 'v1.36.3')
    await loaded(text, '1.37')
    await expect(loaded(text.replace('hostnameOverride: h', 'hostnameOveride: h'), '1.36')).rejects.toThrow(
      /^fixture:\d\d/,
    )
  })
})
