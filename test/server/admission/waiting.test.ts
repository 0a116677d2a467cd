import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { defineAdmissionPlugin } from '../../../src/server/admission/define.js'
import type { AdmissionPlugin } from '../../../src/server/admission/types.js'

/** Makes a cluster with a plug-in that waits before it admits or validates ConfigMaps until it is let go. */
function waitingCluster(phase: 'admit' | 'validate', operation: 'create' | 'update' | 'delete') {
  const waiting: (() => void)[] = []
  let asked = 0
  const wait = () => {
    asked++
    return new Promise<void>((go) => void waiting.push(go))
  }
  const handles: AdmissionPlugin['handles'] = (target) =>
    target.resource === 'configmaps' && target.operation === operation
  const plugin = defineAdmissionPlugin({
    name: 'Waits',
    handles,
    ...(phase === 'admit'
      ? {
          admit: ({ object }) =>
            wait().then(() => ({ ...object, metadata: { ...object.metadata, labels: { waited: 'yes' } } })),
        }
      : { validate: wait }),
  })
  const cluster = createCluster({ seed: 1, controllers: 'none', admissionPlugins: [plugin] })
  const letGo = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  return { cluster, letGo, asked: () => asked }
}

const named = (name: string) => ({ metadata: { name } })

test('a plug-in may wait: others are served meanwhile, and the write goes on with what it gives', async () => {
  const { cluster, letGo } = waitingCluster('admit', 'create')
  const making = cluster.create('ConfigMap', named('one'))
  expect((await cluster.create('Secret', named('other'))).metadata.name).toBe('other')
  await letGo()
  expect((await making).metadata.labels).toEqual({ waited: 'yes' })
})

test('of two creates of one name that wait, the second finds it taken, and is not asked again', async () => {
  for (const phase of ['admit', 'validate'] as const) {
    const { cluster, letGo, asked } = waitingCluster(phase, 'create')
    const both = [cluster.create('ConfigMap', named('one')), cluster.create('ConfigMap', named('one'))]
    await letGo()
    await both[0]
    await letGo()
    await expect(both[1]).rejects.toMatchObject({ status: { reason: 'AlreadyExists' } })
    expect(asked()).toBe(2)
  }
})

test('a create that waits does not begin again because others create objects of its kind', async () => {
  const { cluster, letGo, asked } = waitingCluster('validate', 'create')
  const both = [cluster.create('ConfigMap', named('one')), cluster.create('ConfigMap', named('two'))]
  await letGo()
  await letGo()
  await Promise.all(both)
  expect(asked()).toBe(2)
})

test('a write without a resourceVersion begins again when its object was changed meanwhile, five times at most', async () => {
  const { cluster, letGo, asked } = waitingCluster('admit', 'update')
  await cluster.create('ConfigMap', named('one'))
  const patching = cluster.patch('ConfigMap', { name: 'one' }, { data: { a: '1' } })
  const failing = patching.catch((error: unknown) => error)
  for (let tries = 1; tries <= 5; tries++) {
    await expect.poll(asked).toBe(tries)
    cluster.load([{ apiVersion: 'v1', kind: 'ConfigMap', ...named('one'), data: { tries: String(tries) } }])
    await letGo()
  }
  expect(await failing).toMatchObject({ status: { code: 409, reason: 'Conflict' } })
  expect(asked()).toBe(5)
})

test('a put that states the version it has read gets the conflict when its object was changed meanwhile', async () => {
  const { cluster, letGo, asked } = waitingCluster('admit', 'update')
  const made = await cluster.create('ConfigMap', named('one'))
  const putting = cluster.update('ConfigMap', { ...made, data: { a: '1' } })
  const failing = putting.catch((error: unknown) => error)
  await expect.poll(asked).toBe(1)
  cluster.load([{ apiVersion: 'v1', kind: 'ConfigMap', ...named('one'), data: { a: '2' } }])
  await letGo()
  await letGo()
  expect(await failing).toMatchObject({ status: { code: 409, reason: 'Conflict' } })
})

test('a deletion waits too', async () => {
  const { cluster, letGo } = waitingCluster('validate', 'delete')
  await cluster.create('ConfigMap', named('one'))
  const removing = cluster.delete('ConfigMap', { name: 'one' })
  await letGo()
  await removing
  await expect(cluster.get('ConfigMap', { name: 'one' })).rejects.toMatchObject({ status: { code: 404 } })
})
