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
  type KubeObject,
} from './things.js'

// Constructs found in the CRDs of larger projects (gateways, batch queues, certificates, chart releases, clusters, storage,
// brokers and secrets), in definitions of our own.

describe('validation rules', () => {
  const step = struct({ name: text(), kind: text(), port: number, from: struct({ a: text() }) })
  test.each<readonly [rule: string, schema: Schema, good: unknown, bad: unknown]>([
    ["!(!has(self.a) && self.kind == 'A')", struct({ a: text(), kind: text() }), { kind: 'B' }, { kind: 'A' }],
    ['has(self.a) != has(self.b)', struct({ a: text(), b: text() }), { a: '' }, {}],
    [
      '(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1',
      struct({ a: text(), b: text() }),
      { b: '' },
      { a: '', b: '' },
    ],
    [
      '[has(self.a), has(self.b)].filter(x, x == true).size() <= 1',
      struct({ a: text(), b: text() }),
      {},
      { a: '', b: '' },
    ],
    ["!('*' in self && self.size() > 1)", list(text()), ['*'], ['*', 'a']],
    ["!('a' in self) && !('b' in self)", map(text()), { c: '' }, { a: '' }],
    ["!(duration(self) < duration('1s') || duration(self) > duration('1h'))", text(), '5s', '2h'],
    ["!(self in ['On', 'Off'])", text(), 'Other', 'On'],
    ["self.all(k, k.matches('^[A-Z]+(_[A-Z]+)+$'))", map(text()), { A_B: '' }, { a: '' }],
    ['self.all(a, self.exists_one(b, a.name == b.name))', list(step), [{ name: 'x' }], [{ name: 'x' }, { name: 'x' }]],
    ['self.all(x, self.exists_one(y, x == y))', list(step), [{ port: 1 }, { port: 2 }], [{ port: 1 }, { port: 1 }]],
    ['size(self.filter(i, size(self.filter(j, j == i)) > 1)) == 0', list(text(5)), ['a', 'b'], ['a', 'a']],
    [
      "self.all(h, h.contains('*') ? (h.startsWith('*.') && h.substring(2).matches('^[a-z]+$')) : true)",
      list(text()),
      ['*.a'],
      ['*a'],
    ],
    ['self.all(h, !isIP(h))', list(text()), ['a'], ['10.0.0.1']],
    ["self.all(k, k.split('/')[0].size() < 5)", map(text()), { 'a/bcdefg': '' }, { abcdef: '' }],
    [
      "(self.kind in ['A', 'B']) ? !self.name.endsWith('/..') : true",
      step,
      { kind: 'C', name: '/..' },
      { kind: 'A', name: '/..' },
    ],
    [
      'has(self.name) ? self.name.matches(r"""^(?i)\\.?[a-z_][a-z_0-9]*$""") : true',
      step,
      { name: 'ABC_1' },
      { name: '1' },
    ],
    [
      'self.name.matches(r"""^(?:[-A-Za-z0-9/._~!$&\'()*+,;=:@]|[%][0-9a-fA-F]{2})+$""")',
      step,
      { name: 'a%2F' },
      { name: '%' },
    ],
    ["!self.endsWith('.local')", text(), 'a', 'a.local'],
    ['has(self[0].from) || self[size(self) - 1].port == 1', list(step), [{ from: {} }], [{ port: 2 }]],
    ['has(self[0].from.a)', list(step), [{ from: { a: '' } }], [{ from: {} }]],
    ['size(self) == 0 || format.dns1123Label().validate(self) == null', text(), '', 'A'],
    ['!format.dns1123Subdomain().validate(self).hasValue()', text(), 'a.b', 'a..b'],
    ['!format.qualifiedName().validate(self).hasValue()', text(), 'a/b', 'a/b/c'],
    [
      "self.namespace == 'a' && has(self.package)",
      struct({ namespace: text(), package: text() }),
      { namespace: 'a', package: '' },
      { namespace: 'a' },
    ],
    [
      'self.a.all(x, x.b.all(y, y.c.all(z, !has(z.d))))',
      struct({ a: list(struct({ b: list(struct({ c: list(struct({ d: number, e: number })) })) })) }),
      { a: [{ b: [{ c: [{ e: 1 }] }] }] },
      { a: [{ b: [{ c: [{ d: 1 }] }] }] },
    ],
    [
      "type(self.p) == int ? self.p > 0 : self.p.endsWith('%')",
      struct({ p: { 'x-kubernetes-int-or-string': true } }),
      { p: '5%' },
      { p: '5' },
    ],
    ["self.?a.orValue('x') == 'x'", struct({ a: text() }), {}, { a: 'y' }],
    ["quantity(self).isGreaterThan(quantity('1Mi'))", text(), '1Gi', '1Ki'],
    ['cidr(self).prefixLength() == 16', text(), '10.0.0.0/16', '10.0.0.0/8'],
    ['self.a <= self.b && self.b % 2 == 0', struct({ a: number, b: number }), { a: 1, b: 2 }, { a: 3, b: 2 }],
    ['self.on == false || has(self.a)', struct({ on: flag, a: text() }), { on: false }, { on: true }],
  ])('%s', async (rule, schema, good, bad) => {
    const ruled = { ...schema, 'x-kubernetes-validations': [{ rule, message: 'not so' }] }
    expect(await outcomes(struct({ x: ruled }), { x: good }, { x: bad })).toEqual([201, 422])
  })
  test('are evaluated for an object of another kind too', async () => {
    const ruled = struct({ a: number }, { 'x-kubernetes-validations': [{ rule: 'self.a > 5', message: 'too few' }] })
    const list = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const definition = definitionOf(struct({ spec: ruled, list: list as Schema }))
    expect((await post(cluster, DEFINITIONS, definition)).status).toBe(201)
    const other = { apiVersion: 'shop.io/v1', kind: 'Other', metadata: { name: 't' }, spec: { a: 1 }, list: ['x', 'x'] }
    const { status, body } = await post(cluster, OBJECTS, other)
    expect([status, body['message']]).toEqual([
      422,
      'Other.shop.io "t" is invalid: [kind: Invalid value: "Other": must be Thing, list[1]: Duplicate value: "x", spec: Invalid value: "object": too few]',
    ])
  })
  test('have reason, fieldPath, messageExpression and oldSelf', async () => {
    const rules = [
      { rule: 'self.a == oldSelf.a', message: 'stays', reason: 'FieldValueForbidden', fieldPath: '.a' },
      { rule: '!has(oldSelf.b) || (has(self.b) && self.b == oldSelf.b)', messageExpression: "'b was ' + oldSelf.b" },
      { rule: 'oldSelf.hasValue() || self.a != 9', optionalOldSelf: true },
    ]
    const schema = struct({ a: number, b: text() }, { required: ['a'], 'x-kubernetes-validations': rules })
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    expect((await post(cluster, DEFINITIONS, definitionOf(struct({ spec: schema })))).status).toBe(201)
    const thing = (spec: Schema) => ({ apiVersion: 'shop.io/v1', kind: 'Thing', metadata: { name: 't' }, spec })
    expect((await post(cluster, OBJECTS, thing({ a: 9 }))).status).toBe(422)
    const made = (await post(cluster, OBJECTS, thing({ a: 1, b: 'x' }))).body as unknown as KubeObject
    const changed = await cluster.fetch(`${OBJECTS}/t`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...thing({ a: 9, b: 'y' }),
        metadata: { name: 't', resourceVersion: made.metadata.resourceVersion },
      }),
    })
    const { details } = (await changed.json()) as { readonly details?: { readonly causes?: readonly object[] } }
    expect(details?.causes).toEqual([
      { reason: 'FieldValueForbidden', message: 'Forbidden: stays', field: 'spec.a' },
      { reason: 'FieldValueInvalid', message: 'Invalid value: "object": b was x', field: 'spec' },
    ])
  })
})
