import { expect, test } from 'vitest'
import { formatJournal } from '../../../src/server/journal/format.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { type Box, GROUP, V1, V2, boxes, convertBoxes } from '../../suites/boxes.js'

/** Makes a cluster whose Boxes are converted by a handler, and counts the objects of each call. */
function convertingCluster(change: (box: object) => object = (box) => box) {
  const calls: number[] = []
  const handler = async (request: Request): Promise<Response> => {
    const { request: asked } = (await request.clone().json()) as {
      readonly request: { readonly objects: readonly Box[] }
    }
    calls.push(asked.objects.length)
    return convertBoxes(request, change)
  }
  const cluster = createCluster({
    seed: 1,
    controllers: 'none',
    crds: [boxes],
    services: { 'shop/hooks': handler },
  })
  return { cluster, calls }
}

test('objects are read and written in every version, and kept in the one that is stored', async () => {
  const { cluster } = convertingCluster()
  const made = await cluster.create(V2, { metadata: { name: 'a' }, spec: { capacity: 3 } })
  expect(made).toMatchObject({ apiVersion: `${GROUP}/v2`, spec: { capacity: 3 } })
  expect(await cluster.get(V1, { name: 'a' })).toMatchObject({ apiVersion: `${GROUP}/v1`, spec: { size: 3 } })
  await cluster.patch(V1, { name: 'a' }, { spec: { size: 4 } })
  expect(await cluster.get(V2, { name: 'a' })).toMatchObject({ spec: { capacity: 4 } })
  await cluster.delete(V2, { name: 'a' })
})

test('a list is one call, and what was converted is not converted again', async () => {
  const { cluster, calls } = convertingCluster()
  for (const name of ['a', 'b', 'c']) await cluster.create(V1, { metadata: { name }, spec: { size: 1 } })
  expect(calls).toEqual([])
  const sizes = async () => (await cluster.list(V2)).items.map((box) => (box as unknown as Box).spec?.capacity)
  expect(await sizes()).toEqual([1, 1, 1])
  expect(await sizes()).toEqual([1, 1, 1])
  expect(calls).toEqual([3])
})

test('the journal has each call with the request that it was for', async () => {
  const { cluster } = convertingCluster()
  await cluster.create(V2, { metadata: { name: 'a' }, spec: { capacity: 1 } })
  await cluster.create(V1, { metadata: { name: 'b' }, spec: { size: 1 } })
  await cluster.list(V2)
  const lines = formatJournal(cluster.journal.requests({ kind: 'Box' })).split('\n')
  const called = `webhook boxes.${GROUP}: 1 converted`
  expect(lines.map((line) => line.replace(/^#\d+ \S+|\d+ added .*/, '').trim()).filter(Boolean)).toEqual([
    expect.stringContaining('POST'),
    // There and back.
    ...[called, called],
    expect.stringContaining('POST'),
    expect.stringContaining('GET'),
    called,
  ])
})

test('a watch sends what is written in another version in order', async () => {
  const { cluster } = convertingCluster()
  const reply = await cluster.fetch(`/apis/${GROUP}/v2/boxes?watch=true`)
  const reader = (reply.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  await cluster.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  await cluster.patch(V1, { name: 'a' }, { spec: { size: 2 } })
  let text = ''
  while (text.split('\n').length < 3) text += (await reader.read()).value ?? ''
  await reader.cancel()
  const seen = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly object: Box })
  expect(seen.map(({ type, object }) => `${type} ${object.spec?.capacity}`)).toEqual(['ADDED 1', 'MODIFIED 2'])
})

test('a webhook may change labels and annotations, and no other metadata', async () => {
  const named = (metadata: object) =>
    convertingCluster((box) => ({ ...box, metadata: { ...(box as Box).metadata, ...metadata } })).cluster
  const labelled = named({ labels: { converted: 'yes' }, generation: 77 })
  await labelled.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  expect((await labelled.get(V2, { name: 'a' })).metadata).toMatchObject({
    labels: { converted: 'yes' },
    generation: 1,
  })
  const renamed = named({ name: 'b' })
  await renamed.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  await expect(renamed.get(V2, { name: 'a' })).rejects.toThrow(
    `conversion webhook for ${GROUP}/v1, Kind=Box returned invalid object: must have the same name: a != b`,
  )
  await expect(renamed.list(V2)).rejects.toMatchObject({ status: { code: 429 } })
})

test('a definition goes with objects of all versions, once the webhook has converted them', async () => {
  const { cluster, calls } = convertingCluster()
  await cluster.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  const [v1, v2] = boxes.spec.versions
  const versions = [
    { ...v1, storage: false },
    { ...v2, storage: true },
  ]
  await cluster.patch('CustomResourceDefinition', { name: `boxes.${GROUP}` }, { spec: { versions } })
  await cluster.create(V2, { metadata: { name: 'b' }, spec: { capacity: 2 } })
  calls.length = 0
  await cluster.delete('CustomResourceDefinition', { name: `boxes.${GROUP}` })
  await expect.poll(() => cluster.list('CustomResourceDefinition')).toMatchObject({ items: [] })
  expect(calls).toEqual([1])
})
