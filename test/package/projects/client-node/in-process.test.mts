import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CoreV1Api, KubeConfig, Watch } from '@kubernetes/client-node'
import { type Cluster, createCluster } from 'fakecluster'
import { connectKubeConfig, createDispatcher } from 'fakecluster/node'
import { Dispatcher, fetch as undiciFetch, setGlobalDispatcher } from 'undici'

const connected = (cluster: Cluster): KubeConfig => connectKubeConfig(new KubeConfig(), cluster)

test('requests', async () => {
  const cluster = createCluster()
  await connected(cluster)
    .makeApiClient(CoreV1Api)
    .createNamespace({ body: { metadata: { name: 'shop' } } })
  assert.equal((await cluster.get('Namespace', { name: 'shop' })).status?.phase, 'Active')
})

test('a watch', async () => {
  const cluster = createCluster()
  const seen = await new Promise<string>((resolve, reject) => {
    void new Watch(connected(cluster)).watch(
      '/api/v1/nodes',
      {},
      (type: string, node: { metadata: { name: string } }) => resolve(`${type} ${node.metadata.name}`),
      reject,
    )
    cluster.create('Node', { metadata: { name: 'worker-1' } }).catch(reject)
  })
  assert.equal(seen, 'ADDED worker-1')
  cluster.close()
})

test('the global dispatcher, for the global fetch and that of undici', async () => {
  const cluster = createCluster()
  setGlobalDispatcher(createDispatcher(cluster, Dispatcher))
  for (const each of [fetch, undiciFetch]) {
    const reply = await each('http://cluster.local/api/v1/namespaces/default')
    assert.equal(reply.status, 200)
  }
})
