import { expect, test } from 'vitest'
import type { Cluster } from '../../../../src/cluster/types.js'
import { createCluster } from '../../../../src/cluster/cluster.js'
import { explore } from '../../../../src/cluster/testing/sweep/explore.js'
import { sweepFaults } from '../../../../src/cluster/testing/sweep/faults.js'
import { sweep } from '../../../../src/cluster/testing/sweep/sweep.js'
import { createProgram } from './program.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const COUNTER = `${LEASES}/counter`

async function seeded(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Lease', { metadata: { name: 'counter' }, spec: { leaseTransitions: 0 } })
  return cluster
}

type Lease = { metadata: { resourceVersion?: string }; spec: { leaseTransitions: number } }

/** Repeats a request until it succeeds; a PUT also ends with a conflict. */
async function persist(cluster: Cluster, path: string, init?: RequestInit): Promise<Response> {
  for (;;) {
    const reply = await cluster.fetch(path, init).catch(() => undefined)
    if (reply && (reply.ok || (reply.status === 409 && init?.method === 'PUT'))) return reply
  }
}

/** Adds one, and retries on a conflict. Where a reply is lost it cannot tell whether the write was committed. */
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

/** Sets the counter to one, which is idempotent. */
async function setOne(cluster: Cluster): Promise<void> {
  await persist(cluster, COUNTER, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: JSON.stringify({ spec: { leaseTransitions: 1 } }),
  })
}

test('an idempotent scenario has no findings', async () => {
  const cluster = await seeded()
  const before = cluster.snapshot()
  const { requests, runs, findings } = await sweep(cluster, setOne)
  expect(findings).toEqual([])
  expect(requests.map(({ method }) => method)).toEqual(['PATCH'])
  expect(runs).toBe(1 + sweepFaults.filter(({ fits }) => fits(requests[0]!)).length)
  expect(cluster.snapshot().state).toBe(before.state)
})

test('a scenario that counts twice when a reply is lost is found, with a script that reproduces it', async () => {
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

test('only what the program sends is disturbed, over the fetch in process too', async () => {
  const scenario = async (fork: Cluster) => {
    await fork.create('Lease', { metadata: { name: 'given' } })
    await setOne(fork)
    await fork.waitFor('Lease', { name: 'counter' }, ({ spec }) => spec?.leaseTransitions === 1)
    await fork.list('Lease')
  }
  const { requests, findings } = await sweep(await seeded(), scenario)
  expect([requests.map(({ method }) => method), findings]).toEqual([['PATCH'], []])
})

test('a scenario that sends no requests as a program is refused', async () => {
  await expect(sweep(await seeded(), (fork) => fork.list('Lease'))).rejects.toThrow(
    'the scenario sends no requests for objects, so there is nothing to try a fault on',
  )
})

test('a scenario that gives up is a finding', async () => {
  const fragile = (cluster: Cluster) => createProgram(cluster).patch(COUNTER, { spec: { leaseTransitions: 1 } })
  const { findings } = await sweep(await seeded(), fragile)
  const outcomes = findings.map(({ fault, outcome }) => [fault.split(' ')[0], outcome])
  expect(outcomes).toContainEqual(['conflict', 'fails'])
  expect(outcomes).toContainEqual(['internal-error', 'fails'])
})

test('a scenario that waits for ever is found without real waiting', async () => {
  const waits = async (cluster: Cluster) => {
    const program = createProgram(cluster)
    await program.create(LEASES, { metadata: { name: 'sign' } }).catch(() => undefined)
    for await (const { object } of program.watch(LEASES)) if (object.metadata.name === 'sign') return
  }
  const { findings } = await sweep(await seeded(), waits, {
    faults: sweepFaults.filter(({ name }) => name === 'internal-error'),
  })
  expect(findings.map(({ fault, outcome }) => [fault.split(' ')[0], outcome])).toEqual([['internal-error', 'hangs']])
})

test('a run whose requests before the fault differ is nondeterministic', async () => {
  let run = 0
  const moody = async (cluster: Cluster) => {
    run++
    await createProgram(cluster).list(run <= 2 ? LEASES : '/api/v1/nodes')
    await setOne(cluster)
    if (run > 2) throw new Error('another mood')
  }
  const { findings } = await sweep(await seeded(), moody, {
    faults: sweepFaults.filter(({ name }) => name === 'timeout-before-commit'),
  })
  expect(findings.map(({ outcome }) => outcome)).toEqual(['nondeterministic'])
})

test('a program that asks in another order each time, and survives the fault, is no finding', async () => {
  let run = 0
  const atOnce = async (cluster: Cluster) => {
    const paths = [LEASES, '/api/v1/nodes']
    for (const path of ++run <= 2 ? paths : paths.toReversed()) await createProgram(cluster).list(path)
    await setOne(cluster)
  }
  const { findings } = await sweep(await seeded(), atOnce, {
    faults: sweepFaults.filter(({ name }) => name === 'timeout-before-commit'),
  })
  expect(findings).toEqual([])
})

test('a request that is now and then sent once more, and not in the run of its fault, is told as unfired', async () => {
  let run = 0
  const restless = async (cluster: Cluster) => {
    run++
    const program = createProgram(cluster)
    await program.list(run <= 2 ? LEASES : '/api/v1/nodes')
    await setOne(cluster)
    if (run <= 2) await program.list('/api/v1/pods')
  }
  const { findings, unfired } = await sweep(await seeded(), restless, {
    faults: sweepFaults.filter(({ name }) => name === 'internal-error'),
  })
  expect(findings).toEqual([])
  expect(unfired.map((fault) => fault.replace(/ .* GET/, ' GET'))).toEqual([
    `internal-error GET ${LEASES}`,
    'internal-error GET /api/v1/pods',
  ])
})

test('a scenario that fails without faults is refused', async () => {
  const cluster = await seeded()
  await expect(sweep(cluster, () => cluster.get('Lease', { name: 'none' }))).rejects.toThrow(
    'the scenario fails even without faults: StatusError: leases.coordination.k8s.io "none" not found',
  )
})

test('a watch is cut once and expired once', async () => {
  const follow = async (cluster: Cluster) => {
    for (let seen = ''; seen !== '1';) {
      const watch = createProgram(cluster).watch(LEASES, '&fieldSelector=metadata.name%3Dcounter')
      void setOne(cluster)
      try {
        for await (const { type, object } of watch) {
          if (type === 'ERROR') break
          if ((seen = String((object['spec'] as Lease['spec']).leaseTransitions)) === '1') break
        }
      } catch {
        // The connection broke, or the watch expired: it is opened again.
      }
    }
  }
  const { findings, runs } = await sweep(await seeded(), follow, {
    faults: sweepFaults.filter(({ name }) => name.startsWith('watch-')),
  })
  expect([findings, runs]).toEqual([[], 3])
})

test('explore finds a failure that needs two faults, and removes others from the script', async () => {
  // Continues after one failure, gives up after the second.
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

test('what differs between two undisturbed runs is told once, and is no finding', async () => {
  let runs = 0
  const scenario = async (fork: Cluster) => {
    await setOne(fork)
    await fork.patch('Lease', { name: 'counter' }, { metadata: { annotations: { run: `${++runs}` } } })
  }
  const { unsteady, findings } = await sweep(await seeded(), scenario)
  expect(unsteady.map(({ object }) => object)).toEqual(['Lease default/counter'])
  expect(findings.filter(({ outcome }) => outcome === 'differs')).toEqual([])
})

test('times that controllers write are not compared; other texts that look like times are', async () => {
  let runs = 0
  const at = () => `2024-01-01T00:00:0${++runs % 10}Z`
  const annotations = (time: string) => ({
    'endpoints.kubernetes.io/last-change-trigger-time': time,
    deadline: 'never',
  })
  const scenario = (fork: Cluster) =>
    createProgram(fork).patch(COUNTER, { metadata: { annotations: annotations(at()) } })
  expect((await sweep(await seeded(), scenario, { faults: [] })).unsteady).toEqual([])
  const other = (fork: Cluster) => createProgram(fork).patch(COUNTER, { metadata: { annotations: { deadline: at() } } })
  expect((await sweep(await seeded(), other, { faults: [] })).unsteady).toHaveLength(1)
})

test('a fault whose request no later run sends again is told, as nothing is known of it', async () => {
  let run = 0
  const scenario = async ({ fetch }: Cluster) => {
    await fetch(`${LEASES}/run-${++run}`)
    await fetch(COUNTER)
  }
  const faults = sweepFaults.filter(({ name }) => name === 'internal-error')
  const { findings, unfired } = await sweep(await seeded(), scenario, { faults })
  expect(findings).toEqual([])
  expect(unfired).toEqual([expect.stringMatching(/^internal-error at #1 .*GET .*\/run-2$/)])
})
