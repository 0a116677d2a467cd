import { expect, test } from 'vitest'
import { createLateLibrary } from '../../../src/base/turns/late-library.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineAdmissionPlugin } from '../../../src/server/admission/define.js'
import { defineController } from '../../../src/controllers/runtime/define.js'
import type { Controller } from '../../../src/controllers/runtime/types.js'

const lease = (name: string) => ({ metadata: { name } })

/** Notes each Lease that it syncs; its module is loaded at the first. */
const later = (loads: string[], notes: string[]): Controller => ({
  name: 'later',
  watches: { Lease: 'own' },
  async load() {
    loads.push('load')
    await new Promise((resolve) => setTimeout(resolve, 5))
    return {
      reconcile: ({ name }, world) =>
        void notes.push(`${name} at ${new Date(world.now()).toISOString().slice(11, 19)}`),
    }
  },
})

test('loads the code of a controller once, when first triggered, and requests wait for it', async () => {
  const loads: string[] = []
  const notes: string[] = []
  const controller = later(loads, notes)
  const cluster = createCluster({ seed: 1, controllers: [controller] })
  await cluster.list('Lease')
  expect(loads).toEqual([])
  await cluster.create('Lease', lease('a'))
  await cluster.get('Lease', { name: 'a' })
  expect(notes).toEqual(['a at 00:00:00'])
  const other = createCluster({ seed: 1, controllers: [controller] })
  await other.create('Lease', lease('b'))
  expect({ loads, notes }).toEqual({ loads: ['load'], notes: ['a at 00:00:00', 'b at 00:00:00'] })
})

test('requests wait for a controller whose loading another loaded controller triggers', async () => {
  const notes: string[] = []
  const first: Controller = {
    name: 'first',
    watches: { Namespace: 'own' },
    async load() {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return {
        reconcile: ({ name }, world) =>
          name === 'shop' ? void world.create('Lease', { metadata: { name: 'made', namespace: name } }) : undefined,
      }
    },
  }
  const cluster = createCluster({ seed: 1, controllers: [first, later([], notes)] })
  await cluster.create('Namespace', { metadata: { name: 'shop' } })
  await cluster.list('Lease')
  expect(notes).toEqual(['made at 00:00:00'])
})

test('advancing the clock waits while a controller is loaded', async () => {
  const notes: string[] = []
  const maker = defineController({
    name: 'maker',
    watches: { Namespace: 'own' },
    reconcile({ name }, world) {
      if (name !== 'shop') return
      if (world.memory === undefined) {
        world.remember('waits')
        return { after: '10s' }
      }
      world.create('Lease', { metadata: { name: 'late', namespace: 'shop' } })
    },
  })
  const cluster = createCluster({ seed: 1, controllers: [later([], notes), maker] })
  await cluster.create('Namespace', { metadata: { name: 'shop' } })
  await cluster.clock.advance('1m')
  expect(notes).toEqual(['late at 00:00:10'])
})

test('a fork made while a controller is loading runs the waiting syncs itself', async () => {
  const notes: string[] = []
  const cluster = createCluster({ seed: 1, controllers: [later([], notes)] })
  const created = cluster.create('Lease', lease('a'))
  const fork = cluster.fork()
  await created
  await fork.settled()
  await cluster.settled()
  expect(notes).toEqual(['a at 00:00:00', 'a at 00:00:00'])
})

test('requests fail while a controller cannot be loaded, and each tries again', async () => {
  let isThere = false
  const notes: string[] = []
  const good = later([], notes)
  const controller: Controller = {
    name: 'later',
    watches: good.watches,
    load: () => (isThere && 'load' in good ? good.load() : Promise.reject(new Error('no such chunk'))),
  }
  const cluster = createCluster({ seed: 1, controllers: [controller] })
  await cluster.create('Lease', lease('a'))
  await expect(cluster.get('Lease', { name: 'a' })).rejects.toThrow('no such chunk')
  isThere = true
  await cluster.settled()
  expect(notes).toEqual(['a at 00:00:00'])
})

test('a sync that needs a library is repeated once it is loaded, before the waiting ones', async () => {
  const notes: string[] = []
  const words = createLateLibrary(() => Promise.resolve('word'))
  const first: Controller = {
    name: 'first',
    watches: { Lease: 'own' },
    reconcile: ({ name }) => void notes.push(`first ${name} ${words.needed()}`),
  }
  const second: Controller = {
    name: 'second',
    watches: { Lease: 'own' },
    reconcile: ({ name }) => void notes.push(`second ${name}`),
  }
  const cluster = createCluster({ seed: 1, controllers: [first, second] })
  await cluster.create('Lease', lease('a'))
  await cluster.get('Lease', { name: 'a' })
  expect(notes).toEqual(['first a word', 'second a'])
})

test('a reply waits for the write of a controller that needs code which is not loaded yet', async () => {
  const library = createLateLibrary(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return 'rules'
  })
  const judge = defineAdmissionPlugin({
    name: 'judge',
    handles: ({ resource }) => resource === 'secrets',
    admit: ({ object }) => ({ ...object, metadata: { ...object.metadata, labels: { by: library.needed() } } }),
  })
  let begun = 0
  const copies = defineController({
    name: 'copies',
    watches: { ConfigMap: 'own' },
    *reconcileInSteps({ name }, world) {
      begun++
      if (world.get('ConfigMap', { name })) yield* world.create('Secret', { metadata: { name } })
    },
  })
  const cluster = createCluster({ profile: 'example', controllers: [copies], admissionPlugins: [judge] })
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  expect((await cluster.get('Secret', { name: 'a' })).metadata.labels).toEqual({ by: 'rules' })
  expect(begun).toBe(1)
})
