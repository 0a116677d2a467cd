import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import type { Cluster } from '../../src/cluster/types.js'
import { defineController } from '../../src/controllers/runtime/define.js'
import type { Snapshot } from '../../src/cluster/state/snapshot.js'

/** Something that happens between two turns of the event loop; what comes first decides nothing else. */
type Command =
  | { readonly type: 'write'; readonly name: string; readonly isStated: boolean }
  /** Lets one of the reconciliations that wait go on. */
  | { readonly type: 'open'; readonly which: number }
  | { readonly type: 'turn' | 'keep' | 'fork' }
  | { readonly type: 'restore'; readonly which: number }
  | { readonly type: 'advance'; readonly ms: number; readonly isAwaited: boolean }

const names = fc.constantFrom('a', 'b')
const commands: fc.Arbitrary<readonly Command[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ type: fc.constant('write' as const), name: names, isStated: fc.boolean() }) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('open' as const), which: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.constant({ type: 'turn' as const }) },
    { weight: 2, arbitrary: fc.constant({ type: 'keep' as const }) },
    { weight: 1, arbitrary: fc.constant({ type: 'fork' as const }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('restore' as const), which: fc.nat(3) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('advance' as const),
        ms: fc.constantFrom(1, 400, 1000, 20_000),
        isAwaited: fc.boolean(),
      }),
    },
  ),
  { minLength: 5, maxLength: 30 },
)

/** A cluster, and the values that were written in it, by name. */
type Timeline = { readonly cluster: Cluster; written: { readonly [name: string]: readonly number[] } }

type Kept = { readonly saved: Snapshot; readonly written: Timeline['written'] }

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** A run of commands: timelines of one controller, whose reconciliations are held until a command lets them go on. */
function createRun() {
  const held: (() => void)[] = []
  const open = (which: number) => held.splice(which % Math.max(1, held.length), 1).forEach((go) => go())
  /** Remembers all it is told, after having waited twice, and says in the object how much that is. */
  const collector = defineController({
    name: 'collector',
    watches: {
      ConfigMap: ({ prev, next }) => {
        const value = next?.data?.['value']
        if (!next || value === undefined || value === prev?.data?.['value']) return []
        const { namespace = '', name = '' } = next.metadata
        return [{ key: { apiVersion: 'v1', kind: 'ConfigMap', namespace, name }, told: Number(value) }]
      },
    },
    async reconcile({ namespace, name }, world) {
      for (let i = 0; i < 2; i++) await new Promise<void>((resolve) => void held.push(resolve))
      const all = [...((world.memory ?? []) as readonly number[]), ...world.told]
      world.remember(all)
      world.patch('ConfigMap', { namespace, name }, { metadata: { labels: { told: String(all.length) } } })
      // It comes again, with nothing to be told.
      return all.length % 3 === 0 && world.told.length > 0 ? { after: '10s' } : undefined
    },
  })
  return { collector, open }
}

/** Everything that a cluster has come to, but revisions: they depend on how often it went back. */
async function endOf({ cluster }: Timeline) {
  const maps = (await cluster.list('ConfigMap', { namespace: 'default' })).items
  const memories: { [name: string]: unknown } = {}
  const { entries, waiting } = cluster.snapshot().controllers
  entries.forRange('', '\uffff', true, (_id, { key, memory }) => void (memories[key.name] = memory))
  return {
    labels: Object.fromEntries(maps.map(({ metadata: { name = '', labels } }) => [name, Number(labels?.['told'])])),
    memories,
    waiting,
  }
}

async function settle({ cluster }: Timeline, run: ReturnType<typeof createRun>): Promise<void> {
  let isSettled = false
  const settled = cluster.settled().finally(() => (isSettled = true))
  while (!isSettled) {
    run.open(0)
    await turn()
  }
  await settled
}

/** Performs commands, and returns the timelines there are at the end. */
async function perform(list: readonly Command[]) {
  const run = createRun()
  const first = createCluster({ seed: 1, controllers: [run.collector] })
  const timelines: Timeline[] = [{ cluster: first, written: {} }]
  const kept: Kept[] = [{ saved: first.snapshot(), written: {} }]
  const pending: Promise<unknown>[] = []
  let value = 0
  const note = (timeline: Timeline, name: string) => {
    timeline.written = { ...timeline.written, [name]: [...(timeline.written[name] ?? []), value] }
  }
  const write = ({ cluster, written }: Timeline, name: string) =>
    written[name]
      ? cluster.patch('ConfigMap', { name }, { data: { value: String(value) } })
      : cluster.create('ConfigMap', { metadata: { name }, data: { value: String(value) } })
  for (const command of list) {
    const timeline = timelines.at(-1)!
    const { cluster } = timeline
    switch (command.type) {
      case 'write':
        value++
        if (command.isStated)
          await cluster.load({
            ...{ apiVersion: 'v1', kind: 'ConfigMap' },
            ...{ metadata: { name: command.name, namespace: 'default' }, data: { value: String(value) } },
          })
        else await write(timeline, command.name)
        note(timeline, command.name)
        break
      case 'open':
        run.open(command.which)
        break
      case 'turn':
        await turn()
        break
      case 'keep':
        kept.push({ saved: cluster.snapshot(), written: timeline.written })
        break
      case 'fork':
        timelines.push({ cluster: cluster.fork(), written: timeline.written })
        break
      case 'restore': {
        const { saved, written } = kept[command.which % kept.length]!
        cluster.restore(saved)
        timeline.written = written
        break
      }
      case 'advance': {
        const moved = cluster.clock.advance(command.ms)
        if (command.isAwaited) await moved
        else pending.push(moved)
        break
      }
    }
  }
  await Promise.all(pending)
  for (const timeline of timelines) await settle(timeline, run)
  return timelines
}

test('whatever comes between, controllers are told of each change of their own timeline, once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const timelines = await perform(list)
      for (const timeline of timelines) {
        const counts = Object.entries(timeline.written).map(([name, values]) => [name, values.length])
        expect(await endOf(timeline)).toEqual({
          labels: Object.fromEntries(counts),
          memories: timeline.written,
          waiting: [],
        })
      }
    }),
    { seed: 1, numRuns: 60 },
  )
}, 120_000)

type HeldCommand =
  | { readonly type: 'create' | 'turn' | 'keep' | 'clear' }
  | { readonly type: 'restore'; readonly which: number }
  | { readonly type: 'advance'; readonly ms: number }

const heldCommands: fc.Arbitrary<readonly HeldCommand[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant({ type: 'create' as const }) },
    { weight: 4, arbitrary: fc.constant({ type: 'turn' as const }) },
    { weight: 2, arbitrary: fc.constant({ type: 'keep' as const }) },
    { weight: 1, arbitrary: fc.constant({ type: 'clear' as const }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('restore' as const), which: fc.nat(3) }) },
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant('advance' as const), ms: fc.constantFrom(1, 500, 1000, 3000) }),
    },
  ),
  { minLength: 5, maxLength: 30 },
)

/** The names of the ConfigMaps there are. */
const namesIn = (cluster: Cluster): ReadonlySet<string> => {
  const found = new Set<string>()
  const table = cluster.snapshot().state.tables.get('/configmaps')
  table?.forRange('default/', 'default0', false, (_key, { metadata: { name = '' } }) => void found.add(name))
  return found
}

test('no request that a hook delays is carried out in another state than the one it was for, or never answered', async () => {
  await fc.assert(
    fc.asyncProperty(heldCommands, async (list) => {
      const cluster = createCluster({ seed: 1, controllers: 'none' })
      cluster.hooks.before({ verb: 'create', name: '*1' }, { delay: '1s' })
      cluster.hooks.before({ verb: 'create', name: '*2' }, { delay: '2s' })
      cluster.hooks.after({ verb: 'create', name: '*3' }, { delay: '1s' })
      const kept = [{ saved: cluster.snapshot(), names: namesIn(cluster) }]
      const pending: Promise<unknown>[] = []
      let expected = new Set<string>()
      let epoch = 0
      const create = (name: string, begun: number) =>
        cluster.create('ConfigMap', { metadata: { name } }).then(
          () => void (begun === epoch && expected.add(name)),
          (error: Error) => expect(error.message).toContain('went back to another state'),
        )
      for (const command of list)
        if (command.type === 'create') pending.push(create(`map-${pending.length}`, epoch))
        else if (command.type === 'turn') await turn()
        else if (command.type === 'clear') cluster.hooks.clear()
        else if (command.type === 'advance') pending.push(cluster.clock.advance(command.ms))
        else if (command.type === 'keep') kept.push({ saved: cluster.snapshot(), names: namesIn(cluster) })
        else if (command.type === 'restore') {
          const { saved, names: before } = kept[command.which % kept.length]!
          cluster.restore(saved)
          epoch++
          expected = new Set(before)
        }
      await cluster.clock.advance('1m')
      await Promise.all(pending)
      expect(namesIn(cluster)).toEqual(expected)
    }),
    { seed: 1, numRuns: 100 },
  )
}, 120_000)
