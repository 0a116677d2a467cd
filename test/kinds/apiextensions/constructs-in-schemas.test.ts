import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import {
  DEFINITIONS,
  OBJECTS,
  definitionOf,
  flag,
  list,
  map,
  number,
  outcomes,
  post,
  struct,
  text,
  type Schema,
} from './things.js'

// Constructs found in the CRDs of larger projects (gateways, batch queues, certificates, chart releases, clusters, storage,
// brokers and secrets), in definitions of our own.

describe('a schema with the pattern', () => {
  test.each([
    [
      "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\/[A-Za-z0-9\\/\\-._~%!$&'()*+,;=:]+$",
      'a.b/c-d~',
      'a',
    ],
    [
      '(^\\*$)|(^(http(s)?):\\/\\/(((\\*\\.)?([a-zA-Z0-9\\-]+\\.)*[a-zA-Z0-9-]+|\\*)(:([0-9]{1,5}))?)$)',
      'https://*.a-b.c:80',
      'ftp://a',
    ],
    ['^([a-zA-Z0-9_\\-.\\\\\\/]|\\[[0-9]{1,5}\\])+$', 'a[0]\\/b', 'a[]'],
    ["^[A-Za-z0-9!#$%&'*+\\-.^_\\x60|~]+$", 'a`-', 'a b'],
    ['^(?i)[a-z]([-a-z0-9]*[a-z0-9])?$', 'A-B', '-'],
    ['^[a-zA-Z0-9\\._\\-]{1,100}$', 'a-_.', '!'],
    ['^[\\-._a-zA-Z0-9]+$', '-a', '/'],
    [
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
      '1.5Gi',
      '1.5X',
    ],
    ['^(([0-9]+(\\.[0-9]+)?(ms|s|m|h))+|Never)$', '1h30m', '1d'],
    ['^[[:alnum:]]+\\z', 'a1', 'a-1'],
    ['^\\p{Lu}\\pL*$', '\u00c9t\u00e9', '\u00e9t\u00e9'],
  ])('%s accepts a match and refuses a mismatch', async (pattern, good, bad) => {
    expect(await outcomes(struct({ x: text(100, { pattern }) }), { x: good }, { x: bad })).toEqual([201, 422])
  })
})

describe('a schema with', () => {
  test.each<readonly [name: string, schema: Schema, good: unknown, bad: unknown]>([
    [
      'oneOf required fields',
      struct({ a: text(), b: text() }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      { a: '' },
      { a: '', b: '' },
    ],
    [
      'oneOf with an enum',
      struct(
        { k: text(), a: text() },
        { oneOf: [{ properties: { k: { enum: ['A'] } }, required: ['a'] }, { properties: { k: { enum: ['B'] } } }] },
      ),
      { k: 'B' },
      { k: 'A' },
    ],
    ['anyOf formats', text(50, { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }), '::1', 'a'],
    [
      'an int-or-string',
      {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        pattern: '^([1-9]|10%)$',
      },
      3,
      '5%',
    ],
    ['not', struct({ a: text() }, { not: { required: ['a'] } }), {}, { a: '' }],
    [
      'rules about an object with any members',
      { type: 'object', additionalProperties: true, 'x-kubernetes-validations': [{ rule: 'self == self' }] },
      { a: 1 },
      1,
    ],
    ['no members', { type: 'object', additionalProperties: false }, {}, { a: 1 }],
    [
      'alternatives without other members',
      map(text(), { oneOf: [{ required: ['a'], additionalProperties: false }, { minProperties: 2 }] }),
      { a: '', b: '' },
      { a: '' },
    ],
    ['not, with no members', struct({ a: text() }, { not: { additionalProperties: false } }), { a: '' }, {}],
    [
      'a list of type map',
      list(struct({ k: text() }, { required: ['k'] }), {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      }),
      [{ k: 'a' }],
      [{ k: 'a' }, { k: 'a' }],
    ],
    ['a list of type set', list(text(), { 'x-kubernetes-list-type': 'set' }), ['a', 'b'], ['a', 'a']],
    ['an atomic map', map(text(), { 'x-kubernetes-map-type': 'atomic', minProperties: 1 }), { a: '' }, {}],
    ['an atomic list', list(number, { 'x-kubernetes-list-type': 'atomic', minItems: 1 }), [1], []],
    [
      'number formats and bounds',
      struct({
        a: { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 },
        b: { type: 'integer', format: 'int64' },
      }),
      { a: 1, b: 2 ** 40 },
      { a: 0 },
    ],
    [
      'formats date-time and byte',
      struct({ a: text(40, { format: 'date-time' }), b: text(40, { format: 'byte' }) }),
      { a: '2024-01-02T03:04:05Z', b: 'YQ==' },
      { a: 'today' },
    ],
    ['nullable', struct({ a: text(5, { nullable: true }) }), { a: null }, { a: 1 }],
    [
      'preserved unknown fields',
      struct({
        a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        b: { 'x-kubernetes-preserve-unknown-fields': true },
      }),
      { a: { x: 1 }, b: [1] },
      { a: 1 },
    ],
    [
      'an embedded resource',
      struct({
        t: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      }),
      { t: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } },
      { t: {} },
    ],
    ['a list of maps of lists', list(map(list(text(3)))), [{ a: ['x'] }], [{ a: 'x' }]],
  ])('%s accepts a valid value and refuses an invalid one', async (_name, schema, good, bad) => {
    expect(await outcomes(struct({ x: schema }), { x: good }, { x: bad })).toEqual([201, 422])
  })
  test('defaults of every type sets them', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const schema = struct({
      a: text(9, { default: 'x' }),
      b: { ...flag, default: true },
      c: { ...number, default: 3 },
      d: list(text(), { default: ['y'] }),
      e: struct({ f: text(9, { default: 'in' }) }, { default: {} }),
    })
    expect((await post(cluster, DEFINITIONS, definitionOf(struct({ spec: schema })))).status).toBe(201)
    const { body } = await post(cluster, OBJECTS, {
      apiVersion: 'shop.io/v1',
      kind: 'Thing',
      metadata: { name: 't' },
      spec: {},
    })
    expect(body['spec']).toEqual({ a: 'x', b: true, c: 3, d: ['y'], e: { f: 'in' } })
  })
})

describe('a definition', () => {
  const schema = struct({ spec: struct({ n: number, a: text() }), status: struct({ n: number, s: text() }) })
  test('with subresources, columns of every form of path, a deprecated version and a webhook is accepted', async () => {
    const columns = [
      '.spec.a',
      '.metadata.labels.shop\\.io/tier',
      ".metadata.annotations['shop\\.io/by-hand']",
      '.status.conditions[?(@.type=="Ready")].status',
      ".status.conditions[?(@.type=='Ready')].reason",
      '.status.conditions[?(@.type == "Ready")].message',
      '.spec.list[*].name',
      '.spec.list[0].name',
    ].map((jsonPath, i) => ({ name: `C${i}`, type: 'string', jsonPath, ...(i > 3 ? { priority: 1 } : {}) }))
    const first = {
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' },
      },
      selectableFields: [{ jsonPath: '.spec.a' }],
      additionalPrinterColumns: [
        ...columns,
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        { name: 'N', type: 'integer', jsonPath: '.spec.n', priority: 10 },
        { name: 'B', type: 'boolean', jsonPath: '.spec.b' },
      ],
    }
    const definition = definitionOf(schema, first, {
      preserveUnknownFields: false,
      names: {
        plural: 'things',
        singular: 'thing',
        kind: 'Thing',
        listKind: 'ThingList',
        shortNames: ['th'],
        categories: ['all', 'shop'],
      },
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1', 'v1beta1'],
          clientConfig: { service: { namespace: 'default', name: 'hook', path: '/convert' } },
        },
      },
    })
    const old = {
      name: 'v1alpha1',
      served: true,
      storage: false,
      deprecated: true,
      deprecationWarning: 'use v1',
      schema: { openAPIV3Schema: struct({}) },
    }
    const spec = { ...definition.spec, versions: [...definition.spec.versions, old] }
    const made = await post(createCluster({ seed: 1 }), DEFINITIONS, { ...definition, spec })
    expect(made.body.message).toBeUndefined()
    expect(made.status).toBe(201)
  })
})
