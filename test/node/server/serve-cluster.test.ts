import { parse } from 'yaml'
import { expect, test, vi } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import { serve } from '../../../src/node/server/serve-cluster.js'
import { sweepFaults } from '../../../src/cluster/testing/sweep/faults.js'
import { sweep } from '../../../src/cluster/testing/sweep/sweep.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

test('serve() serves any cluster, which outlives its server', async () => {
  const cluster = createCluster({ seed: 1, token: 'secret' })
  const server = await serve(cluster)
  const config = parse(server.kubeconfig) as { clusters: object[]; users: { user: { token: string } }[] }
  expect(config.clusters).toMatchObject([{ cluster: { server: server.url } }])
  const headers = { Authorization: `Bearer ${config.users[0]?.user.token}` }
  expect((await fetch(server.url + LEASES, { headers })).status).toBe(200)
  expect((await fetch(server.url + LEASES)).status).toBe(401)
  await server.close()
  await expect(fetch(server.url + LEASES, { headers })).rejects.toThrow('fetch failed')
  expect((await cluster.list('Lease')).items).toEqual([])
})

test('a controller that fails is reported with where it threw; a reaction whose script is wrong, in words', async () => {
  const broken = defineController({
    name: 'broken',
    watches: { Lease: 'own' },
    reconcile() {
      throw new RangeError('out of it')
    },
  })
  const cluster = createCluster({ seed: 1, controllers: [broken] })
  cluster.controllers.react({ when: { kind: 'Lease' }, then: [{ patch: { spec: { leaseDurationSeconds: -1 } } }] })
  await using server = await serve(cluster)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const body = JSON.stringify({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'a' } })
  await fetch(server.url + LEASES, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  expect(lines).toEqual([
    expect.stringMatching(
      /^the controller broken failed for Lease default\/a: out of it\nRangeError: .*\n +at .*test\.ts/,
    ),
    expect.stringMatching(/^the controller reaction-1 failed for Lease default\/a: .*must be greater than 0\n$/),
  ])
})

test('serve() refuses what is not a cluster, and unknown options', async () => {
  await expect(serve(undefined as unknown as Cluster)).rejects.toThrow(
    'serve: cluster: must be a cluster, as createCluster makes it, not nothing',
  )
  await expect(serve(createCluster(), { prot: 1 } as object)).rejects.toThrow(/^serve: .*"?prot"?/)
})

/** Increments a counter with a client over a socket, which cannot know whether a request succeeded when its reply is lost. */
async function addOne(fork: Cluster): Promise<void> {
  await using server = await serve(fork)
  const persist = async (init?: RequestInit): Promise<Response> => {
    for (;;) {
      const reply = await fetch(`${server.url}${LEASES}/counter`, init).catch(() => undefined)
      if (reply && (reply.ok || reply.status === 409)) return reply
    }
  }
  for (;;) {
    const lease = (await (await persist()).json()) as { spec: { leaseTransitions: number } }
    lease.spec.leaseTransitions++
    const body = JSON.stringify(lease)
    if ((await persist({ method: 'PUT', headers: { 'Content-Type': 'application/json' }, body })).ok) return
  }
}

const counting = async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Lease', { metadata: { name: 'counter' }, spec: { leaseTransitions: 0 } })
  return cluster
}

test('sweep() finds the fault of a client over a socket', async () => {
  const { findings } = await sweep(await counting(), addOne)
  expect(findings.map(({ fault, outcome }) => [fault.split(' ')[0], outcome])).toEqual([
    ['cut-after-commit', 'differs'],
  ])
})

test('sweep() reports a client that hangs, and closes the server it left', async () => {
  let url = ''
  const waits = async (fork: Cluster) => {
    const server = await serve(fork)
    url = server.url
    const reply = await fetch(url + LEASES)
    if (!reply.ok) await new Promise(() => undefined)
    await server.close()
  }
  const { findings } = await sweep(await counting(), waits, {
    faults: sweepFaults.filter(({ name }) => name === 'internal-error'),
  })
  expect(findings.map(({ outcome }) => outcome)).toEqual(['hangs'])
  await expect(fetch(url + LEASES)).rejects.toThrow('fetch failed')
}, 30_000)
