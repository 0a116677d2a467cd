import { expect, test } from 'vitest'
import { openApiOf } from '../../../src/server/control/openapi.js'
import { operations } from '../../../src/server/control/operations.js'

type Described = {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description: string
  }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly [media: string]: { readonly schema: object } }
  }
  readonly responses: { readonly [code: string]: unknown }
}
const { paths } = openApiOf(operations) as unknown as {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Described } }
}

test('the document has each operation once, with a unique id', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  )
  expect(described.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    operations.map(({ method, path }) => `${method.toLowerCase()} /_fakecluster${path}`).sort(),
  )
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

test('operations have parameters, JSON bodies and text bodies', () => {
  expect(paths['/_fakecluster/watches/{id}/release']!['post']).toMatchObject({
    operationId: 'watchesRelease',
    parameters: [
      { name: 'id', in: 'path', required: true, description: 'the id of a watch', schema: { type: 'string' } },
    ],
    requestBody: {
      required: false,
      content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } },
    },
  })
  expect(paths['/_fakecluster/clock/advance']!['post']!.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { required: ['by'] } } },
  })
  expect(paths['/_fakecluster/state']!['post']!.requestBody).toMatchObject({
    required: true,
    content: { 'application/yaml': { schema: { type: 'string' } } },
  })
  expect(paths['/_fakecluster/state']!['get']!.parameters).toMatchObject([
    { name: 'kinds', in: 'query', required: false, style: 'form', explode: false },
    { name: 'bootstrap', in: 'query', required: false },
    { name: 'at' },
  ])
})

test('every placeholder of a path is a parameter', () => {
  for (const [path, methods] of Object.entries(paths))
    for (const { parameters = [] } of Object.values(methods))
      expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      )
})

test('the document is plain JSON', () => {
  const document = openApiOf(operations)
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})
