import { expect, test } from 'vitest'
import { entriesOf, ownersOf } from '../../../src/model/apply/managers.js'
import { createCluster } from '../../../src/index.js'
import type { ManagedFieldsEntry } from '../../../src/schema/metadata.js'
import { OBJECTS, definitionOf, list, map, struct, text } from '../../kinds/apiextensions/things.js'

/** Returns a set as the server writes it after reading it; undefined if it cannot read it. */
function written(fieldsV1: Readonly<Record<string, unknown>>): unknown {
  const entry: ManagedFieldsEntry = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' }
  const owners = ownersOf([{ ...entry, fieldsV1 }])
  return owners && JSON.stringify(entriesOf(owners)?.[0]?.fieldsV1)
}

const same = (set: object) => JSON.stringify(set)

test.each<readonly [what: string, given: Readonly<Record<string, unknown>>, written: object | undefined]>([
  ['HTML in a value is escaped', { 'v:"a<b>&c"': {} }, { 'v:"a\\u003cb\\u003e\\u0026c"': {} }],
  ['line separators are escaped', { 'v:"\u2028\u2029"': {} }, { 'v:"\\u2028\\u2029"': {} }],
  ['control characters have four digits', { 'v:"\\b\\f\\u0001\\n"': {} }, { 'v:"\\u0008\\u000c\\u0001\\n"': {} }],
  ['a backslash before a letter stays one', { 'v:"\\\\b\\\\<"': {} }, { 'v:"\\\\b\\\\\\u003c"': {} }],
  ['values of keys are escaped', { 'k:{"name":"a<"}': {} }, { 'k:{"name":"a\\u003c"}': {} }],
  ['names of keys have no escapes for HTML', { 'k:{"a<\\b":1}': {} }, { 'k:{"a<\\u0008":1}': {} }],
  ['names of fields stay', { 'f:a<b\u2028\b\\': {} }, { 'f:a<b\u2028\b\\': {} }],
  ['keys are sorted, without spaces', { 'k:{ "b": 1.0, "a": 2 }': {} }, { 'k:{"a":2,"b":1}': {} }],
  ['exponents have two digits', { 'v:1e-7': {}, 'v:1E21': {} }, { 'v:1e-07': {}, 'v:1e+21': {} }],
  ['long integers keep their digits', { 'v:9007199254740993': {} }, { 'v:9007199254740993': {} }],
  [
    'and so do those of keys',
    { 'k:{"b":9007199254740993,"a":"9007199254740993"}': {} },
    { 'k:{"a":"9007199254740993","b":9007199254740993}': {} },
  ],
  ['integers beyond 64 bits are floats', { 'v:123456789012345678901': {} }, { 'v:123456789012345680000': {} }],
  ['indexes are numbers', { 'i:+3': {}, 'i:007': {}, 'i:-1': {} }, { 'i:-1': {}, 'i:3': {}, 'i:7': {} }],
  [
    'types are sorted',
    { 'v:null': {}, 'v:[1]': {}, 'v:true': {}, 'v:"a"': {}, 'v:{}': {}, 'v:2': {}, 'i:1': {}, 'k:{}': {}, 'f:z': {} },
    { 'f:z': {}, 'k:{}': {}, 'v:2': {}, 'v:"a"': {}, 'v:true': {}, 'v:[1]': {}, 'v:{}': {}, 'v:null': {}, 'i:1': {} },
  ],
  [
    'texts are sorted by what they say',
    { 'v:"a="': {}, 'v:"a<"': {}, 'v:"a!"': {}, 'v:"a"': {} },
    { 'v:"a"': {}, 'v:"a!"': {}, 'v:"a\\u003c"': {}, 'v:"a="': {} },
  ],
  ['elements of other types are dropped', { 'f:a': { 'x:1': {} } }, { 'f:a': {} }],
  ['a dot alone is a leaf', { '.': {}, 'f:a': { '.': {} } }, { 'f:a': {} }],
  ['null is a leaf', { 'f:a': null }, { 'f:a': {} }],
  ['a name without a type is no element', { a: {} }, undefined],
  ['a value that is no JSON is no element', { 'v:x': {} }, undefined],
  ['keys that are a list are no element', { 'k:[]': {} }, undefined],
])('%s', (_, given, expected) => {
  expect(written(given)).toBe(expected && same(expected))
})

test('what an apply owns, and its conflicts, name keys and values as Go does', async () => {
  const schema = struct({
    spec: struct({
      named: list(struct({ name: text(), n: text() }, { required: ['name'] }), {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      }),
      set: list(text(), { 'x-kubernetes-list-type': 'set' }),
      map: map(text()),
    }),
  })
  const cluster = createCluster({ seed: 1, controllers: 'none', crds: [definitionOf(schema)] })
  const apply = async (manager: string, n: string) => {
    const reply = await cluster.fetch(`${OBJECTS}/a?fieldManager=${manager}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
      body: JSON.stringify({
        apiVersion: 'shop.io/v1',
        kind: 'Thing',
        metadata: { name: 'a' },
        spec: { named: [{ name: '<\u0001>', n }], set: ['b&', 'b!'], map: { '<k>': 'v' } },
      }),
    })
    return (await reply.json()) as {
      readonly message?: string
      readonly metadata: { readonly managedFields: object[] }
    }
  }
  expect((await apply('one', 'x')).metadata.managedFields).toMatchObject([
    {
      fieldsV1: {
        'f:spec': {
          'f:map': { 'f:<k>': {} },
          'f:named': { 'k:{"name":"\\u003c\\u0001\\u003e"}': { '.': {}, 'f:n': {}, 'f:name': {} } },
          'f:set': { 'v:"b!"': {}, 'v:"b\\u0026"': {} },
        },
      },
    },
  ])
  expect((await apply('two', 'y')).message).toBe(
    'Apply failed with 1 conflict: conflict with "one": .spec.named[name="<\\x01>"].n',
  )
})
