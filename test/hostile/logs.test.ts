import { expect, test } from 'vitest'
import { createLog } from '../../src/rest/containers/log-lines.js'
import { createCluster } from '../../src/cluster/cluster.js'

const run = { id: 'a', start: 0 }
const DECADE = 10 * 365 * 24 * 3_600_000

test('keeps the last of many lines that repeat for years', () => {
  const logs = Array.from({ length: 200 }, (_, i) => ({ text: `${i}`, every: '1ms' }))
  const lines = createLog({ logs: ['begun', ...logs] }, run).upTo(DECADE)
  expect(lines[0]?.text).toBe('begun')
  expect(lines.length).toBeGreaterThan(9000)
  expect(lines.length).toBeLessThan(10_002)
  expect(lines.at(-1)?.at).toBe(DECADE)
})

test('keeps at most 10 MiB of long lines', () => {
  const lines = createLog({ logs: [{ text: 'x'.repeat(1024 * 1024), every: '1s' }] }, run).upTo(DECADE)
  expect(lines).toHaveLength(9)
})

test('following a long log sends it in chunks, each line once, and continues beyond what is kept', async () => {
  const cluster = createCluster({
    seed: 1,
    nodes: 1,
    containers: [{ image: '*', logs: [{ text: 'x'.repeat(100), every: '1ms', times: 20_000 }] }],
  })
  await cluster.create('v1/Pod', {
    metadata: { name: 'web' },
    spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'a' }] },
  })
  await cluster.clock.advance('8s')
  const reply = await cluster.fetch('/api/v1/namespaces/default/pods/web/log?follow=true')
  const reader = reply.body?.getReader()
  const lengths: number[] = []
  const read = async (until: number) => {
    while (lengths.reduce((sum, length) => sum + length, 0) < until) {
      const piece = await reader?.read()
      if (!piece || piece.done) return
      lengths.push(new TextDecoder().decode(piece.value).split('\n').length - 1)
    }
  }
  const total = () => lengths.reduce((sum, length) => sum + length, 0)
  await read(7001)
  expect(Math.max(...lengths)).toBeLessThan(1000)
  await cluster.clock.advance('5s')
  await read(12_001)
  expect(total()).toBe(12_001)
  await reader?.cancel()
  cluster.close()
})
