import { describe, expect, test } from 'vitest'
import { createFleet } from '../../src/index.js'

const config = (name: string, data = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ metadata: { name }, data }),
})
const CONFIGS = '/api/v1/namespaces/default/configmaps'

const fleetOfTwo = () => createFleet({ hub: {}, east: { nodes: 1 } }, { seed: 1 })

describe('the clusters of a fleet', () => {
  test('have options of their own, and other uids', async () => {
    const { hub, east } = fleetOfTwo().clusters
    expect((await hub.list('Node')).items).toHaveLength(0)
    expect((await east.list('Node')).items).toHaveLength(1)
    const [one, other] = await Promise.all([hub, east].map((each) => each.get('Namespace', { name: 'default' })))
    expect(one?.metadata.uid).not.toBe(other?.metadata.uid)
  })

  test('are the same for the same seed', async () => {
    const uids = async () => {
      const { clusters } = fleetOfTwo()
      const made = [clusters.hub, clusters.east].map((each) => each.create('ConfigMap', { metadata: { name: 'a' } }))
      return (await Promise.all(made)).map(({ metadata }) => metadata.uid)
    }
    expect(await uids()).toEqual(await uids())
  })

  test('share a clock, whichever is moved', async () => {
    const { clusters, clock } = fleetOfTwo()
    const fired: string[] = []
    clusters.east.clock.setTimeout(() => fired.push('east'), '20s')
    clusters.hub.clock.setTimeout(() => fired.push('hub'), '10s')
    await clock.advance('15s')
    expect(fired).toEqual(['hub'])
    await clusters.hub.clock.advance('5s')
    expect(fired).toEqual(['hub', 'east'])
    expect(clusters.east.clock.now()).toBe(clock.now())
  })

  test('move on where the clock was moved by another', async () => {
    const { clusters, clock, settled } = fleetOfTwo()
    await settled()
    const leaseAt = async () =>
      (await clusters.east.get('Lease', { namespace: 'kube-node-lease', name: 'node-1' }))?.spec?.renewTime
    const before = await leaseAt()
    await clusters.hub.clock.advance('1m')
    expect(await leaseAt()).not.toBe(before)
    expect(clock.now()).toBe(Date.parse('2024-01-01T00:01:00Z'))
  })
})

describe('a partition', () => {
  test('cuts one cluster off from the clients in another, until it is healed', async () => {
    const fleet = fleetOfTwo()
    const across = fleet.fetch('hub', 'east')
    expect((await across(CONFIGS, config('before'))).status).toBe(201)
    fleet.partition('hub', 'east')
    await expect(across(CONFIGS, config('during'))).rejects.toThrow(TypeError)
    await expect(across('/version')).rejects.toThrow(TypeError)
    await expect(across('/openapi/v3/apis/apps/v1')).rejects.toThrow(TypeError)
    expect((await fleet.fetch('hub', 'hub')(CONFIGS, config('at-home'))).status).toBe(201)
    expect((await fleet.fetch('east', 'hub')(CONFIGS)).status).toBe(200)
    expect((await fleet.fetch('east', 'east')(CONFIGS)).status).toBe(200)
    fleet.heal('hub', 'east')
    expect((await across(CONFIGS, config('after'))).status).toBe(201)
    const { items } = await fleet.clusters.east.list('ConfigMap', { namespace: 'default' })
    const names = items.map((each) => each.metadata.name)
    expect(names).toEqual(expect.arrayContaining(['before', 'after']))
    expect(names).not.toContain('during')
  })

  test('breaks watches that are open, of these clients only', async () => {
    const fleet = fleetOfTwo()
    const watch = `${CONFIGS}?watch=1&resourceVersion=0`
    await fleet.fetch('hub', 'east')(watch)
    await fleet.fetch('east', 'east')(watch)
    using cut = fleet.partition('hub', 'east')
    expect(fleet.clusters.east.watches().map(({ user }) => user)).toEqual(['fleet:east'])
    cut[Symbol.dispose]()
    await fleet.fetch('hub', 'east')(watch)
    expect(fleet.clusters.east.watches()).toHaveLength(2)
  })

  test('leaves hooks of others, and a delay to another cluster, alone when it is healed', async () => {
    const fleet = fleetOfTwo()
    const mine = fleet.clusters.east.hooks.before({ user: 'somebody' }, { cut: true })
    fleet.partition('hub', 'east')
    fleet.heal('hub', 'east')
    expect(fleet.clusters.east.hooks.list().map(({ id }) => id)).toEqual([mine.id])
  })
})

test('a delay holds requests and events of watches by the clock of the fleet', async () => {
  const fleet = fleetOfTwo()
  fleet.delay('hub', 'east', '200ms')
  let status = 0
  const reply = fleet
    .fetch(
      'hub',
      'east',
    )(CONFIGS)
    .then((got) => (status = got.status))
  await fleet.clock.advance('199ms')
  expect(status).toBe(0)
  await fleet.clock.advance('1ms')
  await reply
  expect(status).toBe(200)
  expect((await fleet.fetch('east', 'east')(CONFIGS)).status).toBe(200)
})

describe('the state of a fleet', () => {
  test('is restored as a whole, with its partitions and its time', async () => {
    const fleet = fleetOfTwo()
    fleet.partition('hub', 'east')
    const saved = fleet.snapshot()
    fleet.heal('hub', 'east')
    await fleet.fetch('hub', 'east')(CONFIGS, config('later'))
    await fleet.clusters.hub.create('Namespace', { metadata: { name: 'later' } })
    await fleet.clock.advance('1h')
    fleet.restore(saved)
    expect(fleet.clock.now()).toBe(Date.parse('2024-01-01T00:00:00Z'))
    await expect(fleet.clusters.hub.get('Namespace', { name: 'later' })).rejects.toThrow('not found')
    await expect(fleet.clusters.east.get('ConfigMap', { name: 'later' })).rejects.toThrow('not found')
    await expect(fleet.fetch('hub', 'east')(CONFIGS)).rejects.toThrow(TypeError)
  })

  test('a fork has a clock of its own, which its clusters share', async () => {
    const fleet = fleetOfTwo()
    fleet.partition('hub', 'east')
    const fork = fleet.fork()
    fork.heal('hub', 'east')
    expect((await fork.fetch('hub', 'east')(CONFIGS, config('there'))).status).toBe(201)
    await expect(fleet.fetch('hub', 'east')(CONFIGS)).rejects.toThrow(TypeError)
    await fork.clock.advance('1h')
    expect(fork.clusters.hub.clock.now()).toBe(fork.clusters.east.clock.now())
    expect(fleet.clock.now()).toBe(Date.parse('2024-01-01T00:00:00Z'))
    await expect(fleet.clusters.east.get('ConfigMap', { name: 'there' })).rejects.toThrow('not found')
  })

  test('settled moves the clock first', async () => {
    const fleet = fleetOfTwo()
    await fleet.settled({ until: '10s' })
    expect(fleet.clusters.east.clock.now()).toBe(Date.parse('2024-01-01T00:00:10Z'))
    fleet.close()
  })
})

test('with authorization, clients may do everything in each cluster', async () => {
  const fleet = createFleet({ hub: {}, east: {} }, { seed: 1, authorization: 'rbac' })
  expect((await fleet.fetch('hub', 'east')(CONFIGS, config('a'))).status).toBe(201)
})

describe('mistakes', () => {
  test.each([
    [() => createFleet({}), 'createFleet: clusters: must be options by the names of clusters'],
    [() => createFleet({ Hub: {} }), 'in lower case'],
    [() => createFleet({ hub: { seed: 1 } }), 'createFleet: hub: seed is that of all clusters'],
    [() => createFleet({ hub: { nodes: -1 } }), 'nodes'],
    [() => createFleet({ hub: {} }, { nodes: -1 }), 'nodes'],
    [() => fleetOfTwo().partition('hub', 'west' as 'east'), 'partition: to: must be "hub" or "east", not "west"'],
    [() => fleetOfTwo().delay('hub', 'east', 'soon'), 'delay: duration'],
    [() => fleetOfTwo().heal('west' as 'east', 'hub'), 'heal: from'],
    [() => fleetOfTwo().restore({} as ReturnType<ReturnType<typeof fleetOfTwo>['snapshot']>), 'restore'],
  ])('%s', (act, text) => {
    expect(act).toThrow(TypeError)
    expect(act).toThrow(text)
  })
})
