import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'
import { definitionOf, versionOf } from '../../suites/definition.js'
import { openServer, wordsOf } from '../asking.js'

// Messages that only the handler of custom resources has.

const WIDGETS = '/apis/shop.io/v1/namespaces/default/widgets'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

async function open(version: object = {}) {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = { 'Content-Type': 'application/json', ...headers }
    const reply = await cluster.fetch(path, { method, headers: type, ...(body === undefined ? {} : { body: text }) })
    return { code: reply.status, warning: reply.headers.get('warning'), body: await reply.json() }
  }
  const spec = { type: 'object', properties: { replicas: { type: 'integer' } } }
  const root = { type: 'object', properties: { spec } }
  const made = await ask('POST', DEFINITIONS, definitionOf('widgets.shop.io', 'Widget', [versionOf(root, version)]))
  expect(made.code).toBe(201)
  return ask
}

const widget = (name: string, kind = 'Widget') => ({ apiVersion: 'shop.io/v1', kind, metadata: { name } })

test.each([
  ['application/json', 'null', "'null' (6e756c6c)"],
  ['application/json', '{ }', "'{ }' ({ })"],
  ['application/yaml', '', "'' (<empty>)"],
  ['application/yaml', 'b: 1\na: 2\n', "'b: 1\na: 2\n' (623a20310a613a20320a)"],
])('the error for %s %j without a kind shows the body as it was sent', async (type, text, told) => {
  const ask = await open()
  const { code, body } = await ask('POST', WIDGETS, text, { 'Content-Type': type })
  expect([code, body.message]).toEqual([
    400,
    `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in ${told}`,
  ])
})

test('a body of another kind has no unknown fields, and a PUT of it to a missing object is a 404', async () => {
  const ask = await open()
  const made = await ask('POST', WIDGETS, { ...widget('a', 'WidgetList'), items: [] })
  expect([made.code, made.warning, made.body.details.causes[0].field]).toEqual([422, null, 'kind'])
  expect((await ask('PUT', `${WIDGETS}/a`, { ...widget('a', 'Other') })).code).toBe(404)
  await ask('POST', WIDGETS, widget('a'))
  const put = await ask('PUT', `${WIDGETS}/a`, { ...widget('a', 'Other'), items: [] })
  expect([put.code, put.warning, put.body.details.causes[0].field]).toEqual([422, null, 'kind'])
})

test('a deprecated version warns on failed requests too', async () => {
  const ask = await open({ deprecated: true })
  await ask('POST', WIDGETS, widget('a'))
  for (const [method, path] of [
    ['GET', '/a/status'],
    ['GET', '/none/scale'],
    ['PUT', ''],
  ] as const) {
    const { code, warning } = await ask(method, WIDGETS + path)
    expect([code >= 400, warning]).toEqual([true, '299 - "shop.io/v1 Widget is deprecated"'])
  }
})

test('a Table of a Scale has its own columns', async () => {
  const paths = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }
  const ask = await open({ subresources: { scale: paths } })
  await ask('POST', WIDGETS, { ...widget('a'), spec: { replicas: 2 } })
  const { body } = await ask('GET', `${WIDGETS}/a/scale`, undefined, {
    Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
  })
  expect(body.columnDefinitions).toMatchObject([
    { name: 'Name', format: 'name' },
    { name: 'Desired', description: 'Number of desired replicas' },
    { name: 'Available', description: 'Number of actual replicas' },
    { name: 'Age', type: 'date' },
  ])
})

test('an apiVersion with three parts is refused', async () => {
  const ask = await open()
  await ask('POST', WIDGETS, widget('a'))
  const body = { ...widget('a'), apiVersion: 'a/b/c' }
  const type = { 'Content-Type': 'application/apply-patch+yaml' }
  const applied = await ask('PATCH', `${WIDGETS}/a?fieldManager=x`, body, type)
  expect([applied.code, applied.body.message]).toEqual([400, 'invalid object type: /, Kind='])
  const gone = await ask('DELETE', `${WIDGETS}/a`, body)
  expect([gone.code, gone.body.message]).toEqual([500, 'unexpected GroupVersion string: a/b/c'])
})

describe('of versions', () => {
  const rules = [
    { rule: 'self.n < 2', message: 'few' },
    { rule: 'self.n < 2', fieldPath: '.n', reason: 'FieldValueDuplicate' },
  ]
  const n = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 2', message: 'less' }] }
  const root = { type: 'object', properties: { n }, 'x-kubernetes-validations': rules }
  const asked = async (kubernetesVersion: KubernetesVersion, schema: object) => {
    const ask = openServer({ kubernetesVersion })
    const made = await ask('POST', DEFINITIONS, definitionOf('widgets.shop.io', 'Widget', [versionOf(schema)]))
    return made.code === 201 ? wordsOf(await ask('POST', WIDGETS, { ...widget('a'), n: 3 })) : wordsOf(made)
  }

  test.each([
    ['1.34', '[<nil>: Invalid value: "object": few, n: Duplicate value: "object", n: Invalid value: "integer": less]'],
    ['1.35', '[<nil>: Invalid value: few, n: Duplicate value, n: Invalid value: 3: less]'],
  ] as const)('a broken rule shows in v%s: %s', async (version, words) => {
    expect(await asked(version, root)).toBe(words)
  })

  test.each([
    ['1.33', '"  ": message must be non-empty if specified'],
    ['1.34', '"  ": must be non-empty if specified'],
  ] as const)('a blank message is refused in v%s: %s', async (version, words) => {
    const blank = { type: 'object', 'x-kubernetes-validations': [{ rule: 'true', message: '  ' }] }
    expect(await asked(version, blank)).toContain(`x-kubernetes-validations[0].message: Invalid value: ${words}`)
  })

  // JavaScript writes it as a number beyond.
  const INT64 = '9223372036854775807'
  const int32 = { type: 'integer', format: 'int32' }
  const beyond = { ...int32, maximum: 4_294_967_295 }
  const notOf = (what: string, type: string) => `<nil>: Invalid value: "": ${what} value must be of type ${type} in n`
  const checked = notOf('Checked', 'integer with format int32')
  const maximum = notOf('Maximum boundary', 'integer with format int32')

  test.each<readonly [KubernetesVersion, schema: object, n: unknown, words: string]>([
    ['1.35', int32, 3e9, ''],
    ['1.36', int32, 3e9, checked],
    ['1.36', int32, 2 ** 31 - 1, ''],
    ['1.35', int32, 1.5, 'n: Invalid value: "number": n in body must be of type integer: "number"'],
    ['1.36', int32, 1.5, `[n: Invalid value: "float64": n in body must be of type int32: "float64", ${checked}]`],
    ['1.35', beyond, 1, ''],
    ['1.36', beyond, 1, maximum],
    [
      '1.36',
      beyond,
      5e9,
      `[${checked}, ${maximum}, n: Invalid value: 5e+09: n in body should be less than or equal to 4.294967295e+09]`,
    ],
    ['1.36', { type: 'integer', multipleOf: 2.5 }, 5, notOf('MultipleOf', 'integer (default format)')],
    ['1.36', { type: 'number', format: 'float' }, 1e39, notOf('Checked', 'number with format float')],
    ['1.36', { type: 'number', format: 'int32' }, 3e9, ''],
    ['1.36', { 'x-kubernetes-int-or-string': true, maximum: 4_294_967_295 }, 1, ''],
    [
      '1.35',
      { type: 'integer', maximum: INT64 },
      1,
      'n: Invalid value: 1: n in body should be less than or equal to -9223372036854775808',
    ],
    ['1.36', { type: 'integer', maximum: INT64 }, 1, notOf('Maximum boundary', 'integer (default format)')],
  ])('a number is of its type and format since v1.36: in v%s %j, %j', async (kubernetesVersion, schema, n, words) => {
    const ask = openServer({ kubernetesVersion })
    const root = { type: 'object', properties: { n: schema } }
    const definition = definitionOf('widgets.shop.io', 'Widget', [versionOf(root)])
    const text = JSON.stringify(definition).replace(JSON.stringify(INT64), INT64)
    expect((await ask('POST', DEFINITIONS, text)).code).toBe(201)
    const made = await ask('POST', WIDGETS, { ...widget('a'), n })
    expect(made.code === 201 ? '' : wordsOf(made)).toBe(words)
  })
})
