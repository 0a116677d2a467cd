import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Cluster } from '../../src/cluster/types.js'
import { createCluster } from '../../src/cluster/cluster.js'
import { loadFixtures } from '../../src/node/load-fixtures.js'

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname
const DOCS = readFileSync(new URL('../../docs/kinds.md', import.meta.url), 'utf8')

/** The contents of a file in the documentation. */
const shown = (name: string): string => new RegExp(`\`\`\`yaml file=${name}\n([^]*?)\`\`\``).exec(DOCS)?.[1] ?? ''

/** The state of claims, namespaces, nodes, disruption budgets, APIServices and ServiceCIDRs, one line each. */
async function healthOf(cluster: Cluster): Promise<readonly string[]> {
  const said: string[] = []
  const say = (kind: string, name: string | undefined, health: unknown) =>
    void said.push(`${kind} ${name}: ${JSON.stringify(health)}`)
  for (const { metadata, status } of (await cluster.list('PersistentVolumeClaim')).items)
    say('claim', metadata.name, [status?.phase, status?.capacity, metadata.deletionTimestamp])
  for (const { metadata, status } of (await cluster.list('Namespace')).items)
    say('namespace', metadata.name, [status?.phase, metadata.deletionTimestamp])
  for (const { metadata, status } of (await cluster.list('Node')).items)
    for (const { type, status: is, reason, lastTransitionTime } of status?.conditions ?? [])
      say('node', metadata.name, [type, is, reason, lastTransitionTime])
  for (const { metadata, status } of (await cluster.list('PodDisruptionBudget')).items)
    say('budget', metadata.name, status)
  for (const { metadata, status } of (await cluster.list('APIService')).items) say('service', metadata.name, status)
  for (const { metadata, status } of (await cluster.list('ServiceCIDR')).items) say('cidr', metadata.name, status)
  return said
}

/** That state without controllers: as the fixtures state it. */
async function stated(load: (cluster: Cluster) => Promise<void>): Promise<readonly string[]> {
  const cluster = createCluster({ seed: 1, controllers: 'none', runtimeConfig: { 'api/beta': true } })
  await load(cluster)
  // The server itself and the controller tell differently that the range of Services is ready.
  return (await healthOf(cluster)).filter((line) => !line.endsWith('{}') && !line.startsWith('cidr kubernetes'))
}

test.each(readdirSync(`${FIXTURES}scenarios`))('the scenario %s keeps its state for an hour', async (scenario) => {
  const load = (cluster: Cluster) => loadFixtures(cluster, [`${FIXTURES}scenarios/${scenario}`])
  // LeaseCandidates are in a beta version.
  const cluster = createCluster({ seed: 1, runtimeConfig: { 'api/beta': true } })
  await load(cluster)
  const first = await stated(load)
  expect(await healthOf(cluster)).toEqual(expect.arrayContaining([...first]))
  await cluster.clock.advance('1h')
  expect(await healthOf(cluster)).toEqual(expect.arrayContaining([...first]))
})

test('the claims of team-shop are bound to volumes, and the clock starts at its last time', async () => {
  const cluster = createCluster({ seed: 1 })
  await loadFixtures(cluster, [`${FIXTURES}scenarios/team-shop`])
  expect(new Date(cluster.clock.now()).toISOString()).toBe('2024-05-01T09:58:37.480Z')
  await cluster.clock.advance('1h')
  const volumes = await cluster.list('v1/PersistentVolume')
  expect(
    volumes.items.map(({ metadata, status, spec }) => [metadata.name, status?.['phase' as never], spec]),
  ).toMatchObject([
    ['vol-images', 'Bound', { capacity: { storage: '100Gi' }, claimRef: { name: 'images', namespace: 'team-shop' } }],
    ['vol-orders', 'Bound', { capacity: { storage: '50Gi' }, csi: { driver: 'disk.example.com' } }],
  ])
})

test('shop.yaml of the documentation keeps its state, and gets the volume that it does not list', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.load(shown('shop.yaml'))
  const claim = async () => (await cluster.get('PersistentVolumeClaim', { namespace: 'shop', name: 'orders' })).status
  const bound = { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '10Gi' } }
  expect(await claim()).toEqual(bound)
  await cluster.clock.advance('1h')
  expect(await claim()).toEqual(bound)
  const [volume] = (await cluster.list('v1/PersistentVolume')).items
  expect(volume).toMatchObject({ spec: { claimRef: { name: 'orders' } }, status: { phase: 'Bound' } })
})

test('a claim that a script binds stays bound', async () => {
  const cluster = createCluster({ seed: 1 })
  const file = 'claim-binds.yaml'
  await cluster.hooks.script({ name: file, text: readFileSync(`${FIXTURES}scripts/${file}`, 'utf8') })
  await cluster.create('PersistentVolumeClaim', {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })
  const claim = () => cluster.get('PersistentVolumeClaim', { name: 'data' })
  expect((await claim()).status?.phase).toBe('Pending')
  await cluster.clock.advance('2s')
  const bound = { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } }
  expect((await claim()).status).toEqual(bound)
  await cluster.clock.advance('1h')
  expect((await claim()).status).toEqual(bound)
  expect((await claim()).spec?.volumeName).toMatch(/^pvc-/)
})

const CLAIM = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}

test('a bound claim of a fixture stays bound until its volume is deleted', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.load([{ ...CLAIM, spec: { ...CLAIM.spec, volumeName: 'disk' }, status: { phase: 'Bound' } }])
  await cluster.clock.advance('1h')
  const phase = async () =>
    (await cluster.get('PersistentVolumeClaim', { namespace: 'default', name: 'data' })).status?.phase
  expect(await phase()).toBe('Bound')
  await cluster.patch('v1/PersistentVolume', { name: 'disk' }, { metadata: { finalizers: null } })
  await cluster.delete('v1/PersistentVolume', { name: 'disk' })
  await cluster.patch('v1/PersistentVolume', { name: 'disk' }, { metadata: { finalizers: null } })
  expect(await phase()).toBe('Lost')
})

test('a terminating namespace of a fixture stays until the finalizers of its contents are removed', async () => {
  const cluster = createCluster({ seed: 1 })
  await loadFixtures(cluster, [`${FIXTURES}scenarios/team-shop`])
  await cluster.clock.advance('1h')
  const ref = { namespace: 'team-shop-preview', name: 'preview-data' }
  const fork = cluster.fork()
  for (const each of [cluster, fork]) {
    expect((await each.get('Namespace', { name: ref.namespace })).status?.phase).toBe('Terminating')
    await each.patch('PersistentVolumeClaim', ref, { metadata: { finalizers: null } })
    await each.settled()
    expect((await each.list('Namespace')).items.map(({ metadata }) => metadata.name)).not.toContain(ref.namespace)
  }
})
