import { describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../src/index.js'
import { wholeState } from '../server/control/whole-state.js'

const shipper = { name: 'shipper', when: { kind: 'ConfigMap' }, then: [{ delete: true as const }] }
const lease = { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', metadata: { name: 'a', namespace: 'default' } }
const late = '9999-12-31T23:59:59Z'

/** Calls that are refused, most of them with arguments that only JavaScript allows. */
const CALLS: { readonly [name: string]: (cluster: Cluster) => unknown } = {
  'hooks.before of a kind there is not': ({ hooks }) => hooks.before({ kind: 'Leas' } as never, { cut: true }),
  'hooks.admit without an action': ({ hooks }) => hooks.admit({ kind: 'Lease' }, {} as never),
  'hooks.after at no time': ({ hooks }) => hooks.after({}, { cut: true }, { times: 0 }),
  'hooks.watch with a word for an action': ({ hooks }) => hooks.watch({}, 'drop' as never),
  'hooks.expect less than once': ({ hooks }) => hooks.expect({}, { times: -1 }),
  'hooks.add of nothing': ({ hooks }) => hooks.add({} as never),
  'hooks.script with a reaction whose name is taken': ({ hooks }) =>
    hooks.script([{ before: {}, then: { cut: true } }, shipper] as never),
  'hooks.script with two reactions of one name': ({ hooks }) =>
    hooks.script([
      { before: {}, then: { cut: true } },
      { ...shipper, name: 'a' },
      { ...shipper, name: 'a' },
    ] as never),
  'hook.release of half an event': ({ hooks }) => hooks.list()[0]!.release(0.5),
  'controllers.add of a name that is taken': ({ controllers }) =>
    controllers.add({ name: 'shipper', watches: { Lease: 'own' }, reconcile: () => undefined }),
  'controllers.add of a kind there is not': ({ controllers }) =>
    controllers.add({ name: 'a', watches: { Leas: 'own' }, reconcile: () => undefined }),
  'controllers.react of a name that is taken': ({ controllers }) => controllers.react(shipper),
  'controllers.react to a pattern of kinds': ({ controllers }) =>
    controllers.react({ ...shipper, name: 'a', when: { kind: 'Config*' } }),
  'containers.play of a script that is right, and one that is wrong': ({ containers }) =>
    containers.play([{ image: 'a' }, { image: 'b', ready: 'soon' }]),
  'invariant of a kind there is not': ({ invariant }) => invariant('a', () => true, { kind: 'Leas' as never }),
  'clock.setTimeout of nothing': ({ clock }) => clock.setTimeout(undefined as never, 1),
  'clock.advance to beyond what a clock shows': ({ clock }) => clock.advance(Date.parse(late)),
  'clock.advanceTo the past': ({ clock }) => clock.advanceTo(0),
  'clock.next until no time': ({ clock }) => clock.next('soon'),
  'settled until no time': (cluster) => cluster.settled({ until: 'soon' }),
  'load of an object that is right, and one that is wrong': (cluster) =>
    cluster.load([lease, { ...lease, metadata: { name: 'B' } }]),
  'load of an object that an invariant refuses': (cluster) =>
    cluster.load([
      lease,
      { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' }, spec: { containers: [{ name: 'a' }] } },
    ]),
  'populate more than fits': (cluster) => cluster.populate({ nodes: 1, pods: 1000 }),
  'populate with pods that an invariant refuses': (cluster) => cluster.populate({ pods: 3 }, {}),
  'restore of a name': (cluster) => cluster.restore('start' as never),
  'fork of a name': (cluster) => cluster.fork('start' as never),
  'at a revision to come': (cluster) => cluster.at(9_999_999),
  'watch.release of half an event': (cluster) => cluster.watches()[0]!.release(0.5),
  'watch.cut somewhere': (cluster) => cluster.watches()[0]!.cut('there' as never),
}

async function createUsed(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, controllers: ['namespace-end'] })
  cluster.watch('Lease')
  cluster.hooks.before({ kind: 'Lease' }, { pass: true })
  cluster.controllers.react(shipper)
  cluster.invariant('no pods', () => false, { kind: 'Pod' })
  await cluster.settled()
  return cluster
}

const failed = async (run: () => unknown): Promise<boolean> => {
  try {
    await run()
    return false
  } catch {
    return true
  }
}

describe('nothing changes when a method refuses', () => {
  test.each(Object.entries(CALLS))('%s', async (_, call) => {
    const cluster = await createUsed()
    const before = await wholeState(cluster)
    expect(await failed(() => call(cluster))).toBe(true)
    expect(await wholeState(cluster)).toEqual(before)
  })

  test.each([
    ['load', (cluster: Cluster) => cluster.load({ ...lease, metadata: { name: 'B' } })],
    [
      'load with a time',
      (cluster: Cluster) =>
        cluster.load({ ...lease, metadata: { name: 'B', creationTimestamp: '2030-01-01T00:00:00Z' } }),
    ],
    ['populate', (cluster: Cluster) => cluster.populate({ pods: 3 })],
  ])('%s: a clock that is being moved goes on', async (_, call) => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    cluster.invariant('no pods', () => false, { kind: 'Pod' })
    let refused: Promise<boolean> | undefined
    cluster.clock.setTimeout(() => void (refused = failed(() => call(cluster))), '10s')
    const { now } = cluster.clock
    const start = now()
    await cluster.clock.advance('1m')
    expect({ refused: await refused, moved: now() - start }).toEqual({ refused: true, moved: 60_000 })
  })

  test('what is populated before and after a refusal is the same', async () => {
    const populated = async (cluster: Cluster) => {
      await cluster.populate({ pods: 3 })
      return (await cluster.list('Pod')).items.map(({ metadata }) => metadata.uid)
    }
    const refused = createCluster({ seed: 1, controllers: 'none' })
    const invariant = refused.invariant('no pods', () => false, { kind: 'Pod' })
    await expect(refused.populate({ pods: 3 })).rejects.toThrow('no pods')
    invariant[Symbol.dispose]()
    expect(await populated(refused)).toEqual(await populated(createCluster({ seed: 1, controllers: 'none' })))
  })
})

test('a reaction may be about a kind that is defined later and named like one that is served', () => {
  const { controllers } = createCluster({ controllers: 'none' })
  controllers.react({ name: 'later', when: { kind: 'Jobs.example.com' }, then: [{ delete: true }] })
  expect(controllers.names()).toEqual(['later'])
})
