import { expect, test } from 'vitest'
import { openServer, wordsOf } from '../asking.js'
import { DEFINITIONS, OBJECTS, type Schema, definitionOf, list, struct } from './things.js'

const format = (format: string, type = 'string'): Schema => ({ type, format })
const unknown = (...formats: readonly string[]) => formats.map((name) => `299 - "unrecognized format \\"${name}\\""`)

const FORMATS = struct({
  a: format('date-time'),
  b: format('quantity'),
  c: list(format('k8s-long-name')),
  d: format('uint32', 'integer'),
  e: format('int32'),
  f: format('int64', 'integer'),
  g: { ...format('date', 'object'), additionalProperties: { type: 'string', anyOf: [{ format: 'odd' }] } },
})

test.each([
  ['1.33', null],
  ['1.34', unknown('quantity', 'k8s-long-name', 'int32').join(', ')],
  ['1.35', unknown('quantity', 'int32').join(', ')],
  ['1.36', unknown('quantity', 'uint32', 'int32', 'date', 'odd').join(', ')],
] as const)('%s: formats that are not known are warned of: %s', async (kubernetesVersion, warning) => {
  const ask = openServer({ kubernetesVersion })
  expect(await ask('POST', DEFINITIONS, definitionOf(FORMATS))).toMatchObject({ code: 201, warning })
})

test('an update is warned of what the stored definition has not', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  await ask('POST', DEFINITIONS, definitionOf(struct({ a: format('odd') })))
  const change = async (schema: Schema) =>
    (await ask('PATCH', `${DEFINITIONS}/things.shop.io`, { spec: definitionOf(schema).spec })).warning
  expect(await change(struct({ a: format('odd'), b: format('new') }))).toBe(unknown('new').join())
  const set = list(struct({}, { 'x-kubernetes-map-type': 'atomic' }), { 'x-kubernetes-list-type': 'set' })
  expect(await change(struct({ b: format('new'), c: set }))).toBe(
    '299 - "x-kubernetes-list-type: set for items of type \\"object\\" is not supported by server-side apply or CEL validation rules"',
  )
})

test.each([
  ['1.34', 201],
  [
    '1.35',
    '[long: Invalid value: "a..b": long in body must be of type k8s-long-name: "a..b", short: Invalid value: "a.b": short in body must be of type k8s-short-name: "a.b"]',
  ],
] as const)('%s: names of Kubernetes are formats: %s', async (kubernetesVersion, words) => {
  const ask = openServer({ kubernetesVersion })
  await ask(
    'POST',
    DEFINITIONS,
    definitionOf(struct({ short: format('k8s-short-name'), long: format('k8s-long-name') })),
  )
  const thing = (name: string, short: string, long: string) =>
    ask('POST', OBJECTS, { apiVersion: 'shop.io/v1', kind: 'Thing', metadata: { name }, short, long })
  expect(wordsOf(await thing('a', 'a-1', 'a.b-1'))).toBe(201)
  expect(wordsOf(await thing('b', 'a.b', 'a..b'))).toBe(words)
})

test.each([
  ['1.33', 405, 201],
  ['1.34', 403, 403],
] as const)(
  '%s: nothing is created while its definition is deleted: POST %d, apply %d',
  async (version, post, apply) => {
    const ask = openServer({ kubernetesVersion: version })
    await ask('POST', DEFINITIONS, definitionOf(struct({})))
    const thing = (name: string) => ({ apiVersion: 'shop.io/v1', kind: 'Thing', metadata: { name } })
    const held = { ...thing('held'), metadata: { name: 'held', finalizers: ['shop.io/hold'] } }
    await ask('POST', OBJECTS, held)
    await ask('DELETE', `${DEFINITIONS}/things.shop.io`)
    const words = 'create not allowed while custom resource definition is terminating'
    expect(await ask('POST', OBJECTS, thing('a'))).toMatchObject({
      code: post,
      body: { message: post === 405 ? words : `things.shop.io "a" is forbidden: ${words}` },
    })
    const applied = await ask('PATCH', `${OBJECTS}/a?fieldManager=m`, thing('a'), {
      'content-type': 'application/apply-patch+yaml',
    })
    expect(applied.code).toBe(apply)
  },
)
