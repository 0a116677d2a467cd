import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Bundle } from '../../../src/cluster/bundle/types.js'
import { replay } from '../../../src/cluster/bundles.js'
import { type Cluster, conflict, createCluster, defineController } from '../../../src/index.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const lease = (name: string, holderIdentity = 'me') => ({ metadata: { name }, spec: { holderIdentity } })
const deployment = {
  metadata: { name: 'web' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'web:1' }] } },
  },
}

const written = (bundle: Bundle): Bundle => JSON.parse(JSON.stringify(bundle)) as Bundle
const recorded = async (cluster: Cluster): Promise<Bundle> => written(await cluster.bundle())
const ask = (cluster: Cluster, method: string, path: string, body?: unknown, type = 'application/json') =>
  cluster.fetch(path, {
    method,
    headers: { 'Content-Type': type, 'User-Agent': 'robot/1' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

/** Runs a cluster with the number of requests of various kinds, some of which fail, while time passes. */
async function busy(requests: number): Promise<Cluster> {
  const cluster = createCluster({ seed: 3, nodes: 2, journal: { requests: 5_000, bytes: 1 << 30 } })
  await cluster.create('Deployment', deployment)
  for (let i = 1; i < requests; i++) {
    const name = `lease-${i % 20}`
    const patch = { spec: { leaseTransitions: i } }
    const step = i % 8
    if (step === 0) await cluster.clock.advance('3s')
    if (step < 2) await ask(cluster, 'POST', LEASES, lease(name))
    else if (step === 2) await ask(cluster, 'PATCH', `${LEASES}/${name}`, patch, 'application/merge-patch+json')
    else if (step === 3) await ask(cluster, 'GET', `${LEASES}?limit=5`)
    else if (step === 4)
      await ask(cluster, 'DELETE', `${LEASES}/lease-${(i * 7) % 20}`, { propagationPolicy: 'Foreground' })
    else if (step === 5)
      await ask(cluster, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { generateName: 'c-' } })
    else if (step === 6) await cluster.patch('Deployment', { name: 'web' }, { spec: { replicas: (i % 3) + 1 } })
    else await ask(cluster, 'POST', LEASES, '{ this is no JSON')
  }
  await cluster.clock.advance('1m')
  return cluster
}

test('a replay of 1,000 requests is identical, and the Bundle is small', async () => {
  const cluster = await busy(1_000)
  const bundle = await recorded(cluster)
  expect(bundle.requests.filter(({ via }) => via !== 'controller')).toHaveLength(1_000)
  expect(await replay(bundle)).toEqual({ identical: true, requests: 1_000, differences: [], byEffect: [] })
  // A file may have a megabyte; its page takes less than a tenth of that.
  expect(gzipSync(JSON.stringify(bundle), { level: 9 }).toString('base64').length).toBeLessThan(900_000)
}, 120_000)

test('differences are listed, one line each', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Lease', lease('a'))
  await ask(cluster, 'POST', LEASES, lease('b', 'you'))
  const bundle = await recorded(cluster)
  const requests = bundle.requests.map((request) =>
    request.name === 'b' ? { ...request, body: { ...lease('a'), kind: 'Lease' } } : request,
  )
  const { identical, differences } = await replay({ ...bundle, requests })
  expect(identical).toBe(false)
  expect(differences).toEqual([
    `#2 POST ${LEASES}: 201, in the replay 409 AlreadyExists`,
    expect.stringMatching(/^\d+ added Lease default\/b, in the replay nothing$/),
    'at the end: Lease default/b: is not there in the replay',
  ])
})

test('a field that differs is named', async () => {
  const cluster = createCluster({ seed: 1 })
  await ask(cluster, 'POST', LEASES, lease('a'))
  const bundle = await recorded(cluster)
  const requests = bundle.requests.map((request) => ({ ...request, body: lease('a', 'other') }))
  const { differences } = await replay({ ...bundle, requests })
  expect(differences[0]).toBe(
    `#${bundle.requests[0]?.sequence} POST ${LEASES}: /spec/holderIdentity was "me", in the replay "other"`,
  )
})

describe('hooks in a replay', () => {
  test('that are data act again, with probability and times, and end when they ended', async () => {
    const cluster = createCluster({ seed: 5 })
    cluster.hooks.before({ verb: 'create', kind: 'Lease' }, conflict(), { probability: 0.5 })
    const first = cluster.hooks.before({ verb: 'list', kind: 'Node' }, { delay: '20s' }, { times: 2 })
    await cluster.hooks.script({
      name: 'two.yaml',
      text: '- before: { verb: get, kind: Node }\n  times: 1\n  then: { status: TooManyRequests }\n- before: { verb: get, kind: Node }\n  then: { status: Forbidden }\n',
    })
    for (let i = 0; i < 10; i++) await ask(cluster, 'POST', LEASES, { metadata: { generateName: 'x-' } })
    const listed = Promise.all([ask(cluster, 'GET', '/api/v1/nodes'), ask(cluster, 'GET', '/api/v1/nodes')])
    await cluster.clock.advance('1m')
    await listed
    first.dispose()
    for (const name of ['a', 'b']) await ask(cluster, 'GET', `/api/v1/nodes/${name}`)
    const bundle = await recorded(cluster)
    const codes = bundle.requests.map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set([201, 409, 200, 429, 403]))
    expect(await replay(bundle)).toMatchObject({ identical: true, byEffect: [] })
  })

  test('that are functions have the same effects, and are listed in byEffect', async () => {
    const cluster = createCluster({ seed: 1 })
    let count = 0
    cluster.hooks.before({ verb: 'patch', kind: 'Lease' }, () => (++count === 2 ? conflict() : undefined))
    cluster.hooks.admit({ verb: 'create', kind: 'Lease' }, (_old, next) => ({
      ...next,
      metadata: { ...next.metadata, labels: { made: String(count) } },
    }))
    cluster.hooks.after({ verb: 'list', kind: 'Lease' }, async () => {
      await new Promise((resolve) => void setTimeout(resolve, 1))
      return { status: 'InternalError' as const }
    })
    cluster.hooks.before({ verb: 'delete', body: () => true }, { status: 'Forbidden' })
    await ask(cluster, 'POST', LEASES, lease('a'))
    for (let i = 0; i < 3; i++)
      await ask(cluster, 'PATCH', `${LEASES}/a`, { spec: { leaseTransitions: i } }, 'application/merge-patch+json')
    await ask(cluster, 'GET', LEASES)
    const bundle = await recorded(cluster)
    expect(bundle.requests.map(({ code }) => code)).toEqual([201, 200, 409, 200, 500])
    const { identical, differences, byEffect } = await replay(bundle)
    expect(differences).toEqual([])
    expect(identical).toBe(true)
    expect(byEffect).toHaveLength(3)
    expect(byEffect[0]).toContain('replay.test.ts')
  })
})

test('objects loaded later and writes of custom controllers are replayed', async () => {
  const own = defineController({
    name: 'mine',
    watches: { Lease: 'own' },
    reconcile({ namespace, name }, world) {
      world.patch('Lease', { namespace, name }, { metadata: { labels: { seen: 'yes' } } })
    },
  })
  const cluster = createCluster({ seed: 1, controllers: ['default', own] })
  await cluster.create('Lease', lease('a'))
  await cluster.settled()
  await cluster.load([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'loaded', namespace: 'default' } }])
  await cluster.create('Lease', lease('b'))
  await cluster.settled()
  const { identical, differences, byEffect } = await replay(await recorded(cluster))
  expect(differences).toEqual([])
  expect({ identical, byEffect }).toEqual({ identical: true, byEffect: ['mine'] })
})

test('masked Secrets compare as equal', async () => {
  const cluster = createCluster({ seed: 1 })
  await ask(cluster, 'POST', '/api/v1/namespaces/default/secrets', {
    metadata: { name: 's' },
    stringData: { a: 'hidden' },
  })
  await ask(cluster, 'GET', '/api/v1/namespaces/default/secrets/s')
  await ask(cluster, 'POST', '/api/v1/namespaces/default/serviceaccounts/default/token', { spec: {} })
  await ask(cluster, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'hidden' } })
  const bundle = await recorded(cluster)
  expect(JSON.stringify(bundle)).not.toContain('hidden')
  expect((await replay(bundle)).differences).toEqual([])
})

test('a fork, a restored cluster and a cluster on the system clock can be replayed', async () => {
  const first = createCluster({ seed: 1, nodes: 1 })
  await first.create('Deployment', deployment)
  await first.clock.advance('10s')
  const fork = first.fork()
  await fork.patch('Deployment', { name: 'web' }, { spec: { replicas: 1 } })
  await fork.clock.advance('1m')
  expect((await replay(await recorded(fork))).differences).toEqual([])
  const saved = first.snapshot()
  await first.delete('Deployment', { name: 'web' })
  first.restore(saved)
  await first.create('Lease', lease('a'))
  await first.clock.advance('1m')
  expect((await replay(await recorded(first))).differences).toEqual([])
  const real = createCluster()
  await ask(real, 'POST', LEASES, lease('a'))
  await ask(real, 'GET', `${LEASES}/a`)
  const { differences } = await replay(await recorded(real))
  // A new second may begin between a write and its record in the journal.
  expect(differences.filter((line) => !line.includes('creationTimestamp'))).toEqual([])
})

describe('replay refuses', () => {
  test('a run that is not complete', async () => {
    const cluster = createCluster({ seed: 1, journal: 2 })
    for (const name of ['a', 'b', 'c']) await cluster.create('Lease', lease(name))
    await expect(replay(await recorded(cluster))).rejects.toThrow('requests are no longer in its journal')
    const { engine: _, ...part } = await recorded(createCluster({ seed: 1 }))
    await expect(replay(part)).rejects.toThrow('in the middle of the run')
  })
})

test('a body too long for the journal is a difference, unless wholeBodies is set', async () => {
  const run = async (wholeBodies: boolean) => {
    const cluster = createCluster({ seed: 1, journal: { wholeBodies } })
    const data = { long: 'x'.repeat(30_000) }
    await ask(cluster, 'POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'long' }, data })
    return replay(await recorded(cluster))
  }
  expect((await run(false)).differences[0]).toMatch(/configmaps: its body was too long to be kept$/)
  expect(await run(true)).toMatchObject({ identical: true, requests: 1 })
})

describe('actions of a program other than requests are replayed:', () => {
  test('expireContinueTokens()', async () => {
    const cluster = createCluster({ seed: 1 })
    for (const name of ['a', 'b', 'c']) await ask(cluster, 'POST', LEASES, lease(name))
    const first = await (await ask(cluster, 'GET', `${LEASES}?limit=1`)).json()
    const { metadata } = first as { readonly metadata: { readonly continue: string } }
    const next = `${LEASES}?limit=1&continue=${encodeURIComponent(metadata.continue)}`
    await ask(cluster, 'GET', next)
    cluster.expireContinueTokens()
    await ask(cluster, 'GET', next)
    const bundle = await recorded(cluster)
    expect(bundle.requests.map(({ code }) => code)).toEqual([201, 201, 201, 200, 200, 410])
    expect((await replay(bundle)).differences).toEqual([])
  })

  test('containers.play(), until it is disposed', async () => {
    const cluster = createCluster({ seed: 1, nodes: 1 })
    await cluster.create('Deployment', deployment)
    await cluster.clock.advance('10s')
    const told = cluster.containers.play({ image: 'web:*', crash: { every: '20s' } })
    await cluster.patch(
      'Deployment',
      { name: 'web' },
      { spec: { template: { metadata: { labels: { round: 'two' } } } } },
    )
    await cluster.clock.advance('1m')
    told[Symbol.dispose]()
    await cluster.clock.advance('5m')
    const bundle = await recorded(cluster)
    const restarts = bundle.changes.filter(
      ({ kind, object }) => kind === 'Pod' && JSON.stringify(object ?? {}).includes('"reason":"Error"'),
    )
    expect(restarts.length).toBeGreaterThan(0)
    expect((await replay(bundle)).differences).toEqual([])
  })

  test('writes that an invariant refused, with the name of the invariant', async () => {
    const cluster = createCluster({ seed: 1 })
    const rule = cluster.invariant('one holder', (prev, next) =>
      prev && next && JSON.stringify(prev['spec']) !== JSON.stringify(next['spec']) ? 'it is another' : undefined,
    )
    await ask(cluster, 'POST', LEASES, lease('a'))
    await ask(cluster, 'POST', LEASES, lease('b'))
    const patch = { spec: { holderIdentity: 'you' } }
    await ask(cluster, 'PATCH', `${LEASES}/a`, patch, 'application/merge-patch+json')
    rule[Symbol.dispose]()
    await ask(cluster, 'PATCH', `${LEASES}/a`, patch, 'application/merge-patch+json')
    const bundle = await recorded(cluster)
    expect(bundle.requests.map(({ code }) => code)).toEqual([201, 201, 500, 200])
    expect(await replay(bundle)).toEqual({
      identical: true,
      requests: 4,
      differences: [],
      byEffect: ['invariant one holder'],
    })
  })

  test('writes of controllers that an invariant refused', async () => {
    const cluster = createCluster({ seed: 1, nodes: 1 })
    cluster.invariant('few pods', (prev, next, { after }) => Boolean(prev) || !next || after.list('Pod').length <= 2, {
      kind: 'Pod',
    })
    await cluster.create('Deployment', deployment)
    await cluster.clock.advance('10s')
    const bundle = await recorded(cluster)
    expect(bundle.requests.some(({ via, broken }) => via === 'controller' && broken)).toBe(true)
    expect((await replay(bundle)).differences).toEqual([])
  })
})
