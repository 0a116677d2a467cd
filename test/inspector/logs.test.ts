import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import type { PodSeen } from '../../src/rest/connect/pod-container.js'
import { containerNames, hasPrevious, logOf } from '../../src/inspector/model/logs.js'

const POD = {
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    nodeName: 'node-1',
    containers: [
      { name: 'api', image: 'shop/api:1' },
      { name: 'side', image: 'shop/side:1' },
    ],
    initContainers: [{ name: 'prepare', image: 'busybox' }],
  },
}

/** A cluster whose container `api` logs each second and ends after ten. */
async function play() {
  const cluster = createCluster({
    seed: 1,
    clock: 'virtual',
    nodes: 1,
    containers: [
      { image: 'shop/api:*', logs: ['listening', { text: 'tick', after: '1s', every: '1s' }], crash: { every: '10s' } },
      { pod: 'web', container: 'side', exec: () => 'code', logs: ['beside'] },
      { image: 'other', ready: '1s' },
    ],
  })
  await cluster.create('Pod', POD)
  return cluster
}

async function shown(cluster: Awaited<ReturnType<typeof play>>, container: string, previous = false) {
  const [pod, bundle] = await Promise.all([cluster.get('Pod', { name: 'web' }), cluster.bundle()])
  const query = `container=${container}&previous=${previous}`
  const reply = await cluster.fetch(`/api/v1/namespaces/default/pods/web/log?${query}`)
  const { lines, fault } = logOf(pod as PodSeen, { container, previous }, bundle.logs ?? [], bundle.made)
  return { pod: pod as PodSeen, bundle, fault, text: lines.map(({ text }) => `${text}\n`).join(''), reply }
}

test('a log is what the API returns, of the current run and of the one before', async () => {
  const cluster = await play()
  await cluster.clock.advance('9s')
  const first = await shown(cluster, 'api')
  expect(first.text).toMatch(/^listening\n(tick\n)+$/)
  expect(first.text).toBe(await first.reply.text())
  expect(hasPrevious(first.pod, 'api')).toBe(false)
  await cluster.clock.advance('30s')
  const before = await shown(cluster, 'api', true)
  expect(hasPrevious(before.pod, 'api')).toBe(true)
  expect(before.text).toBe(await before.reply.text())
  expect((await shown(cluster, 'side')).text).toBe('beside\n')
  expect(containerNames(before.pod)).toEqual(['api', 'side', 'prepare'])
  cluster.close()
})

test('a container without a log has the words of the server', async () => {
  const cluster = await play()
  const { fault, reply } = await shown(cluster, 'api')
  expect(fault).toContain('waiting to start')
  expect(fault).toBe(((await reply.json()) as { readonly message: string }).message)
  cluster.close()
})

test('a bundle has what scripts say about logs, and nothing else of them', async () => {
  const cluster = await play()
  expect((await cluster.bundle()).logs).toEqual([
    { image: 'shop/api:*', logs: ['listening', { text: 'tick', after: '1s', every: '1s' }] },
    { pod: 'web', container: 'side', logs: ['beside'] },
  ])
  cluster.close()
  const silent = createCluster({ seed: 1 })
  expect(await silent.bundle()).not.toHaveProperty('logs')
  silent.close()
})
