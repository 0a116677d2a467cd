import { expect, test } from 'vitest'
import { createCluster, defineController } from '../../src/index.js'

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

const COUNT = 400

test('a read during a request of several turns does not wait for what controllers have to do', async () => {
  let reactions = 0
  const counting = defineController({
    name: 'counting',
    watches: {
      *Pod({ prev, next }) {
        if (prev && !next) yield { apiVersion: 'v1', kind: 'Pod', name: prev.metadata.name ?? '', namespace: 'default' }
      },
    },
    reconcile({ name }, world) {
      reactions++
      world.create('Lease', { metadata: { name, namespace: 'default' } })
    },
  })
  const cluster = createCluster({ seed: 1, controllers: ['default', counting], reconcileLimit: 10_000 })
  const containers = [{ name: 'a', image: 'a' }]
  for (let i = 0; i < COUNT; i++) await cluster.create('Pod', { metadata: { name: `a${i}` }, spec: { containers } })
  let isOver = false
  const deletion = cluster.fetch('/api/v1/namespaces/default/pods', { method: 'DELETE' }).then(({ status }) => {
    isOver = true
    return status
  })
  for (let i = 0; i < 4; i++) await turn()
  expect(isOver).toBe(false)
  expect((await cluster.fetch('/api/v1/namespaces/default')).status).toBe(200)
  expect(isOver).toBe(false)
  expect(reactions).toBeLessThan(COUNT)
  expect(await deletion).toBe(200)
  expect(reactions).toBe(COUNT)
})
