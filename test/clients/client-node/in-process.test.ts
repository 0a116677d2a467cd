import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { connectKubeConfig } from '../../../src/node/connect-kube-config.js'
import { apiException, call, k8s } from '../support/client-node.js'
import { createJournal } from '../support/journal.js'

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1 })
})
afterEach(() => cluster.close())

/** A KubeConfig for the cluster in this process, without a port. */
const connected = () => connectKubeConfig(new k8s.KubeConfig(), cluster)
const objects = () => k8s.KubernetesObjectApi.makeApiClient(connected())

const lease = (name: string) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name, namespace: 'default' },
})

test('requests', async () => {
  const made = await objects().create(lease('leader'))
  expect(made.metadata?.uid).toBe((await cluster.get('Lease', { name: 'leader' })).metadata.uid)
  await expect(objects().read(lease('none'))).rejects.toMatchObject(apiException(404, 'NotFound'))
})

test('a watch', async () => {
  const journal = createJournal<string>()
  const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
  const aborter = await new k8s.Watch(connected()).watch(
    path,
    {},
    (type, object) => journal.add(`${type} ${object.metadata?.name}`),
    () => journal.add('ended'),
  )
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  await journal.until((lines) => lines.includes('ADDED leader'))
  aborter.abort()
  await journal.until((lines) => lines.includes('ended'))
  expect(journal.entries).toEqual(['ADDED leader', 'ended'])
})

test('an informer', async () => {
  const config = connected()
  const all = { group: 'coordination.k8s.io', version: 'v1', namespace: 'default', plural: 'leases' }
  const { CustomObjectsApi } = k8s
  const api = config.makeApiClient(CustomObjectsApi)
  const told = createJournal<unknown>()
  const informer = k8s.makeInformer(config, '/apis/coordination.k8s.io/v1/namespaces/default/leases', () =>
    call(api, 'listNamespacedCustomObject', all),
  )
  informer.on('add', told.add)
  await informer.start()
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  await told.until((objects) => objects.length === 1)
  await informer.stop()
  expect(informer.list()).toMatchObject([{ metadata: { name: 'leader' } }])
})

test('a cut reply', async () => {
  cluster.hooks.before({ verb: 'create', kind: 'Lease' }, { cut: true }, { times: 1 })
  const error: unknown = await objects()
    .create(lease('leader'))
    .catch((reason: unknown) => reason)
  // The undici of client-node 2 wraps the error of the connection.
  const { cause = error } = error as { readonly cause?: unknown }
  expect(cause).toMatchObject({ code: 'ECONNRESET' })
})
