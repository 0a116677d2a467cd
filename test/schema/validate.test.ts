import { beforeAll, describe, expect, test } from 'vitest'
import { issueText } from '../../src/base/errors/issue.js'
import { loadAll } from '../../src/base/turns/late-library.js'
import { loadPatterns } from '../../src/base/go/re2.js'
import { loadUrls } from '../../src/base/text/urls.js'
import { validateEmbedded } from '../../src/schema/embedded.js'
import { validateListTypes } from '../../src/schema/list-type.js'
import { stringFormat } from '../../src/schema/string-format.js'
import type { Schema } from '../../src/schema/types.js'
import { validateBySchema } from '../../src/schema/validate.js'

beforeAll(() => loadAll([loadPatterns, loadUrls]))

/** The schema of an object whose `spec` has the field `x`. */
const within = (x: object, spec: object = {}): Schema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: { x: x as Schema }, ...spec } },
})
const texts = (schema: Schema, value: unknown) => validateBySchema(schema, value).map(issueText)

describe('validation of a value by its schema', () => {
  test.each<readonly [schema: object, value: unknown, texts: readonly string[]]>([
    [{ type: 'integer' }, 3, []],
    [{ type: 'integer' }, 3n, []],
    [{ type: 'integer' }, '3', ['spec.x: Invalid value: "string": spec.x in body must be of type integer: "string"']],
    [{ type: 'integer' }, 1.5, ['spec.x: Invalid value: "number": spec.x in body must be of type integer: "number"']],
    [{ type: 'number' }, 1, []],
    [{ type: 'string' }, null, ['spec.x: Invalid value: "null": spec.x in body must be of type string: "null"']],
    [{ type: 'string', nullable: true }, null, []],
    [
      { type: 'object', properties: { a: {} }, closed: true },
      { a: 1, b: 2 },
      ['spec.x: Invalid value: "b": spec.x.b in body is a forbidden property'],
    ],
    [{ type: 'object' }, [], ['spec.x: Invalid value: "array": spec.x in body must be of type object: "array"']],
    [
      { type: 'string', format: 'date-time' },
      'x',
      ['spec.x: Invalid value: "x": spec.x in body must be of type date-time: "x"'],
    ],
    [
      { type: 'string', format: 'date-time' },
      1,
      ['spec.x: Invalid value: "int64": spec.x in body must be of type date-time: "int64"'],
    ],
    [{ type: 'string', format: 'unheard-of' }, 'x', []],
    [{ type: 'string', enum: ['a', 'b'] }, 'x', ['spec.x: Unsupported value: "x": supported values: "a", "b"']],
    [{ type: 'integer', enum: [1, 2] }, 3, ['spec.x: Unsupported value: 3: supported values: "1", "2"']],
    [
      { type: 'integer', minimum: 1 },
      0,
      ['spec.x: Invalid value: 0: spec.x in body should be greater than or equal to 1'],
    ],
    [
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      1,
      ['spec.x: Invalid value: 1: spec.x in body should be greater than 1'],
    ],
    [
      { type: 'integer', maximum: 9 },
      10,
      ['spec.x: Invalid value: 10: spec.x in body should be less than or equal to 9'],
    ],
    [
      { type: 'integer', maximum: 9, exclusiveMaximum: true },
      9,
      ['spec.x: Invalid value: 9: spec.x in body should be less than 9'],
    ],
    [
      { type: 'number', maximum: 0.5 },
      0.75,
      ['spec.x: Invalid value: 0.75: spec.x in body should be less than or equal to 0.5'],
    ],
    [
      { type: 'number', maximum: 1e6 },
      1e6 + 0.5,
      ['spec.x: Invalid value: 1.0000005e+06: spec.x in body should be less than or equal to 1e+06'],
    ],
    // A number beyond 64 bits is a float, and printed as one.
    [
      { type: 'number', maximum: 9.5 },
      2 ** 64,
      ['spec.x: Invalid value: 1.8446744073709552e+19: spec.x in body should be less than or equal to 9.5'],
    ],
    [
      { type: 'number', minimum: 1.5 },
      1e-7,
      ['spec.x: Invalid value: 1e-07: spec.x in body should be greater than or equal to 1.5'],
    ],
    [{ type: 'integer', multipleOf: 5 }, 7, ['spec.x: Invalid value: 7: spec.x in body should be a multiple of 5']],
    [
      { type: 'string', minLength: 1 },
      '',
      ['spec.x: Invalid value: "": spec.x in body should be at least 1 chars long'],
    ],
    [{ type: 'string', maxLength: 2, pattern: '^b' }, 'abc', ['spec.x: Too long: may not be more than 2 bytes']],
    [
      { type: 'string', pattern: '^[a-z]+$' },
      'A',
      ['spec.x: Invalid value: "A": spec.x in body should match \'^[a-z]+$\''],
    ],
    [{ type: 'string', pattern: '(?i)^A$' }, 'a', []],
    [
      { type: 'array', items: { type: 'string' }, minItems: 1 },
      [],
      ['spec.x: Invalid value: 0: spec.x in body should have at least 1 items'],
    ],
    [
      { type: 'array', items: { type: 'string' }, maxItems: 1 },
      ['a', 'b'],
      ['spec.x: Too many: 2: must have at most 1 items'],
    ],
    [
      { type: 'array', items: { type: 'string' } },
      ['a', 1],
      ['spec.x[1]: Invalid value: "integer": spec.x[1] in body must be of type string: "integer"'],
    ],
    [
      { type: 'array', uniqueItems: true },
      [1, 1],
      ['spec.x: Invalid value: "": spec.x in body shouldn\'t contain duplicates'],
    ],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, ['spec.x: Too many: 2: must have at most 1 items']],
    [
      { type: 'object', minProperties: 1 },
      {},
      ['spec.x: Invalid value: 0: spec.x in body should have at least 1 properties'],
    ],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      { a: 1 },
      ['spec.x.a: Invalid value: "integer": spec.x.a in body must be of type string: "integer"'],
    ],
    [
      { type: 'integer', format: 'int32' },
      true,
      ['spec.x: Invalid value: "boolean": spec.x in body must be of type integer: "boolean"'],
    ],
    [
      { type: 'number', format: 'double' },
      [],
      ['spec.x: Invalid value: "array": spec.x in body must be of type number: "array"'],
    ],
    [
      { 'x-kubernetes-int-or-string': true },
      true,
      ['spec.x: Invalid value: "boolean": spec.x in body must be of type integer,string: "boolean"'],
    ],
    [{ 'x-kubernetes-int-or-string': true }, '50%', []],
    [
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      {},
      [
        '<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found none valid',
        'spec.x.a: Required value',
      ],
    ],
    [
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      { a: 1, b: 1 },
      ['<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      { type: 'integer', anyOf: [{ minimum: 10 }, { maximum: 1 }] },
      5,
      [
        '<nil>: Invalid value: "": "spec.x" must validate at least one schema (anyOf)',
        'spec.x: Invalid value: 5: spec.x in body should be greater than or equal to 10',
      ],
    ],
    [
      { type: 'integer', allOf: [{ minimum: 10 }] },
      5,
      [
        'spec.x: Invalid value: 5: spec.x in body should be greater than or equal to 10',
        '<nil>: Invalid value: "": "spec.x" must validate all the schemas (allOf). None validated',
      ],
    ],
    [
      { type: 'integer', not: { minimum: 1 } },
      5,
      ['<nil>: Invalid value: "": "spec.x" must not validate the schema (not)'],
    ],
  ])('case %#', (schema, value, expected) => {
    expect(texts(within(schema), { spec: { x: value } })).toEqual(expected)
  })

  test('reports errors of fields first, then missing fields, and equal errors once', () => {
    const schema = within({ type: 'string', allOf: [{ minLength: 2 }, { minLength: 2 }] }, { required: ['x', 'y'] })
    expect(validateBySchema(schema, { spec: { x: 'a' } })).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: 'spec.x',
        message: 'Invalid value: "a": spec.x in body should be at least 2 chars long',
      },
      {
        reason: 'FieldValueInvalid',
        field: '<nil>',
        message: 'Invalid value: "": "spec.x" must validate all the schemas (allOf). None validated',
      },
      { reason: 'FieldValueRequired', field: 'spec.y', message: 'Required value' },
    ])
  })

  test('reports a missing field of the root', () => {
    expect(texts({ type: 'object', required: ['spec'] }, {})).toEqual(['spec: Required value'])
  })
})

test.each<readonly [format: string, good: readonly string[], bad: readonly string[]]>([
  [
    'date-time',
    ['2024-01-01T00:00:00Z', '2024-01-01t23:59:59.5+01:00'],
    ['2024-01-01', '2024-02-30T00:00:00Z', '2024-01-01T24:00:00Z'],
  ],
  ['date', ['2024-02-29'], ['2023-02-29', '2024-1-1']],
  ['ipv4', ['1.2.3.4'], ['::1', '1.2.3', '01.2.3.4']],
  ['ipv6', ['::1'], ['1.2.3.4', ':1']],
  ['cidr', ['10.0.0.0/8'], ['10.0.0.0', '10.0.0.0/33']],
  ['mac', ['01:23:45:67:89:ab', '0123.4567.89ab'], ['01:23:45:67:89', '01:23-45:67:89:ab']],
  ['uuid', ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'], ['123e4567']],
  ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-426614174000']],
  [
    'duration',
    ['1h30m', '-2s', '0', '2 days', '1d', '2 HOURS', 'PT90M', '1M', '1 week', '3hr', '1 x, 2 seconds'],
    ['1', 'soon', '2 hrs', '3 wks', '1 month', '99999999999999999999 days'],
  ],
  ['byte', ['YQ==', 'YWJj'], ['', 'YQ', 'a b=']],
  ['email', ['a@example.com'], ['a']],
  ['hostname', ['example.com', 'a-b'], ['-a.example.com', '']],
  ['uri', ['https://example.com/a', '/a'], ['a b', 'a']],
  ['hexcolor', ['#fff'], ['#ff']],
  ['isbn10', ['0321751043'], ['0321751044']],
  ['isbn13', ['978-0321751041'], ['978-0321751042']],
  ['creditcard', ['4111 1111 1111 1111'], ['4111 1111 1111 1112']],
])('format %s accepts valid and refuses invalid texts', (format, good, bad) => {
  const passes = stringFormat(format)!
  expect({ good: good.filter((text) => !passes(text)), bad: bad.filter(passes) }).toEqual({ good: [], bad: [] })
})

describe('validation of list types', () => {
  const list = (more: object): Schema => within({ type: 'array', items: { type: 'object' }, ...more })
  const map = (...keys: readonly string[]) =>
    list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys })
  test.each<readonly [schema: Schema, items: readonly unknown[], texts: readonly string[]]>([
    [list({ 'x-kubernetes-list-type': 'set' }), ['a', 'b', 'a', 'a'], ['spec.x[2]: Duplicate value: "a"']],
    [
      map('name'),
      [
        { name: 'a', v: 1 },
        { name: 'a', v: 2 },
      ],
      ['spec.x[1]: Duplicate value: map[string]interface {}{"name":"a"}'],
    ],
    [
      map('a', 'b'),
      [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
        { b: 1, a: 1 },
      ],
      ['spec.x[2]: Duplicate value: map[string]interface {}{"a":1, "b":1}'],
    ],
    [map('name'), ['a'], ['spec.x[0]: Invalid value: "a": must be an object for an array of list-type map']],
    [list({}), ['a', 'a'], []],
  ])('case %#', (schema, items, expected) => {
    expect(validateListTypes(schema, { spec: { x: items } }).map(issueText)).toEqual(expected)
  })
})

test.each<readonly [value: unknown, texts: readonly string[]]>([
  [{ apiVersion: 'v1', kind: 'Pod' }, []],
  [{}, ['spec.x.apiVersion: Required value: must not be empty', 'spec.x.kind: Required value: must not be empty']],
  [
    { apiVersion: 'a/b/c', kind: 1 },
    [
      'spec.x.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
      'spec.x.kind: Invalid value: 1: must be a string',
    ],
  ],
])('validation of an embedded resource: %j', (value, expected) => {
  expect(
    validateEmbedded(
      within({ type: 'object', 'x-kubernetes-embedded-resource': true }),
      { spec: { x: value } },
      () => [],
    ).map(issueText),
  ).toEqual(expected)
})
