import { beforeEach, expect, test } from 'vitest'
import { type Cluster, type ClusterOptions, createCluster } from '../../../src/index.js'
import { type Box, GROUP, boxes, convertBoxes } from '../../suites/boxes.js'

let cluster: Cluster
let change: (box: Box) => object
const open = (options: ClusterOptions = {}) =>
  createCluster({
    seed: 1,
    controllers: 'none',
    crds: [boxes],
    services: { 'shop/hooks': (request) => convertBoxes(request, (box) => change(box)) },
    ...options,
  })
beforeEach(() => {
  change = (box) => box
  cluster = open()
})

async function send(method: string, version: string, type: string, spec: object, query = '') {
  const reply = await cluster.fetch(`/apis/${GROUP}/${version}/namespaces/default/boxes/a?${query}`, {
    method,
    headers: { 'content-type': `application/${type}` },
    body: JSON.stringify({ apiVersion: `${GROUP}/${version}`, kind: 'Box', metadata: { name: 'a' }, spec }),
  })
  return (await reply.json()) as Box & { readonly message?: string; readonly code?: number }
}
const apply = (manager: string, version: string, spec: object, more = '') =>
  send('PATCH', version, 'apply-patch+yaml', spec, `fieldManager=${manager}${more}`)
const merge = (manager: string, version: string, spec: object) =>
  send('PATCH', version, 'merge-patch+json', spec, `fieldManager=${manager}`)

const owners = (box: object) => {
  const { managedFields = [] } = (box as Box & { metadata: { managedFields?: readonly Entry[] } }).metadata
  return managedFields.map(
    ({ manager, apiVersion, fieldsV1 }) => `${manager} ${apiVersion.split('/')[1]} ${JSON.stringify(fieldsV1)}`,
  )
}
type Entry = { readonly manager: string; readonly apiVersion: string; readonly fieldsV1: object }

test('an apply in another version removes what the manager no longer states, as the webhook converts it', async () => {
  await apply('me', 'v1', { size: 1, color: 'red' })
  expect((await apply('me', 'v2', { capacity: 2 })).spec).toEqual({ capacity: 2 })
  const box = await apply('me', 'v1', { color: 'blue' })
  expect(box.spec).toEqual({ color: 'blue' })
  expect(owners(box)).toEqual(['me v1 {"f:spec":{"f:color":{}}}'])
})

test('what another owns in its own version stays, and is a conflict in its words', async () => {
  await apply('one', 'v1', { size: 1, color: 'red' })
  await apply('two', 'v2', { capacity: 1 })
  const conflict = await apply('two', 'v2', { capacity: 2 })
  expect(conflict).toMatchObject({
    code: 409,
    message: 'Apply failed with 1 conflict: conflict with "one": .spec.size',
  })
  const forced = await apply('two', 'v2', { capacity: 2 }, '&force=true')
  expect(forced.spec).toEqual({ capacity: 2, color: 'red' })
  expect(owners(forced)).toEqual(['one v1 {"f:spec":{"f:color":{}}}', 'two v2 {"f:spec":{"f:capacity":{}}}'])
  // `one` no longer owns the size, so it leaves it when it states nothing more.
  expect((await apply('one', 'v1', {})).spec).toEqual({ size: 2 })
})

test('an update moves the fields that it changes, named as in the version of each owner', async () => {
  await send('PATCH', 'v1', 'apply-patch+yaml', { size: 1, color: 'red' }, 'fieldManager=one')
  const box = await merge('two', 'v2', { capacity: 5 })
  expect(owners(box)).toEqual(['one v1 {"f:spec":{"f:color":{}}}', 'two v2 {"f:spec":{"f:capacity":{}}}'])
})

test.each([
  ['1.36', []],
  ['1.37', ['one v1 {"f:spec":{"f:size":{}}}', 'two v2 {"f:spec":{"f:color":{}}}']],
] as const)(
  'while the webhook fails, after an update in v%s the owners are %j, and an apply fails',
  async (version, left) => {
    cluster = open({ kubernetesVersion: version })
    await apply('one', 'v1', { size: 1 })
    await apply('two', 'v2', { color: 'red' })
    change = ({ metadata, ...box }) => ({ ...box, metadata: { ...metadata, name: 'b' } })
    const failure = `conversion webhook for ${GROUP}/v1, Kind=Box returned invalid object: must have the same name: a != b`
    expect(await apply('one', 'v1', { size: 2 })).toMatchObject({ code: 500, message: failure })
    const box = await merge('three', 'v1', { size: 3 })
    expect([box.spec, owners(box)]).toEqual([{ color: 'red', size: 3 }, left])
  },
)

test('a change of what the webhook makes is not what an owner has changed', async () => {
  await apply('one', 'v1', { size: 1 })
  change = (box) => (box.apiVersion.endsWith('v2') ? { ...box, spec: { ...box.spec, color: 'new' } } : box)
  const box = await apply('two', 'v2', { capacity: 1 })
  expect(owners(box)).toEqual(['two v2 {"f:spec":{"f:capacity":{}}}', 'one v1 {"f:spec":{"f:size":{}}}'])
})
