import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const refusal = (code: number, message: string) => ({ status: { code, message } })

test('default, kube-system and kube-public cannot be deleted', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  for (const name of ['default', 'kube-system', 'kube-public'])
    await expect(cluster.delete('Namespace', { name })).rejects.toMatchObject(
      refusal(403, `namespaces "${name}" is forbidden: this namespace may not be deleted`),
    )
  expect((await cluster.get('Namespace', { name: 'default' })).status?.phase).toBe('Active')
  await cluster.delete('Namespace', { name: 'kube-node-lease' })
})

test('nothing can be created in a namespace that does not exist', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const created = cluster.create('ConfigMap', { metadata: { name: 'one', namespace: 'nowhere' } })
  await expect(created).rejects.toMatchObject(refusal(404, 'namespaces "nowhere" not found'))
})

test('nothing can be created in a terminating namespace, not even an eviction', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  await cluster.create('Namespace', { metadata: { name: 'team' } })
  const spec = { containers: [{ name: 'web', image: 'web' }] }
  await cluster.create('Pod', { metadata: { name: 'web', namespace: 'team' }, spec })
  await cluster.delete('Namespace', { name: 'team' })
  const why = 'unable to create new content in namespace team because it is being terminated'
  const created = cluster.create('ConfigMap', { metadata: { generateName: 'one-', namespace: 'team' } })
  await expect(created).rejects.toMatchObject(refusal(403, `configmaps "one-" is forbidden: ${why}`))
  const reply = await cluster.fetch('/api/v1/namespaces/team/pods/web/eviction', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'web' } }),
  })
  expect(await reply.json()).toMatchObject({
    code: 403,
    message: `pods "web" is forbidden: ${why}`,
    details: { causes: [{ reason: 'NamespaceTerminating' }] },
  })
})
