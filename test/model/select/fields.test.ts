import { describe, expect, test } from 'vitest'
import { badRequest } from '../../../src/base/errors/status.js'
import { checkFields, matcherOfTerms, parseFieldSelector, readField } from '../../../src/model/select/fields.js'

describe('parseFieldSelector', () => {
  test.each([
    ['', []],
    [',,', []],
    ['=', []],
    ['metadata.name=a', [{ path: 'metadata.name', operator: '=', value: 'a' }]],
    [
      'b==1,,a!=2',
      [
        { path: 'a', operator: '!=', value: '2' },
        { path: 'b', operator: '=', value: '1' },
      ],
    ],
    ['a=', [{ path: 'a', operator: '=', value: '' }]],
    ['a=x\\,y\\=z\\\\', [{ path: 'a', operator: '=', value: 'x,y=z\\' }]],
  ])('%j', (text, terms) => {
    expect(parseFieldSelector(text)).toEqual(terms)
  })

  test.each([
    ['foo', "invalid selector: 'foo'; can't understand 'foo'"],
    [
      'a=1,metadata.name in (x)',
      "invalid selector: 'a=1,metadata.name in (x)'; can't understand 'metadata.name in (x)'",
    ],
    ['a=\\x', 'invalid field selector: invalid escape sequence: \\x'],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
  ])('%j fails', (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(badRequest(message))
  })
})

const fields = { 'status.phase': (object: { readonly [member: string]: unknown }) => String(object['phase']) }

test.each([
  ['metadata.namespace=b', 'own', false, 'field label not supported: metadata.namespace'],
  ['spec.nope=1', 'own', true, 'field label not supported: spec.nope'],
  [
    'spec.nope=1',
    'default',
    true,
    '"spec.nope" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  ['constructor=1', 'own', true, 'field label not supported: constructor'],
] as const)('checkFields refuses %s, %s wording, namespace %j', (text, conversion, namespace, message) => {
  expect(() => checkFields(parseFieldSelector(text), { fields, conversion, namespace })).toThrow(badRequest(message))
})

test('checkFields accepts the common fields and those of the kind', () => {
  expect(
    checkFields(parseFieldSelector('status.phase=x,metadata.name=a,metadata.namespace=b'), {
      fields,
      conversion: 'own',
      namespace: true,
    }),
  ).toBeUndefined()
})

test.each([
  ['', true],
  ['status.phase=Active', true],
  ['status.phase!=Active', false],
  ['metadata.name=a,metadata.namespace=', true],
  ['metadata.name=a,metadata.namespace!=', false],
])('a field selector %j matches: %j', (text, expected) => {
  const object = { kind: 'K', apiVersion: 'v1', metadata: { name: 'a' }, phase: 'Active' }
  expect(
    matcherOfTerms(parseFieldSelector(text))((path) =>
      readField(object, path, { fields, conversion: 'own', namespace: true }),
    ),
  ).toBe(expected)
})
