import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { failureOf } from './scripted.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const ref = { name: 'leader' }

const create = (cluster: Cluster, name: string) =>
  cluster.fetch(LEASES, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'fakecluster' },
    body: JSON.stringify({ metadata: { name } }),
  })

const BUSY = `
- before: {}
  then: { status: ServiceUnavailable }
- admit: {}
  then: { status: Forbidden }
- after: {}
  then: { cut: true }
- watch: {}
  then: { cut: true }
`

test('the methods of a cluster, seeds and fixtures meet no hook that does not name them, in any phase', async () => {
  const fixtures = { name: 'given.yaml', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: given }' }
  const cluster = createCluster({ seed: 1, controllers: 'none', scripts: { name: 'busy.yaml', text: BUSY }, fixtures })
  await cluster.load({ name: 'more.yaml', text: fixtures.text.replace('given', 'more') })
  await cluster.create('Lease', { metadata: ref })
  await cluster.patch('Lease', ref, { spec: { holderIdentity: 'a' } })
  await cluster.edit('Lease', ref, (lease) => void (lease.spec!.holderIdentity = 'b'))
  await cluster.waitFor('Lease', ref, ({ spec }) => spec?.holderIdentity === 'b')
  expect(
    (await cluster.list('ConfigMap', { namespace: 'default' })).items.map(({ metadata }) => metadata.name),
  ).toEqual(['given', 'more'])
  await cluster.delete('Lease', ref)
  await cluster.waitForGone('Lease', ref)
  expect(cluster.hooks.list().map(({ calls }) => calls)).toEqual([0, 0, 0, 0])
})

test('what is sent with fetch meets them, whatever its User-Agent', async () => {
  const cluster = createCluster({ seed: 1 })
  const hook = cluster.hooks.before({ kind: 'Lease', userAgent: 'fakecluster' }, 'Conflict')
  expect((await create(cluster, 'leader')).status).toBe(409)
  await cluster.create('Lease', { metadata: ref })
  expect(hook.calls).toBe(1)
})

test('a hook that names the test meets its methods only, and one that names both meets both', async () => {
  const cluster = createCluster({ seed: 1 })
  const own = cluster.hooks.before({ client: 'test', kind: 'Lease' }, 'Conflict', { times: 1 })
  expect((await create(cluster, 'a')).status).toBe(201)
  expect(await failureOf(cluster.create('Lease', { metadata: { name: 'b' } }))).toMatchObject({ code: 409 })
  const both = cluster.hooks.admit({ client: ['program', 'test'], kind: 'Lease' }, 'Forbidden')
  expect((await create(cluster, 'c')).status).toBe(403)
  expect(await failureOf(cluster.create('Lease', { metadata: { name: 'd' } }))).toMatchObject({ code: 403 })
  expect([own.calls, both.calls]).toEqual([1, 2])
})

test('an expectation is met by the program, not by the test', async () => {
  const cluster = createCluster({ seed: 1 })
  cluster.hooks.expect({ verb: 'create', kind: 'Lease' }, { times: 1 })
  await cluster.create('Lease', { metadata: { name: 'given' } })
  expect(() => cluster.hooks.verify()).toThrow('came 0 of 1 times')
  await create(cluster, 'leader')
  cluster.hooks.verify()
})

test('hooks see what controllers write as the program, in the phase that admits it', async () => {
  const cluster = createCluster({ seed: 1 })
  const hook = cluster.hooks.admit({ kind: 'ReplicaSet' }, { pass: true })
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await cluster.create('Deployment', {
    metadata: { name: 'a' },
    spec: { selector: { matchLabels: { app: 'a' } }, template },
  })
  await cluster.settled()
  expect(hook.pending).toBe(false)
})

test('a value that no client has is refused', () => {
  const wrong = () => createCluster({ seed: 1 }).hooks.before({ client: 'tests' as 'test' }, 'Conflict')
  expect(wrong).toThrow(/match\.client: .*"tests".*did you mean "test"\?/)
})
