import { describe, expect, test } from 'vitest'
import { MOST_ISSUES } from '../../src/base/errors/issues-in-parts.js'
import { createCluster } from '../../src/index.js'
import { definitionOf, versionOf } from '../suites/definition.js'

const NAMESPACE = '/api/v1/namespaces/default'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const THINGS = '/apis/example.com/v1/namespaces/default/things'

type Status = { readonly message: string; readonly details?: { readonly causes: readonly object[] } }

// More than a function call can take as arguments.
const MANY = 150_000
const many = <T>(make: (i: number) => T): T[] => Array.from({ length: MANY }, (_, i) => make(i))
const define = (schema: object) =>
  definitionOf('things.example.com', 'Thing', [versionOf({ type: 'object', properties: { spec: schema } })])
const thing = (spec: object) => ({ apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, spec })

async function post(path: string, body: object, crds?: object): Promise<{ readonly code: number } & Status> {
  const cluster = createCluster({ seed: 1, controllers: 'none', ...(crds ? { crds } : {}) })
  const headers = { 'Content-Type': 'application/json' }
  const reply = await cluster.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  // Or the created object, whose members are not used.
  return { code: reply.status, ...((await reply.json()) as Status) }
}

describe('more validation errors than can be listed are replaced by one:', () => {
  test.each<[string, string, object]>([
    ['ports', `${NAMESPACE}/services`, { metadata: { name: 'a' }, spec: { ports: many(() => ({})) } }],
    [
      'containers',
      `${NAMESPACE}/podtemplates`,
      { metadata: { name: 'a' }, template: { spec: { containers: many(() => ({})) } } },
    ],
    ['finalizers', `${NAMESPACE}/configmaps`, { metadata: { name: 'a', finalizers: many(() => 'A b') } }],
    [
      'properties of a schema',
      DEFINITIONS,
      define({ type: 'object', properties: Object.fromEntries(many((i) => [i, {}])) }),
    ],
  ])('%s', async (_, path, body) => {
    const { code, details } = await post(path, body)
    expect([code, details?.causes]).toEqual([
      422,
      [
        {
          reason: 'FieldValueTooMany',
          field: '<nil>',
          message: `Too many: more than ${MOST_ISSUES} faults were found, of which none is told`,
        },
      ],
    ])
  })

  test('fewer are all listed', async () => {
    const { details } = await post(`${NAMESPACE}/configmaps`, {
      metadata: { name: 'a', finalizers: many(() => 'A b').slice(0, MOST_ISSUES / 4) },
    })
    expect(details?.causes.length).toBeGreaterThanOrEqual(MOST_ISSUES / 4)
  })
})

describe('validation by a schema is limited in steps', () => {
  const list = (items: object) => define({ type: 'object', properties: { a: { type: 'array', items } } })
  const maxima = Array.from({ length: 300 }, (_, i) => ({ maximum: i }))
  const words = Array.from({ length: 2000 }, (_, i) => `word ${i}`)
  const pattern = '^([a-z]+-?)+$'
  test.each<[string, object, readonly unknown[]]>([
    ['alternatives of each item', { type: 'integer', anyOf: maxima }, many(() => 1000).slice(0, 3600)],
    ['long enums', { type: 'string', enum: words }, many(() => 'another').slice(0, 2000)],
    ['items of a wrong type', { type: 'integer' }, many(() => 'a')],
    ['patterns', { type: 'string', allOf: many(() => ({ pattern })).slice(0, 50) }, ['a'.repeat(100_000)]],
  ])('%s', async (_, items, a) => {
    const { code, details } = await post(THINGS, thing({ a }), list(items))
    expect([code, details?.causes]).toEqual([
      422,
      [
        {
          reason: 'FieldValueInvalid',
          field: '<nil>',
          message:
            'Invalid value: "object": takes too many steps to be validated: fewer alternatives (anyOf, oneOf, allOf, not), fewer or shorter texts with a pattern, or less that is wrong',
        },
      ],
    ])
  })

  test('long lists alone stay within the limit', async () => {
    expect(await post(THINGS, thing({ a: many(() => 1) }), list({ type: 'integer' }))).toMatchObject({ code: 201 })
    const either = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }
    const texts = many(() => 'a').slice(0, 100_000)
    expect(await post(THINGS, thing({ a: texts }), list(either))).toMatchObject({ code: 201 })
  })

  test('defaults that make an object too large to be stored are refused', async () => {
    const properties = Object.fromEntries(words.slice(0, 100).map((word) => [word, { type: 'string', default: word }]))
    const { code, message } = await post(
      THINGS,
      thing({ a: many(() => ({})).slice(0, 3500) }),
      list({ type: 'object', properties }),
    )
    expect([code, message]).toEqual([500, 'etcdserver: request is too large'])
  })
})

test('lists longer than the arguments of a function call are handled', async () => {
  const audiences = many(String)
  const token = `${NAMESPACE}/serviceaccounts/default/token`
  const cluster = createCluster({ seed: 1 })
  await cluster.settled()
  const body = JSON.stringify({ spec: { audiences } })
  const reply = await cluster.fetch(token, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  expect(reply.status).toBe(201)
  const rules = [{ rule: 'self.all(x, x != "")' }]
  const values = { type: 'array', items: { type: 'string', enum: audiences }, 'x-kubernetes-validations': rules }
  expect((await post(DEFINITIONS, define(values))).code).toBeLessThan(500)
})
