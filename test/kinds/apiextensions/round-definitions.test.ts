import { beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'
import { definitionOf, versionOf } from '../../suites/definition.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 'cert-things.shop-a.io'
const OBJECTS = `/apis/${GROUP}/v1/namespaces/default/things`

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1, controllers: 'none' })
})

async function send<T>(
  method: string,
  path: string,
  body?: object,
  type = 'application/json',
): Promise<{ readonly code: number; readonly body: T; readonly warning: string | null }> {
  const reply = await cluster.fetch(path, {
    method,
    headers: { 'Content-Type': type, 'User-Agent': 'kubectl' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { code: reply.status, body: (await reply.json()) as T, warning: reply.headers.get('warning') } // what the test knows of it
}

const define = (schema: object, version: object = {}, names = { plural: 'things', kind: 'Thing' }) =>
  send('POST', DEFINITIONS, definitionOf(`${names.plural}.${GROUP}`, names.kind, [versionOf(schema, version)]))
const thing = (more: object = {}) => ({ apiVersion: `${GROUP}/v1`, kind: 'Thing', metadata: { name: 'a' }, ...more })
const apply = <T>(body: object, manager = 'me') =>
  send<T>('PATCH', `${OBJECTS}/a?force=true&fieldManager=${manager}`, body, 'application/apply-patch+yaml')

describe('a schema without properties', () => {
  test('allows no other fields at the root of an apply', async () => {
    await define({ type: 'object' })
    const { code, body } = await apply<{ readonly message: string }>(thing({ bogus: 1 }))
    expect([code, body.message]).toEqual([
      500,
      `failed to create typed patch object (/a; ${GROUP}/v1, Kind=Thing): .bogus: field not declared in schema`,
    ])
  })
  test('allows any field where it preserves unknown fields', async () => {
    await define({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true })
    expect(await apply(thing({ bogus: 1 }))).toMatchObject({ code: 201, body: { bogus: 1 } })
  })
})

test('an applied null replaces an empty value, and no other', async () => {
  await define({ type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'integer' } } } } })
  await apply(thing({ spec: { a: 1 } }), 'them')
  expect(await apply(thing({ spec: null }))).toMatchObject({ code: 200, body: { spec: { a: 1 } } })
  await send('DELETE', `${OBJECTS}/a`)
  await apply(thing({ spec: {} }), 'them')
  const { code, body } = await send<{ readonly message: string }>(
    'PATCH',
    `${OBJECTS}/a?fieldManager=me`,
    thing({ spec: null }),
    'application/apply-patch+yaml',
  )
  expect([code, body.message]).toEqual([409, 'Apply failed with 1 conflict: conflict with "them": .spec'])
  expect(await apply(thing({ spec: null }))).toMatchObject({
    code: 422,
    body: {
      details: {
        causes: [
          {
            field: 'spec',
            message: 'Invalid value: "null": spec in body must be of type object: "null"',
            reason: 'FieldValueTypeInvalid',
          },
        ],
      },
    },
  })
})

test('a printer column has the priority of the definition', async () => {
  await define(
    { type: 'object' },
    { additionalPrinterColumns: [{ name: 'P', type: 'string', jsonPath: '.x', priority: 10 }] },
  )
  const reply = await cluster.fetch(OBJECTS, { headers: { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } })
  expect(await reply.json()).toMatchObject({ columnDefinitions: [{ priority: 0 }, { name: 'P', priority: 10 }] })
})

test('a deprecationWarning is quoted once in the header', async () => {
  await define({ type: 'object' }, { deprecated: true, deprecationWarning: 'say "no" to \\ this\u2003way' })
  const { warning } = await send('POST', OBJECTS, thing())
  expect(Buffer.from(warning ?? '', 'latin1').toString()).toBe('299 - "say \\"no\\" to \\\\ this\u2003way"')
})

test('an apply rewrites last-applied-configuration as Go encodes JSON', async () => {
  const LAST = 'kubectl.kubernetes.io/last-applied-configuration'
  await define({
    type: 'object',
    properties: { spec: { type: 'object', properties: { z: { type: 'string' }, a: { type: 'string' } } } },
  })
  await send('POST', OBJECTS, thing({ metadata: { name: 'a', annotations: { [LAST]: '{}' } } }))
  const { body } = await apply<{ readonly metadata: { readonly annotations: object } }>(
    thing({ spec: { z: '<&>', a: '' } }),
    'kubectl',
  )
  expect(body.metadata.annotations).toEqual({
    [LAST]: `{"apiVersion":"${GROUP}/v1","kind":"Thing","metadata":{"name":"a"},"spec":{"a":"","z":"\\u003c\\u0026\\u003e"}}\n`,
  })
})

describe('OpenAPI documents of definitions', () => {
  type Documented = { readonly properties: { readonly spec: { readonly properties: { readonly a: object } } } }
  type V3 = {
    readonly components: { readonly schemas: { readonly [name: string]: Documented } }
    readonly paths: {
      readonly [path: string]: {
        readonly delete?: { readonly operationId: string; readonly tags: readonly string[]; readonly responses: object }
      }
    }
  }
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { a: { type: 'string', default: 'x', example: 'y' } } } },
  }
  const NAME = 'io.shop-a.cert-things.v1.Thing'
  test('have defaults in v3 only, no examples, and selectable fields', async () => {
    await define(schema, { selectableFields: [{ jsonPath: '.spec.a' }] })
    const { components } = (await send<V3>('GET', `/openapi/v3/apis/${GROUP}/v1`)).body
    const { definitions } = (await send<{ readonly definitions: V3['components']['schemas'] }>('GET', '/openapi/v2'))
      .body
    const selectable = { 'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.a' }] }
    for (const schemas of [components.schemas, definitions])
      expect(schemas).toMatchObject({ [NAME]: selectable, [`${NAME}List`]: selectable })
    expect(components.schemas[NAME]?.properties.spec.properties.a).toEqual({ type: 'string', default: 'x' })
    expect(definitions[NAME]?.properties.spec.properties.a).toEqual({ type: 'string' })
  })
  test('describe apiVersion and kind of embedded resources as a real server does', async () => {
    const described = (description: string) => ({ type: 'string', description })
    const head = { apiVersion: described('mine'), kind: described('mine') }
    const inner = { type: 'object', 'x-kubernetes-embedded-resource': true, properties: head }
    await define({ type: 'object', properties: { ...head, spec: { type: 'object', properties: { a: inner } } } })
    const { components } = (await send<V3>('GET', `/openapi/v3/apis/${GROUP}/v1`)).body
    const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'
    expect(components.schemas[NAME]).toMatchObject({
      properties: {
        apiVersion: { description: expect.stringContaining('APIVersion defines') as string }, // a matcher
        spec: {
          properties: {
            a: {
              properties: {
                apiVersion: {
                  description: `apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources`,
                },
                kind: {
                  description: `kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
                },
              },
            },
          },
        },
      },
    })
  })
  test('have operation ids without hyphens, and a Status as the reply of deletecollection', async () => {
    await define(schema)
    const { paths } = (await send<V3>('GET', `/openapi/v3/apis/${GROUP}/v1`)).body
    const { operationId, tags, responses } = paths[`/apis/${GROUP}/v1/namespaces/{namespace}/things`]?.delete ?? {}
    expect([operationId, tags]).toEqual([
      'deleteCertThingsShopAIoV1CollectionNamespacedThing',
      ['certThingsShopAIo_v1'],
    ])
    expect(JSON.stringify(responses)).toContain('io.k8s.apimachinery.pkg.apis.meta.v1.Status')
  })
  test('change only for the group of a new definition', async () => {
    type Index = { readonly paths: { readonly [name: string]: { readonly serverRelativeURL: string } } }
    const index = async () => (await send<Index>('GET', '/openapi/v3')).body.paths
    await define(schema)
    const before = await index()
    await define(schema, {}, { plural: 'others', kind: 'Other' })
    const after = await index()
    expect(
      Object.keys(after).filter((name) => after[name]?.serverRelativeURL !== before[name]?.serverRelativeURL),
    ).toEqual([`apis/${GROUP}/v1`])
  })
})
