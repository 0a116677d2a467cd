import { expect, test } from 'vitest'
import type { BundlePart } from '../../../src/cluster/bundle/bundle-parts.js'
import type { Bundle } from '../../../src/cluster/bundle/types.js'
import { type Cluster, createCluster } from '../../../src/index.js'

const parts = async (cluster: Cluster, query = ''): Promise<readonly BundlePart[]> => {
  const reply = await cluster.fetch(`/_fakecluster/bundle/parts${query}`)
  return (await reply.text()).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as BundlePart]))
}
const headOf = ([head]: readonly BundlePart[]) => (head?.type === 'head' ? head : undefined)

/** Joins the lists of all parts into a Bundle. */
function joined(all: readonly BundlePart[]): Bundle {
  const items = (type: 'start' | 'changes' | 'requests' | 'told') =>
    all.flatMap((part): readonly unknown[] => (part.type === type ? part.items : []))
  const [start, changes, requests, told] = [items('start'), items('changes'), items('requests'), items('told')]
  return { ...headOf(all)?.bundle, start, changes, requests, told } as Bundle // compared with a Bundle
}

/** Makes a cluster with `count` ConfigMaps of 4 kB, one of them patched, and a Secret. */
async function filled(count: number): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  for (let i = 0; i < count; i++)
    await cluster.create('ConfigMap', { metadata: { name: `map-${i}` }, data: { text: 'x'.repeat(4096) } })
  await cluster.patch('ConfigMap', { name: 'map-0' }, { data: { text: 'y' } })
  await cluster.create('Secret', { metadata: { name: 'password' }, stringData: { word: 'hunter2' } })
  return cluster
}

test('the parts make up the Bundle, in lines of limited length', async () => {
  const cluster = await filled(200)
  const all = await parts(cluster)
  expect(joined(all)).toEqual(JSON.parse(JSON.stringify(await cluster.bundle())))
  expect(all.filter(({ type }) => type === 'changes').length).toBeGreaterThan(2)
  expect(all.at(-1)).toEqual({ type: 'end' })
  expect(Math.max(...all.map((part) => JSON.stringify(part).length))).toBeLessThan(400_000)
})

test('the head has the number of objects of each kind, and the first objects of the kind in look', async () => {
  const cluster = await filled(120)
  const glance = headOf(await parts(cluster, '?look=example.com/v1/Nothing,v1/ConfigMap,v1/Pod'))?.glance
  const { items } = await cluster.list('ConfigMap', { namespace: '' })
  expect(glance?.counts['v1/ConfigMap']).toBe(items.length)
  expect(glance?.objects.map(({ object }) => object)).toEqual(JSON.parse(JSON.stringify(items.slice(0, 100))))
  const mine = glance?.objects.find(({ object }) => object.metadata.name === 'map-0')
  expect(mine?.cells).toEqual(['map-0', 1, '0s'])
  expect(headOf(await parts(cluster))?.glance.objects).toEqual([])
})

test('secrets are masked in all parts, except with secrets=true', async () => {
  const cluster = await filled(1)
  const word = btoa('hunter2')
  expect(JSON.stringify(await parts(cluster, '?look=v1/Secret'))).not.toContain(word)
  expect(JSON.stringify(await parts(cluster, '?look=v1/Secret&secrets=true'))).toContain(word)
})

test('changes made while the parts are read are not included', async () => {
  const cluster = await filled(200)
  const before = await cluster.bundle()
  const { body } = await cluster.fetch('/_fakecluster/bundle/parts')
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  await cluster.delete('ConfigMap', { name: 'map-7' })
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) text += piece.value
  const all = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as BundlePart)
  expect(joined(all).changes).toEqual(JSON.parse(JSON.stringify(before.changes)))
})
