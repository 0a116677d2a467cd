import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import type { World } from '../../../src/controllers/runtime/types.js'
import { READ_AT_ONCE, ROOM } from '../../../src/controllers/runtime/work.js'

const OBJECTS = 400
const OWNER = '0ec0a1d4-0000-4000-8000-000000000001'
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: OWNER }

const pods = Array.from({ length: OBJECTS }, (_, i) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `pod-${i}`, namespace: 'default', ownerReferences: [owner] },
  spec: { containers: [{ name: 'c', image: 'a' }] },
}))

test.each<readonly [string, (world: World) => Iterable<unknown>]>([
  ['list', (world) => world.list('Pod')],
  ['list of a selection', (world) => world.list('Pod', { labelSelector: '!none' })],
  ['dependents', (world) => world.dependents(OWNER)],
  ['dependents of a kind', (world) => world.dependents(OWNER, 'Pod')],
  ['orphans', (world) => world.orphans('Pod', 'default')],
  ['podsOn', (world) => world.podsOn('')],
  ['untriedPods', (world) => world.untriedPods()],
  ['everything', (world) => world.everything('default')],
])('a turn of reconciliations that read much by %s is short', async (_, read) => {
  let turn = 0
  let isOver = false
  const next = () => {
    turn++
    if (!isOver) setImmediate(next)
  }
  const turns = new Map<number, number>()
  const reader = defineController({
    name: 'reader',
    watches: { Lease: 'own' },
    reconcile({ name, ...key }, world) {
      if (name === 'root') for (let i = 0; i < 40; i++) world.wake({ ...key, name: `key-${i}` })
      else if ([...read(world)].length >= OBJECTS) turns.set(turn, (turns.get(turn) ?? 0) + 1)
    },
  })
  const cluster = createCluster({ seed: 1, controllers: [reader], fixtures: pods })
  next()
  await cluster.create('Lease', { metadata: { name: 'root' } })
  isOver = true
  const counts = [...turns.values()]
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
  expect(Math.max(...counts)).toBeLessThanOrEqual(Math.ceil(ROOM / (1 + OBJECTS / READ_AT_ONCE)))
})
