import { beforeAll, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../src/index.js'
import { definitionOf, versionOf } from '../suites/definition.js'

// What a v1.33.13 server answered.

const ruled = (rule: string) => ({ 'x-kubernetes-validations': [{ rule, message: 'no' }] })
const number = { type: 'number', maximum: 5 }
const keyed = (keys: readonly string[]) => ({
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
  items: {
    type: 'object',
    required: keys,
    properties: Object.fromEntries(keys.map((key) => [key, { type: 'integer' }])),
  },
})
const spec = {
  type: 'object',
  properties: {
    half: { type: 'number', multipleOf: 0.5 },
    below: { type: 'number', maximum: 100.5, exclusiveMaximum: true },
    above: { type: 'number', minimum: 1.5 },
    max: number,
    whole: { type: 'integer', maximum: 5 },
    one: { type: 'number', enum: [1] },
    million: { type: 'integer', enum: [1000000] },
    text: { type: 'string' },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'number' } },
    byKey: keyed(['k']),
    byKeys: keyed(['k', 'l']),
    list: { type: 'array', items: number },
    map: { type: 'object', additionalProperties: number },
    filled: { type: 'object', properties: { a: number, b: { type: 'string', default: 'x' } } },
    inner: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object', properties: { n: number } } },
    },
    either: { 'x-kubernetes-int-or-string': true, ...ruled('type(self) == int') },
    ruled: { type: 'integer', ...ruled('self < 3') },
    ruledNumber: { type: 'number', ...ruled('self < 3.0') },
    replicas: { type: 'integer' },
    any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}
const status = { type: 'object', properties: { n: number } }
const DEFINITION = definitionOf('things.ex.io', 'Thing', [
  {
    ...versionOf({ type: 'object', properties: { spec, status } }),
    subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
  },
])
const THINGS = '/apis/ex.io/v1/namespaces/default/things'

let cluster: Cluster
beforeAll(() => {
  cluster = createCluster({ seed: 1, crds: DEFINITION })
})

async function send(method: string, path: string, body: string, type = 'application/json') {
  const reply = await cluster.fetch(path, { method, headers: { 'content-type': type }, body })
  const text = (await reply.text()).trim()
  const { message } = JSON.parse(text) as { readonly message?: string }
  return message?.replace(/^Thing.ex.io ".*" is invalid: /, '').split(', <nil>: ')[0] ?? text.replace(/^.*"spec":/, '')
}
let names = 0
const thing = (spec: string, name = `t${names++}`) =>
  `{"apiVersion":"ex.io/v1","kind":"Thing","metadata":{"name":"${name}"},"spec":${spec}}`

const most = (field: string, value: string, words = 'less than or equal to 5') =>
  `spec.${field}: Invalid value: ${value}: spec.${field} in body should be ${words}`
const NOT_POSITIVE = 'spec.half: Invalid value: 0: factor MultipleOf declared for spec.half must be positive: 0'
const NO_INT = 'invalid data, expected int, got float64 evaluating rule: no'

const SENT = [
  ['{"half":1.0}', '{"half":1}}'],
  ['{"half":1e3}', '{"half":1000}}'],
  ['{"half":1}', NOT_POSITIVE],
  ['{"half":1.0,"unknown":1}', '{"half":1}}'],
  ['{"below":100.0}', '{"below":100}}'],
  ['{"below":100}', most('below', '100', 'less than 100')],
  ['{"below":101.0}', most('below', '101', 'less than 100.5')],
  ['{"above":1.0}', most('above', '1', 'greater than or equal to 1.5')],
  ['{"above":1}', '{"above":1}}'],
  ['{"max":1e6}', most('max', '1e+06')],
  ['{"max":1000000}', most('max', '1000000')],
  ['{"max":1000000,"max":1e6}', most('max', '1e+06')],
  ['{"max":1e6,"max":1000000}', most('max', '1000000')],
  ['{"max":9007199254740993.0}', most('max', '9.007199254740992e+15')],
  ['{"whole":1.0}', '{"whole":1}}'],
  ['{"whole":6.0}', most('whole', '6')],
  ['{"whole":1.5}', '[spec.whole: Invalid value: "number": spec.whole in body must be of type integer: "number"'],
  ['{"one":1.5}', '{"one":1.5}}'],
  ['{"one":2.0}', '[spec.one: Unsupported value: 2: supported values: "1"'],
  ['{"million":1e6}', '{"million":1000000}}'],
  ['{"million":1e7}', '[spec.million: Unsupported value: 1e+07: supported values: "1000000"'],
  ['{"text":1.0}', '[spec.text: Invalid value: "number": spec.text in body must be of type string: "number"'],
  ['{"set":[1,1.0]}', '{"set":[1,1]}}'],
  ['{"set":[1.0,1.0]}', 'spec.set[1]: Duplicate value: 1'],
  ['{"byKey":[{"k":1.0},{"k":1}]}', '{"byKey":[{"k":1},{"k":1}]}}'],
  ['{"byKey":[{"k":1e6},{"k":1e6}]}', 'spec.byKey[1]: Duplicate value: map[string]interface {}{"k":1e+06}'],
  [
    '{"byKeys":[{"k":1e6,"l":1},{"k":1e6,"l":1.0}]}',
    'spec.byKeys[1]: Duplicate value: map[string]interface {}{"k":1e+06, "l":1}',
  ],
  ['{"list":[1,6.0,1e6]}', `[${most('list[1]', '6')}, ${most('list[2]', '1e+06')}]`],
  ['{"map":{"a":1e6,"b":1000000}}', `[${most('map.a', '1e+06')}, ${most('map.b', '1000000')}]`],
  ['{"filled":{"a":1e6}}', most('filled.a', '1e+06')],
  ['{"inner":{"kind":"X","apiVersion":"v1","metadata":{"name":"x"},"spec":{"n":1e6}}}', most('inner.spec.n', '1e+06')],
  [
    '{"either":1.0}',
    'spec.either: Invalid value: "": invalid data, expected XIntOrString value to be either a string or integer evaluating rule: no',
  ],
  ['{"ruled":1.0}', `spec.ruled: Invalid value: "integer": ${NO_INT}`],
  ['{"ruled":1}', '{"ruled":1}}'],
  ['{"ruledNumber":1.0}', '{"ruledNumber":1}}'],
  ['{"ruledNumber":1e6}', 'spec.ruledNumber: Invalid value: "number": no'],
  [
    '{"replicas":1e1}',
    '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: 10 is of the type float64, expected int64',
  ],
  ['{"any":{"z":1.0,"y":1e6,"x":[1.50,-0.0]}}', '{"any":{"x":[1.5,0],"y":1000000,"z":1}}}'],
] as const

test.each(SENT)('a custom resource is created with %s', async (spec, answer) => {
  expect(await send('POST', THINGS, thing(spec))).toBe(answer)
})

test.each(SENT)('a patch sets %s', async (spec, answer) => {
  const name = `t${names++}`
  const path = `${THINGS}/${name}`
  await send('POST', THINGS, thing('{}', name))
  expect(await send('PATCH', path, `{"spec":${spec}}`, 'application/merge-patch+json')).toBe(answer)
  const operations = `[{"op":"add","path":"/spec","value":${spec}}]`
  expect(await send('PATCH', path, operations, 'application/json-patch+json')).toBe(answer)
})

test.each([
  ['half: 1.0', NOT_POSITIVE],
  ['max: 1e6', most('max', '1000000')],
  ['max: 1000000.0', most('max', '1000000')],
])('YAML is converted to JSON first, by a create and by an apply: %s', async (spec, answer) => {
  const body = thing(`{${spec}}`, 'y')
  expect(await send('POST', THINGS, body, 'application/yaml')).toBe(answer)
  expect(await send('PATCH', `${THINGS}/y?fieldManager=m`, body, 'application/apply-patch+yaml')).toBe(answer)
})

test('what is stored has no floats: an equal one is a change, to rules and to the generation', async () => {
  await send('POST', THINGS, thing('{"any":{"x":1},"half":1.0}', 'kept'))
  const path = `${THINGS}/kept`
  const generation = async () => (await cluster.get('Thing', { name: 'kept' }))?.metadata.generation
  const merge = (body: string) => send('PATCH', path, body, 'application/merge-patch+json')
  expect(await merge('{"metadata":{"labels":{"a":"b"}}}')).toBe('{"any":{"x":1},"half":1}}')
  expect(await generation()).toBe(1)
  expect(await merge('{"spec":{"any":{"x":1.0}}}')).toBe('{"any":{"x":1},"half":1}}')
  expect(await generation()).toBe(2)
  expect(await merge('{"spec":{"any":{"x":1.0}}}')).toBe('{"any":{"x":1},"half":1}}')
  expect(await generation()).toBe(3)
  expect(await merge('{"spec":{"any":{"x":1}}}')).toBe('{"any":{"x":1},"half":1}}')
  expect(await generation()).toBe(3)
  expect(await cluster.get('Thing', { name: 'kept' })).toEqual(await (await cluster.fetch(path)).json())
})

test('a status', async () => {
  await send('POST', THINGS, thing('{}', 'status'))
  const path = `${THINGS}/status/status`
  expect(await send('PATCH', path, '{"status":{"n":1e6}}', 'application/merge-patch+json')).toBe(
    'status.n: Invalid value: 1e+06: n in body should be less than or equal to 5',
  )
  await send('PATCH', path, '{"status":{"n":1.0}}', 'application/merge-patch+json')
  expect((await cluster.get('Thing', { name: 'status' }))?.['status']).toEqual({ n: 1 })
})

test.each([
  ['1', '1', true],
  ['1', '1.0', false],
  ['1.0', '1.0', true],
  ['1.0', '1.00', false],
  ['1e0', '1.0', false],
  ['{"a":[1.0]}', '{"a":[1.0]}', true],
  ['{"a":[1.0]}', '{"a":[1]}', false],
])('a JSON patch compares numbers as they are written: %s with %s', async (value, other, same) => {
  const name = `t${names++}`
  await send('POST', THINGS, thing('{"any":{}}', name))
  const operations = `[{"op":"add","path":"/spec/any/y","value":${value}},{"op":"test","path":"/spec/any/y","value":${other}}]`
  const answer = await send('PATCH', `${THINGS}/${name}`, operations, 'application/json-patch+json')
  expect(answer).toMatch(same ? /^{"any":{"y":/ : /^the server rejected our request due to an error in our request$/)
})

test('a JSON patch moves and copies floats', async () => {
  await send('POST', THINGS, thing('{"list":[1],"any":{}}', 'moved'))
  const patch = (operations: string) => send('PATCH', `${THINGS}/moved`, operations, 'application/json-patch+json')
  const added = '{"op":"add","path":"/spec/any/y","value":1e6}'
  expect(await patch(`[${added},{"op":"copy","from":"/spec/any/y","path":"/spec/max"}]`)).toBe(most('max', '1e+06'))
  expect(await patch(`[${added},{"op":"move","from":"/spec/any/y","path":"/spec/max"}]`)).toBe(most('max', '1e+06'))
  expect(await patch('[{"op":"add","path":"/spec/list/0","value":1e6}]')).toBe(most('list[0]', '1e+06'))
  const shifted = '{"op":"add","path":"/spec/list/0","value":1e6},{"op":"add","path":"/spec/list/0","value":1000000}'
  expect(await patch(`[${shifted}]`)).toBe(`[${most('list[0]', '1000000')}, ${most('list[1]', '1e+06')}]`)
})
