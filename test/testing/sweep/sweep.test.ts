import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { explore } from '../../../src/testing/sweep/explore.js'
import { sweepFaults } from '../../../src/testing/sweep/faults.js'
import { sweep } from '../../../src/testing/sweep/sweep.js'

const COUNTER = '/apis/coordination.k8s.io/v1/namespaces/default/leases/counter'

async function seeded(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Lease', { metadata: { name: 'counter' }, spec: { leaseTransitions: 0 } })
  return cluster
}

type Lease = { metadata: { resourceVersion?: string }; spec: { leaseTransitions: number } }

/** Asks until it is answered. */
async function persist(cluster: Cluster, path: string, init?: RequestInit): Promise<Response> {
  for (;;) {
    const reply = await cluster.fetch(path, init).catch(() => undefined)
    if (reply && (reply.ok || (reply.status === 409 && init?.method === 'PUT'))) return reply
  }
}

/** Adds one, and again when somebody else was quicker. What it does not know is whether a lost reply was a yes. */
async function addOne(cluster: Cluster): Promise<void> {
  for (;;) {
    const lease = (await (await persist(cluster, COUNTER)).json()) as Lease
    lease.spec.leaseTransitions++
    const reply = await persist(cluster, COUNTER, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(lease),
    })
    if (reply.ok) return
  }
}

/** Sets one: however often it is done, the end is the same. */
async function setOne(cluster: Cluster): Promise<void> {
  await persist(cluster, COUNTER, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: JSON.stringify({ spec: { leaseTransitions: 1 } }),
  })
}

test('a scenario that can be repeated comes out the same whatever happens', async () => {
  const cluster = await seeded()
  const before = cluster.snapshot()
  const { requests, runs, findings } = await sweep(cluster, setOne)
  expect(findings).toEqual([])
  expect(requests.map(({ method }) => method)).toEqual(['PATCH'])
  expect(runs).toBe(1 + sweepFaults.filter(({ fits }) => fits(requests[0]!)).length)
  expect(cluster.snapshot().state).toBe(before.state)
})

test('one that counts twice when a reply is lost is found, with the script that shows it', async () => {
  const { findings } = await sweep(await seeded(), addOne)
  expect(findings).toEqual([
    {
      fault: expect.stringMatching(/^cut-after-commit at #2 .*PUT .*leases\/counter$/) as string,
      script: [
        {
          after: { verb: 'update', kind: 'Lease.coordination.k8s.io', namespace: 'default', name: 'counter' },
          times: 1,
          then: { cut: true },
        },
      ],
      outcome: 'differs',
      differences: [
        {
          object: 'Lease default/counter',
          expected: expect.objectContaining({ spec: { leaseTransitions: 1 } }) as object,
          actual: expect.objectContaining({ spec: { leaseTransitions: 2 } }) as object,
        },
      ],
    },
  ])
})

test('one that gives up is told of', async () => {
  const fragile = async (cluster: Cluster) =>
    void (await cluster.edit('Lease', { name: 'counter' }, (draft) => void (draft.spec = { leaseTransitions: 1 })))
  const { findings } = await sweep(await seeded(), fragile)
  const outcomes = findings.map(({ fault, outcome }) => [fault.split(' ')[0], outcome])
  expect(outcomes).toContainEqual(['conflict', 'fails'])
  expect(outcomes).toContainEqual(['internal-error', 'fails'])
})

test('one that waits for ever is told of, in no real time', async () => {
  const waits = async (cluster: Cluster) => {
    await cluster.create('Lease', { metadata: { name: 'sign' } }).catch(() => undefined)
    for await (const { object } of cluster.watch('Lease')) if (object.metadata.name === 'sign') return
  }
  const { findings } = await sweep(await seeded(), waits, {
    faults: sweepFaults.filter(({ name }) => name === 'internal-error'),
  })
  expect(findings.map(({ fault, outcome }) => [fault.split(' ')[0], outcome])).toEqual([['internal-error', 'hangs']])
})

test('a run whose earlier requests are others is no comparison', async () => {
  let run = 0
  const moody = async (cluster: Cluster) => {
    run++
    await cluster.list(run === 1 ? 'Lease' : 'Node')
    await setOne(cluster)
  }
  const { findings } = await sweep(await seeded(), moody, {
    faults: sweepFaults.filter(({ name }) => name === 'timeout-before-commit'),
  })
  expect(findings.map(({ outcome }) => outcome)).toEqual(['nondeterministic'])
})

test('what fails without faults is no scenario', async () => {
  const cluster = await seeded()
  await expect(sweep(cluster, () => cluster.get('Lease', { name: 'none' }))).rejects.toThrow(
    'the scenario fails even without faults: StatusError: leases.coordination.k8s.io "none" not found',
  )
})

test('a watch is cut and expired, once each', async () => {
  const follow = async (cluster: Cluster) => {
    for (let seen = ''; seen !== '1';) {
      const watch = cluster.watch('Lease', { fieldSelector: 'metadata.name=counter' })
      void setOne(cluster)
      try {
        for await (const { object } of watch) if ((seen = String(object.spec?.leaseTransitions)) === '1') break
      } catch {
        // The connection broke, or the watch was too old: it is opened again.
      }
    }
  }
  const { findings, runs } = await sweep(await seeded(), follow, {
    faults: sweepFaults.filter(({ name }) => name.startsWith('watch-')),
  })
  expect([findings, runs]).toEqual([[], 3])
})

test('explore finds what takes two faults, and leaves out those it does not take', async () => {
  // Goes on after one failure, gives up at the second.
  const twice = async (cluster: Cluster) => {
    for (let failures = 0; ; failures++) {
      if (failures === 2) return
      const reply = await cluster
        .fetch(COUNTER, {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/merge-patch+json' },
          body: '{"spec":{"leaseTransitions":1}}',
        })
        .catch(() => undefined)
      if (reply?.ok) return
    }
  }
  const faults = sweepFaults.filter(({ name }) => ['conflict', 'internal-error', 'too-many-requests'].includes(name))
  expect((await sweep(await seeded(), twice, { faults })).findings).toEqual([])
  const { finding } = await explore(await seeded(), twice, { seed: 3, runs: 50, faults })
  expect(finding?.script).toHaveLength(2)
  expect(finding?.outcome).toBe('differs')
  expect(await explore(await seeded(), twice, { seed: 3, runs: 50, faults })).toEqual(
    await explore(await seeded(), twice, { seed: 3, runs: 50, faults }),
  )
})
