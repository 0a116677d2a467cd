import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startCluster, startFleet } from '../../src/node.js'

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-fleet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Config = {
  readonly 'current-context': string
  readonly clusters: readonly { readonly name: string; readonly cluster: { readonly server: string } }[]
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[]
}

/** Asks for the namespaces of a cluster as its context in a kubeconfig does. */
async function ask(kubeconfig: string, context: string, path = '/api/v1/namespaces'): Promise<number> {
  const { clusters, users } = parse(kubeconfig) as Config
  const server = clusters.find(({ name }) => name === context)?.cluster.server
  const token = users.find(({ name }) => name === context)?.user.token
  return (await fetch(`${server}${path}`, { headers: { authorization: `Bearer ${token}` } })).status
}

test('a fleet is served on ports of its clusters, with a context for each', async () => {
  const path = join(folder, 'kubeconfig')
  await using server = await startFleet({ hub: {}, east: { nodes: 2 }, west: {} }, { seed: 1, kubeconfig: path })
  expect(server.kubeconfig).toBe(readFileSync(path, 'utf8'))
  const config = parse(server.kubeconfig) as Config
  expect(config['current-context']).toBe('hub')
  expect(config.clusters.map(({ name }) => name).sort()).toEqual(['east', 'hub', 'west'])
  for (const name of ['hub', 'east', 'west']) expect(await ask(server.kubeconfig, name)).toBe(200)
  expect(await ask(server.kubeconfig, 'east', '/api/v1/nodes/node-2')).toBe(200)
  expect(await ask(server.kubeconfig, 'west', '/api/v1/nodes/node-2')).toBe(404)
})

test('contexts of others in the file stay', async () => {
  const path = join(folder, 'shared')
  await using other = await startCluster({ kubeconfig: path, context: 'other' })
  await using fleet = await startFleet({ hub: {}, east: {} }, { kubeconfig: path })
  const config = parse(readFileSync(path, 'utf8')) as Config
  expect(config.clusters.map(({ name }) => name).sort()).toEqual(['east', 'hub', 'other'])
  expect(config['current-context']).toBe('hub')
  expect(other.kubeconfig).not.toBe(fleet.kubeconfig)
})

test('clients in a cluster are cut off from another, and the administrator is not', async () => {
  await using server = await startFleet({ hub: {}, east: {} }, { authorization: 'rbac' })
  const inHub = await server.kubeconfigFor('hub')
  expect(await ask(inHub, 'east')).toBe(200)
  server.fleet.partition('hub', 'east')
  await expect(ask(inHub, 'east')).rejects.toThrow('fetch failed')
  expect(await ask(inHub, 'hub')).toBe(200)
  expect(await ask(await server.kubeconfigFor('east'), 'east')).toBe(200)
  server.fleet.heal('hub', 'east')
  expect(await ask(inHub, 'east')).toBe(200)
})

test('files are read for each cluster, and for all', async () => {
  const file = (name: string) => {
    const path = join(folder, `${name}.yaml`)
    writeFileSync(path, `{ apiVersion: v1, kind: Namespace, metadata: { name: ${name} } }\n`)
    return path
  }
  await using server = await startFleet({ hub: { fixtures: file('own') }, east: {} }, { fixtures: file('shared') })
  const { hub, east } = server.fleet.clusters
  expect((await hub.get('Namespace', { name: 'own' })).metadata.name).toBe('own')
  expect((await east.get('Namespace', { name: 'shared' })).metadata.name).toBe('shared')
})

test('the ports are those after the first, and all are freed if one is taken', async () => {
  await using taken = await startCluster()
  const port = Number(new URL(taken.url).port)
  await expect(startFleet({ hub: {}, east: {} }, { port: port - 1 })).rejects.toThrow(String(port))
  await using server = await startFleet({ hub: {} }, { port: port - 1 })
  expect(server.servers.hub.url).toBe(`http://127.0.0.1:${port - 1}`)
})

test.each([
  [{ state: { file: 'x' } }, 'startFleet: state is for a single cluster'],
  [{ nodes: -1 }, 'nodes'],
])('mistakes: %j', async (shared, text) => {
  await expect(startFleet({ hub: {} }, shared)).rejects.toThrow(text)
})

test('a cluster has no port of its own choice', async () => {
  const own = { port: 1 } as object
  await expect(startFleet({ hub: own })).rejects.toThrow('startFleet: hub: port')
})
