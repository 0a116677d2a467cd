import { expect, test, vi } from 'vitest'
import { StatusError, failure } from '../../../src/base/errors/status.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import type { World } from '../../../src/controllers/runtime/types.js'
import { defineAdmissionPlugin } from '../../../src/server/admission/define.js'
import type { KubeObject } from '../../../src/schema/object.js'

/** What the admission plug-in `ask` was asked, which somebody outside answers. */
type Question = { readonly object: KubeObject; readonly answer: () => void; readonly refuse: () => void }

/** Makes a cluster whose creations and updates of a resource wait for an answer from outside. */
function askingCluster(resource: string, options: Partial<ClusterOptions> = {}) {
  const open: Question[] = []
  const asked: string[] = []
  const ask = defineAdmissionPlugin({
    name: 'ask',
    handles: (target) => target.resource === resource && target.subresource === '' && target.operation !== 'delete',
    admit({ object, operation }) {
      asked.push(`${operation} ${object.metadata.name ?? object.metadata.generateName}`)
      return new Promise((resolve, reject) => {
        const labels = { ...object.metadata.labels, asked: String(asked.length) }
        open.push({
          object,
          answer: () => resolve({ ...object, metadata: { ...object.metadata, labels } }),
          refuse: () => reject(failure(403, 'Forbidden', 'the answer was no')),
        })
      })
    },
  })
  const cluster = createCluster({ seed: 1, profile: 'example', ...options, admissionPlugins: [ask] })
  const next = async () => {
    await vi.waitUntil(() => open.length > 0)
    return open.shift() as Question // there is one by then
  }
  return { cluster, open, asked, next, answer: async () => (await next()).answer() }
}

const podsOf = async (cluster: Cluster) => (await cluster.list('Pod')).items

const named = (name: string, data = {}) => ({ metadata: { name }, data })
const replicas = (name: string, count: number) => ({
  metadata: { name },
  spec: {
    replicas: count,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
})
const MAPS = 'http://cluster.local/api/v1/namespaces/default/configmaps'
const send = (method: string, body: object, type = 'application/json') => ({
  method,
  headers: { 'content-type': type },
  body: JSON.stringify(body),
})

test('requests over HTTP and in process wait for the answer, each for its own', async () => {
  const { cluster, next } = askingCluster('configmaps', { controllers: 'none' })
  const http = cluster.fetch(MAPS, send('POST', named('a')))
  const inProcess = cluster.create('ConfigMap', named('b'))
  const both = [await next(), await next()]
  both.find(({ object }) => object.metadata.name === 'b')?.answer()
  expect((await inProcess).metadata.labels).toHaveProperty('asked')
  await expect(cluster.get('ConfigMap', { name: 'a' })).rejects.toMatchObject({ code: 404 })
  both.find(({ object }) => object.metadata.name === 'a')?.answer()
  expect(await (await http).json()).toMatchObject({ metadata: { name: 'a', labels: { asked: expect.any(String) } } })
})

test('a pod that a ReplicaSet makes waits for the answer, while others are reconciled and answered', async () => {
  const { cluster, answer, asked, open } = askingCluster('pods', { controllers: ['replica-sets', 'service-accounts'] })
  await cluster.create('ReplicaSet', replicas('a', 3))
  await cluster.create('ReplicaSet', replicas('b', 1))
  await vi.waitUntil(() => open.length === 2)
  expect(asked).toEqual([expect.stringMatching(/^create a-/), expect.stringMatching(/^create b-/)])
  await cluster.create('Namespace', { metadata: { name: 'other' } })
  expect(await cluster.get('ServiceAccount', { namespace: 'other', name: 'default' })).toBeDefined()
  expect(await podsOf(cluster)).toEqual([])
  const settled = cluster.settled()
  for (let each = 0; each < 4; each++) await answer()
  await settled
  expect((await podsOf(cluster)).map(({ metadata }) => metadata.labels?.['asked']).sort()).toEqual([
    ...['1', '2', '3', '4'],
  ])
  expect((await cluster.get('ReplicaSet', { name: 'a' })).status?.replicas).toBe(3)
})

test('a key is not reconciled again while its reconciliation waits, and then sees what has changed', async () => {
  const { cluster, answer, asked, open } = askingCluster('pods', { controllers: ['replica-sets', 'service-accounts'] })
  await cluster.create('ReplicaSet', replicas('a', 1))
  await vi.waitUntil(() => open.length === 1)
  await cluster.patch('ReplicaSet', { name: 'a' }, { spec: { replicas: 2 } })
  expect(asked).toHaveLength(1)
  await answer()
  await answer()
  await cluster.settled()
  expect(await podsOf(cluster)).toHaveLength(2)
})

test('a pod that is refused is reported by its controller and tried again', async () => {
  const { cluster, next, answer } = askingCluster('pods', { controllers: ['replica-sets', 'service-accounts'] })
  await cluster.create('ReplicaSet', replicas('a', 1))
  ;(await next()).refuse()
  await answer()
  await cluster.settled()
  const reasons = (await cluster.list('Event')).items.map(({ reason }) => reason)
  expect(reasons.sort()).toEqual(['FailedCreate', 'SuccessfulCreate'])
  expect(await podsOf(cluster)).toHaveLength(1)
})

test('of two writers one of which states the version it has read, the second gets the conflict', async () => {
  const { cluster, answer } = askingCluster('configmaps', { controllers: 'none' })
  const making = cluster.create('ConfigMap', named('a'))
  await answer()
  const made = await making
  const both = ['1', '2'].map((a) => cluster.fetch(`${MAPS}/a`, send('PUT', { ...made, data: { a } })))
  // The second is asked once more, about the change of what the first has made, before its version is compared.
  for (let each = 0; each < 3; each++) await answer()
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 409])
})

test('of two patches the second is made again on what the first has made, and asked about that', async () => {
  const { cluster, answer, asked, next } = askingCluster('configmaps', { controllers: 'none' })
  const making = cluster.create('ConfigMap', named('a'))
  await answer()
  await making
  const both = ['b', 'c'].map((key) =>
    cluster.fetch(`${MAPS}/a`, send('PATCH', { data: { [key]: '1' } }, 'application/merge-patch+json')),
  )
  await answer()
  await answer()
  const again = await next()
  expect(again.object['data']).toEqual({ b: '1', c: '1' })
  again.answer()
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  expect(asked).toEqual(['create a', 'update a', 'update a', 'update a'])
  expect((await cluster.get('ConfigMap', { name: 'a' })).data).toEqual({ b: '1', c: '1' })
})

test('what is never answered holds up neither reads, nor other writes, nor the clock', async () => {
  const { cluster, open } = askingCluster('pods', { controllers: 'default', clock: 'virtual' })
  await cluster.create('Deployment', replicas('a', 1))
  const held = cluster.create('Pod', { metadata: { name: 'held' }, spec: { containers: [{ name: 'a', image: 'a' }] } })
  await vi.waitUntil(() => open.length === 2)
  expect(await podsOf(cluster)).toEqual([])
  const before = cluster.clock.now()
  await cluster.clock.advance('1h')
  expect(cluster.clock.now() - before).toBe(3_600_000)
  await cluster.create('ConfigMap', named('other'))
  await cluster.patch('Deployment', { name: 'a' }, { metadata: { labels: { a: 'b' } } })
  expect((await cluster.get('Deployment', { name: 'a' })).metadata.labels).toEqual({ a: 'b' })
  expect(await Promise.race([held, Promise.resolve('waits')])).toBe('waits')
})

test('a fork and a restored state do anew what waited, and nothing comes of what did', async () => {
  const { cluster, open, answer } = askingCluster('pods', { controllers: ['replica-sets', 'service-accounts'] })
  await cluster.create('ReplicaSet', replicas('a', 1))
  const saved = cluster.snapshot()
  await vi.waitUntil(() => open.length === 1)
  const fork = cluster.fork()
  await vi.waitUntil(() => open.length === 2)
  cluster.restore(saved)
  await vi.waitUntil(() => open.length === 3)
  const [overtaken, forked, restored] = open.splice(0)
  overtaken?.answer()
  forked?.answer()
  await fork.settled()
  expect(await podsOf(fork)).toHaveLength(1)
  expect(await podsOf(cluster)).toHaveLength(0)
  restored?.answer()
  await cluster.settled()
  expect(await podsOf(cluster)).toHaveLength(1)
  await cluster.patch('ReplicaSet', { name: 'a' }, { spec: { replicas: 2 } })
  await answer()
  await cluster.settled()
  expect(await podsOf(cluster)).toHaveLength(2)
})

test('a request that waits when the state is replaced is told so', async () => {
  const { cluster, next } = askingCluster('configmaps', { controllers: 'none' })
  const saved = cluster.snapshot()
  const making = cluster.fetch(MAPS, send('POST', named('a')))
  const question = await next()
  cluster.restore(saved)
  question.answer()
  expect((await making).status).toBe(503)
  await expect(cluster.get('ConfigMap', { name: 'a' })).rejects.toMatchObject({ code: 404 })
})

/** Runs a controller that makes two ConfigMaps for each Lease, and counts how often it begins. */
async function runMaker(isAsync: boolean) {
  const made: (readonly (string | undefined)[])[] = []
  let begun = 0
  const make = (world: World) => {
    begun++
    const names = ['a-', 'b-'].map((generateName) => {
      const { metadata } = world.create('ConfigMap', { metadata: { generateName, namespace: 'default' } })
      return metadata.name
    })
    made.push(names)
  }
  const maker = defineController({
    name: 'maker',
    watches: { Lease: 'own' },
    reconcile: (_, world) => (isAsync ? Promise.resolve().then(() => make(world)) : make(world)),
  })
  const asking = askingCluster('configmaps', { controllers: [maker] })
  await asking.cluster.create('Lease', { metadata: { name: 'lease' } })
  return { ...asking, made, begun: () => begun }
}

test.each([false, true])(
  'a custom controller (asynchronous: %s) begins again once a write is made that waits, and is given what it made',
  async (isAsync) => {
    const { cluster, answer, asked, made, begun } = await runMaker(isAsync)
    await answer()
    await answer()
    await cluster.settled()
    expect(asked).toEqual([expect.stringMatching(/^create a-/), expect.stringMatching(/^create b-/)])
    const names = (await cluster.list('ConfigMap', { namespace: 'default' })).items.map(({ metadata }) => metadata.name)
    expect(made).toEqual([names.filter((name = '') => /^[ab]-/.test(name))])
    expect(begun()).toBe(3)
  },
)

test('a custom controller is told of the refusal of a write that waited', async () => {
  const refusals: unknown[] = []
  const keeper = defineController({
    name: 'keeper',
    watches: { Lease: 'own' },
    reconcile(_, world) {
      try {
        world.create('ConfigMap', { metadata: { name: 'kept', namespace: 'default' } })
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        refusals.push(error.message)
      }
    },
  })
  const { cluster, next } = askingCluster('configmaps', { controllers: [keeper] })
  await cluster.create('Lease', { metadata: { name: 'lease' } })
  ;(await next()).refuse()
  await cluster.settled()
  expect(refusals).toEqual(['the answer was no'])
})

test('a custom controller whose writes are steps waits where it is', async () => {
  const runs: string[] = []
  const stepper = defineController({
    name: 'stepper',
    watches: { Lease: 'own' },
    *reconcileInSteps({ name }, world) {
      runs.push(`begins ${name}`)
      const { metadata } = yield* world.create('ConfigMap', { metadata: { name, namespace: 'default' } })
      runs.push(`has made ${metadata.name} ${metadata.labels?.['asked']}`)
    },
  })
  const { cluster, next } = askingCluster('configmaps', { controllers: [stepper] })
  await cluster.create('Lease', { metadata: { name: 'a' } })
  await cluster.create('Lease', { metadata: { name: 'b' } })
  const [first, second] = [await next(), await next()]
  second.answer()
  first.answer()
  await cluster.settled()
  expect(runs).toEqual(['begins a', 'begins b', 'has made b 2', 'has made a 1'])
})
