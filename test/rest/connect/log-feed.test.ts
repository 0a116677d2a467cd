import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

async function run(cluster: Cluster): Promise<void> {
  const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'shop/api:1' }] }
  await cluster.create('v1/Pod', { metadata: { name: 'web' }, spec })
  await cluster.clock.advance('1s')
}

/** Follows the log of the pod; what was read of it grows as it arrives. */
async function follow(cluster: Cluster): Promise<{ text: string; isOver: boolean }> {
  const { body } = await cluster.fetch('/api/v1/namespaces/default/pods/web/log?follow=true')
  const read = { text: '', isOver: false }
  const decoder = new TextDecoder()
  void (async () => {
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) read.text += decoder.decode(piece)
    read.isOver = true
  })()
  return read
}

// However busy the machine is.
const SOON = { timeout: 30_000 }

test('all of many readers of a log get each line once, and its end', async () => {
  const cluster = createCluster({
    seed: 1,
    nodes: 1,
    containers: { logs: [{ text: 'tick', every: '1s' }], exit: { after: '4500ms', times: 1 } },
  })
  await run(cluster)
  const readers = await Promise.all(Array.from({ length: 120 }, () => follow(cluster)))
  await cluster.clock.advance('2s')
  const texts = () => new Set(readers.map(({ text }) => text))
  await expect.poll(texts, SOON).toEqual(new Set(['tick\n'.repeat(3)]))
  await cluster.clock.advance('10s')
  await expect.poll(() => readers.every(({ isOver }) => isOver), SOON).toBe(true)
  expect(texts()).toEqual(new Set(['tick\n'.repeat(5)]))
})

test('a script that is added while a log is followed takes effect at once', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  await run(cluster)
  const read = await follow(cluster)
  cluster.containers.play({ image: 'shop/api:*', logs: ['listening', { text: 'tick', after: '3s', every: '1s' }] })
  await expect.poll(() => read.text, SOON).toBe('listening\n')
  await cluster.clock.advance('4s')
  await expect.poll(() => read.text, SOON).toBe('listening\ntick\ntick\n')
})
