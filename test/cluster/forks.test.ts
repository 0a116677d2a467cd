import { expect, test } from 'vitest'
import { compose } from '../../src/cluster/compose.js'
import type { ClusterOptions } from '../../src/cluster/options.js'
import { forkParts, makeParts } from '../../src/cluster/parts-from-options.js'
import { seedObjects } from '../../src/kinds/bootstrap/tables.js'

/** Creates a cluster and a fork; `isMade` tells whether any part of the fork observes its store. */
async function forked(options: ClusterOptions) {
  const parts = makeParts({ seed: 1, ...options })
  const cluster = compose(parts, { seeds: seedObjects(parts.registry.profile), inputs: options })
  await cluster.ready()
  const saved = cluster.snapshot()
  const own = forkParts(parts, saved)
  let observers = 0
  const observe: typeof own.store.observe = (observer) => {
    observers++
    return own.store.observe(observer)
  }
  const fork = compose({ ...own, store: { ...own.store, observe } }, { saved })
  return { cluster, fork, isMade: () => observers > 0 }
}

const ref = { name: 'one', namespace: 'default' }

test('a fork creates its parts at its first use', async () => {
  const { cluster, fork, isMade } = await forked({})
  expect(isMade()).toBe(false)
  await cluster.create('ConfigMap', { metadata: ref })
  expect(isMade()).toBe(false)
  expect((await fork.fetch('/api/v1/namespaces/default/configmaps/one')).status).toBe(404)
  expect(isMade()).toBe(true)
})

test('a fork with node agents has its parts from the start', async () => {
  const { fork, isMade } = await forked({ clock: 'virtual', nodes: 1 })
  expect(isMade()).toBe(true)
  fork.close()
})

test('a fork closed before its first use still answers its methods', async () => {
  const { fork } = await forked({})
  fork.close()
  await fork.create('ConfigMap', { metadata: ref })
  expect((await fork.get('ConfigMap', ref)).metadata.name).toBe('one')
})
