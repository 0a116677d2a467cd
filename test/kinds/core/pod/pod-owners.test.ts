import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/index.js'

const apply = { 'Content-Type': 'application/apply-patch+yaml' }

async function open(path: string, type: object, members: object) {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  const ask = async (method: string, at: string, body: object, headers: Record<string, string>) =>
    (await cluster.fetch(at, { method, headers, body: JSON.stringify(body) })).json()
  await ask('POST', path, { ...type, metadata: { name: 'a' }, ...members }, { 'Content-Type': 'application/json' })
  return (method: string, query: string, body: object, headers: Record<string, string>) =>
    ask(method, `${path}/a${query}`, body, headers)
}

test('removing the status through /ephemeralcontainers removes its field owners, but not the status', async () => {
  const type = { apiVersion: 'v1', kind: 'Pod' }
  const ask = await open('/api/v1/namespaces/default/pods', type, { spec: { containers: [{ name: 'c', image: 'i' }] } })
  const status = { ...type, metadata: { name: 'a' }, status: { message: 'm' } }
  const owned = await ask('PATCH', '/status?fieldManager=m', status, apply)
  expect(owned.metadata.managedFields).toMatchObject([{ manager: 'm' }, {}])
  const patch = { 'Content-Type': 'application/json-patch+json' }
  const left = await ask('PATCH', '/ephemeralcontainers', [{ op: 'remove', path: '/status' }], patch)
  expect(left).toMatchObject({ status: { message: 'm' } })
  expect(left.metadata.managedFields).toHaveLength(1)
})
