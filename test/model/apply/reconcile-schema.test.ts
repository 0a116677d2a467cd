import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import { DEFINITIONS, OBJECTS, definitionOf, list, map, struct, text } from '../../kinds/apiextensions/things.js'

const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }
const item = struct({ k: text(), v: text() }, { required: ['k'] })
const schemaOf = (whole: boolean) => {
  const atomicMap = whole ? { 'x-kubernetes-map-type': 'atomic' } : {}
  const inner = struct({
    list: list(item, whole ? { 'x-kubernetes-list-type': 'atomic' } : keyed),
    map: map(text(), atomicMap),
    part: struct({ a: text(), b: text() }, atomicMap),
    other: text(),
  })
  return struct({ spec: inner })
}

type Reply = {
  readonly message?: string
  readonly metadata: { readonly managedFields: readonly { readonly manager: string; readonly fieldsV1: object }[] }
}

/** Makes a kind whose values are owned in parts or as a whole, and what changes that and its objects. */
function things(whole: boolean) {
  const cluster = createCluster({ seed: 1, controllers: 'none', crds: [definitionOf(schemaOf(whole))] })
  const send = async (path: string, type: string, body: object) => {
    const init = { method: 'PATCH', headers: { 'Content-Type': type }, body: JSON.stringify(body) }
    const reply = await cluster.fetch(path, init)
    const { message, metadata } = (await reply.json()) as Reply
    const owned = metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1] as const) ?? []
    return { code: reply.status, message, owned: Object.fromEntries(owned) }
  }
  const object = (spec: object) => ({ apiVersion: 'shop.io/v1', kind: 'Thing', metadata: { name: 'a' }, spec })
  return {
    apply: (manager: string, spec: object) =>
      send(`${OBJECTS}/a?fieldManager=${manager}`, 'application/apply-patch+yaml', object(spec)),
    patch: (manager: string, spec: object) =>
      send(`${OBJECTS}/a?fieldManager=${manager}`, 'application/merge-patch+json', { spec }),
    redefine: (whole: boolean) =>
      send(`${DEFINITIONS}/things.shop.io`, 'application/merge-patch+json', {
        spec: definitionOf(schemaOf(whole)).spec,
      }),
  }
}

const one = { list: [{ k: 'x', v: '1' }], map: { x: '1' }, part: { a: '1' } }
const two = { list: [{ k: 'y', v: '1' }], map: { y: '1' }, part: { b: '1' } }
const WHOLE = { 'f:spec': { 'f:list': {}, 'f:map': {}, 'f:part': {} } }

test('who owned parts of a value owns all of it once it is owned as a whole', async () => {
  const { apply, patch, redefine } = things(false)
  await apply('one', one)
  await apply('two', two)
  await redefine(true)
  expect((await patch('three', { other: 'x' })).owned).toEqual({
    one: WHOLE,
    two: WHOLE,
    three: { 'f:spec': { 'f:other': {} } },
  })
})

test('an apply that changes such a value conflicts with all its owners, and takes it from them by force', async () => {
  const { apply, redefine } = things(false)
  await apply('one', one)
  await apply('two', two)
  await redefine(true)
  const { code, message } = await apply('three', { list: [{ k: 'z', v: '1' }] })
  expect([code, message]).toEqual([
    409,
    'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.list\nconflicts with "two":\n- .spec.list',
  ])
  const own = await apply('one', { list: [{ k: 'x', v: '1' }] })
  expect([own.code, own.message]).toEqual([409, 'Apply failed with 1 conflict: conflict with "two": .spec.list'])
  const rest = { 'f:spec': { 'f:map': {}, 'f:part': {} } }
  expect(await apply('three&force=true', { list: [{ k: 'z', v: '1' }] })).toMatchObject({
    code: 200,
    owned: { one: rest, two: rest, three: { 'f:spec': { 'f:list': {} } } },
  })
})

test('a change of such a value takes it from all its owners, and what is removed has none left', async () => {
  const { apply, patch, redefine } = things(false)
  await apply('one', one)
  await apply('two', two)
  await redefine(true)
  const { owned } = await patch('three', { list: [{ k: 'x', v: '1' }], map: null })
  const left = { 'f:spec': { 'f:part': {} } }
  expect(owned).toEqual({ one: left, two: left, three: { 'f:spec': { 'f:list': {} } } })
})

test('what is owned in parts since keeps its owner as a whole', async () => {
  const { apply, patch, redefine } = things(true)
  await apply('one', one)
  await redefine(false)
  const { owned } = await patch('two', { map: { y: '1' }, list: [...one.list, ...two.list] })
  expect(owned).toEqual({
    one: WHOLE,
    two: { 'f:spec': { 'f:list': { 'k:{"k":"y"}': { '.': {}, 'f:k': {}, 'f:v': {} } }, 'f:map': { 'f:y': {} } } },
  })
})
