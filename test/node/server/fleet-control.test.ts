import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type StartedFleet, startCluster, startFleet } from '../../../src/node.js'

const CONTROL = '/_fakecluster'
const CONFIGS = '/api/v1/namespaces/default/configmaps'

type Answer = { readonly status: number; readonly value: unknown }

/** Asks control at the address of a cluster. */
async function ask(url: string, method: string, path: string, body?: object): Promise<Answer> {
  const reply = await fetch(`${url}${CONTROL}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, value: text.startsWith('{') ? JSON.parse(text) : text }
}

type Config = {
  readonly clusters: readonly { readonly name: string; readonly cluster: { readonly server: string } }[]
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[]
}

/** Returns how a client with a kubeconfig asks for a path in each of its contexts: the code, or `cut`. */
function clientWith(kubeconfig: unknown) {
  const { clusters, users } = parse(kubeconfig as string) as Config // as control answers
  return async (context: string, path = '/version'): Promise<number | 'cut'> => {
    const server = clusters.find(({ name }) => name === context)?.cluster.server
    const token = users.find(({ name }) => name === context)?.user.token
    return fetch(`${server}${path}`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
      () => 'cut',
    )
  }
}

let started: StartedFleet<'hub' | 'east'>
beforeAll(async () => {
  started = await startFleet({ hub: {}, east: { nodes: 1 } }, { seed: 1 })
})
afterAll(() => started.close())

const at = (name: 'hub' | 'east') => started.servers[name].url

test('a fleet tells at each of its clusters where they are', async () => {
  const { value } = await ask(at('east'), 'GET', '/fleet')
  expect(value).toMatchObject({
    items: [
      { name: 'hub', url: at('hub'), kubeconfig: started.servers.hub.kubeconfig },
      { name: 'east', url: at('east') },
    ],
  })
  expect((await ask(at('hub'), 'GET', '/fleet')).value).toEqual(value)
})

test('a kubeconfig has a context for each cluster, for the administrator or for clients in one', async () => {
  expect((await ask(at('hub'), 'GET', '/fleet/kubeconfig')).value).toBe(started.kubeconfig)
  const inHub = (await ask(at('hub'), 'GET', '/fleet/kubeconfig?from=hub')).value
  expect(inHub).toBe(await started.kubeconfigFor('hub'))
})

test('clients in a cluster are cut off, delayed and healed from another process', async () => {
  const inHub = clientWith((await ask(at('hub'), 'GET', '/fleet/kubeconfig?from=hub')).value)
  const pair = { from: 'hub', to: 'east' }
  expect(await ask(at('hub'), 'POST', '/fleet/partition', pair)).toEqual({ status: 200, value: {} })
  expect([await inHub('hub'), await inHub('east')]).toEqual([200, 'cut'])
  await ask(at('east'), 'POST', '/fleet/heal', pair)
  expect(await inHub('east')).toBe(200)
  await ask(at('east'), 'POST', '/fleet/delay', { ...pair, by: '1m' })
  const delayed = inHub('east')
  const held = () => started.fleet.clusters.east.hooks.list().some(({ calls }) => calls > 0)
  await expect.poll(held).toBe(true)
  await ask(at('hub'), 'POST', '/fleet/settled', { until: '1m' })
  expect(await delayed).toBe(200)
  await ask(at('hub'), 'POST', '/fleet/heal', pair)
})

test('the state of all clusters is kept and restored together', async () => {
  const { hub, east } = started.fleet.clusters
  const taken = await ask(at('hub'), 'POST', '/fleet/snapshots', { id: 'before' })
  expect(taken.value).toEqual({ id: 'before', time: new Date(started.fleet.clock.now()).toISOString() })
  expect((await ask(at('east'), 'POST', '/fleet/snapshots', { id: 'before' })).status).toBe(409)
  await hub.create('Namespace', { metadata: { name: 'later' } })
  await east.create('Namespace', { metadata: { name: 'later' } })
  await ask(at('east'), 'POST', '/fleet/partition', { from: 'east', to: 'hub' })
  await ask(at('east'), 'POST', '/fleet/snapshots/before/restore')
  for (const each of [hub, east]) await expect(each.get('Namespace', { name: 'later' })).rejects.toThrow('not found')
  expect(hub.hooks.list()).toEqual([])
  const { value } = await ask(at('hub'), 'GET', '/fleet/snapshots')
  expect(value).toMatchObject({ items: [{ id: 'start', time: '2024-01-01T00:00:00.000Z' }, { id: 'before' }] })
  expect((await ask(at('hub'), 'DELETE', '/fleet/snapshots/before')).status).toBe(200)
  const gone = await ask(at('hub'), 'POST', '/fleet/snapshots/before/restore')
  expect(gone.value).toMatchObject({ code: 404, message: 'there is no snapshot "before"; there is start' })
})

describe('a fork of a fleet', () => {
  test('has ports of its own, and a network and a clock of its own', async () => {
    const { value } = await ask(at('east'), 'POST', '/fleet/forks', { snapshot: 'start' })
    const fork = value as { readonly port: number; readonly url: string; readonly kubeconfig: string } // as it says
    expect((await ask(at('hub'), 'GET', '/fleet/forks')).value).toEqual({ items: [fork] })
    const clusters = (await ask(fork.url, 'GET', '/fleet')).value
    expect(clusters).toMatchObject({ items: [{ name: 'hub', url: fork.url }, { name: 'east' }] })
    await ask(fork.url, 'POST', '/fleet/partition', { from: 'hub', to: 'east' })
    const inFork = clientWith((await ask(fork.url, 'GET', '/fleet/kubeconfig?from=hub')).value)
    const inHub = clientWith(await started.kubeconfigFor('hub'))
    expect([await inFork('east'), await inHub('east')]).toEqual(['cut', 200])
    expect(await clientWith(fork.kubeconfig)('east', '/api/v1/nodes/node-1')).toBe(200)
    const before = started.fleet.clock.now()
    const moved = await ask(fork.url, 'POST', '/clock/advance', { by: '1h' })
    expect(moved.value).toMatchObject({ time: '2024-01-01T01:00:00.000Z' })
    expect(started.fleet.clock.now()).toBe(before)
    expect((await ask(at('hub'), 'DELETE', `/fleet/forks/${fork.port}`)).status).toBe(200)
    await expect(fetch(`${fork.url}/version`)).rejects.toThrow('fetch failed')
    expect((await ask(at('hub'), 'DELETE', `/fleet/forks/${fork.port}`)).status).toBe(404)
    expect(await inHub('hub', CONFIGS)).toBe(200)
  })

  test('starts as the fleet is now, and ends with it', async () => {
    await using fleet = await startFleet({ hub: {} }, { seed: 1 })
    await fleet.fleet.clusters.hub.create('Namespace', { metadata: { name: 'now' } })
    const { value } = await ask(fleet.servers.hub.url, 'POST', '/fleet/forks', {})
    const { url } = value as { readonly url: string } // as it says
    expect((await fetch(`${url}/api/v1/namespaces/now`)).status).toBe(200)
    await fleet.close()
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('is refused a port that is taken', async () => {
    const port = Number(new URL(at('hub')).port)
    expect((await ask(at('hub'), 'POST', '/fleet/forks', { port })).status).toBe(409)
  })
})

test.each([
  ['POST', '/fleet/partition', { from: 'hub', to: 'west' }, 'partition: to: must be "hub" or "east", not "west"'],
  ['POST', '/fleet/partition', { from: 'hub' }, 'to: is missing from the body'],
  ['POST', '/fleet/delay', { from: 'hub', to: 'east', by: 'soon' }, 'by: "soon" is not a duration'],
  ['GET', '/fleet/kubeconfig?from=west', undefined, 'kubeconfigFor: from: must be "hub" or "east"'],
])('mistakes are told: %s %s %j', async (method, path, body, message) => {
  const { value } = await ask(at('hub'), method, path, body)
  expect(value).toMatchObject({ code: 400, message: expect.stringContaining(message) })
})

test('a cluster of no fleet has none to tell of, and refuses the rest', async () => {
  await using server = await startCluster()
  expect((await ask(server.url, 'GET', '/fleet')).value).toEqual({ items: [] })
  const refused = await ask(server.url, 'POST', '/fleet/heal', { from: 'hub', to: 'east' })
  expect(refused.value).toMatchObject({ code: 501, message: expect.stringContaining('--clusters hub,east') })
})
