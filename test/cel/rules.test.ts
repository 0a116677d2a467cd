import { beforeAll, describe, expect, test } from 'vitest'
import { issueText } from '../../src/base/errors/issue.js'
import { checkRuleForm, checkRules, validateRules } from '../../src/cel/rules.js'
import { loadLibrary } from '../../src/cel/library.js'
import type { Schema, ValidationRule } from '../../src/schema/types.js'

beforeAll(() => loadLibrary())

const properties: NonNullable<Schema['properties']> = {
  min: { type: 'integer' },
  max: { type: 'integer' },
  ratio: { type: 'number' },
  name: { type: 'string', maxLength: 20 },
  'a-b.c': { type: 'string' },
  in: { type: 'string' },
  port: { 'x-kubernetes-int-or-string': true },
  when: { type: 'string', format: 'date-time' },
  wait: { type: 'string', format: 'duration' as 'date-time' },
  rest: { type: 'string', format: 'duration' as 'date-time' },
  dateless: { type: 'string', format: 'datetime' as 'date-time' },
  secret: { type: 'string', format: 'byte' },
  tags: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 10 } },
  sizes: { type: 'array', maxItems: 10, items: { type: 'integer' } },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
  inner: { type: 'object', properties: { on: { type: 'boolean' } } },
}
const ruled = (rule: Partial<ValidationRule> & { readonly rule: string }): Schema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, 'x-kubernetes-validations': [rule] } },
})
const texts = (rule: string | (Partial<ValidationRule> & { readonly rule: string }), spec: unknown, old?: unknown) =>
  validateRules(
    ruled(typeof rule === 'string' ? { rule } : rule),
    { spec },
    old === undefined ? undefined : { spec: old },
  ).map(issueText)

describe('an expression that compiles and is true', () => {
  const spec = {
    min: 1,
    max: 5,
    ratio: 1.5,
    name: 'web-1',
    'a-b.c': 'x',
    in: 'y',
    port: '80',
    when: '2024-01-01T00:00:00Z',
    wait: '90s',
    rest: '1 week 2 days',
    dateless: '2024-01-01T00:00:00Z',
    secret: 'YWI=',
    tags: ['a', 'b'],
    sizes: [1, 2, 3],
    labels: { app: 'web' },
    inner: { on: true },
  }
  test.each([
    'self.min <= self.max',
    'self.ratio > 1.0 && self.ratio > 1',
    'self.a__dash__b__dot__c == "x"',
    'self.__in__ == "y"',
    'self.port == "80" && type(self.port) == string',
    'self.when < timestamp("2024-06-01T00:00:00Z")',
    'self.wait == duration("1m30s")',
    'self.rest == duration("216h") && string(self.rest) == "777600s"',
    'self.dateless.startsWith("2024")',
    'self.secret == b"ab"',
    '!has(self.when) || true',
    'has(self.inner) && self.inner.on',
    'self.inner == self.inner',
    'self.?labels.orValue({}).size() == 1',
    'self.labels.all(key, key.startsWith("a"))',
    'self.tags.isSorted() && ![2, 1].isSorted()',
    'self.sizes.sum() == 6 && self.sizes.min() == 1 && self.sizes.max() == 3',
    'self.tags.indexOf("b") == 1 && [1, 1].lastIndexOf(1) == 1',
    'sets.contains(self.tags, ["a"]) && sets.intersects(self.tags, ["b"]) && sets.equivalent([1, 1], [1])',
    'self.name.matches("^web-[0-9]$") && self.name.find("[0-9]+") == "1"',
    '"a1b2".findAll("[0-9]") == ["1", "2"] && "a1b2".findAll("[0-9]", 1) == ["1"]',
    '"%s is %d of %.1f, %s".format([dyn(self.name), dyn(self.min), dyn(self.ratio), dyn(true)]) == "web-1 is 1 of 1.5, true"',
    '"a-b".split("-").size() == 2 && self.tags.join("+") == "a+b" && "aXbX".replace("X", "", 1) == "abX" && "Ab".lowerAscii() == "ab" && "ab".charAt(1) == "b"',
    'isURL("https://example.com:80/a?b=c") && url("https://example.com:81/a?b=c").getHost() == "example.com:81"',
    'url("https://example.com/a?b=c").getQuery()["b"] == ["c"] && !isURL("../x")',
    'isIP("10.0.0.1") && !isIP("10.0.0") && ip("::1").family() == 6 && ip("127.0.0.1").isLoopback()',
    'cidr("10.0.0.0/8").containsIP("10.1.2.3") && cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16") && !isCIDR("10.0.0.0/33")',
    'string(cidr("10.1.2.3/8").masked()) == "10.0.0.0/8" && cidr("10.0.0.0/8").prefixLength() == 8',
    'quantity("1Gi").isGreaterThan(quantity("1G")) && quantity("500m").add(quantity("1500m")).asInteger() == 2',
    'isQuantity("1Ki") && !isQuantity("x") && sign(quantity("-1")) == -1 && quantity("1k").compareTo(quantity("1000")) == 0',
  ])('%s', (rule) =>
    expect([checkRules(ruled({ rule }), 'schema').map(issueText), texts(rule, spec)]).toEqual([[], []]),
  )
})

describe('the error of a rule that fails', () => {
  test.each<[string, Partial<ValidationRule> & { readonly rule: string }, unknown, readonly string[]]>([
    [
      'has the rule',
      { rule: 'self.min < self.max' },
      { min: 2, max: 1 },
      ['spec: Invalid value: "object": failed rule: self.min < self.max'],
    ],
    [
      'has the message',
      { rule: 'self.min < 1', message: 'too many' },
      { min: 2 },
      ['spec: Invalid value: "object": too many'],
    ],
    [
      'has the result of messageExpression',
      { rule: 'self.min < 1', message: 'no', messageExpression: '"not " + string(self.min)' },
      { min: 2 },
      ['spec: Invalid value: "object": not 2'],
    ],
    [
      'has the message where messageExpression fails',
      { rule: 'self.min < 1', message: 'no', messageExpression: 'string(self.max)' },
      { min: 2 },
      ['spec: Invalid value: "object": no'],
    ],
    [
      'is at fieldPath',
      { rule: 'self.min < 1', fieldPath: '.min' },
      { min: 2 },
      ['spec.min: Invalid value: "object": failed rule: self.min < 1'],
    ],
    [
      'is Forbidden by reason',
      { rule: 'self.min < 1', reason: 'FieldValueForbidden' },
      { min: 2 },
      ['spec: Forbidden: failed rule: self.min < 1'],
    ],
    [
      'is Required by reason',
      { rule: 'self.min < 1', reason: 'FieldValueRequired' },
      { min: 2 },
      ['spec: Required value: failed rule: self.min < 1'],
    ],
    [
      'is Duplicate by reason',
      { rule: 'self.min < 1', reason: 'FieldValueDuplicate' },
      { min: 2 },
      ['spec: Duplicate value: "object"'],
    ],
    [
      'names a missing key',
      { rule: 'self.min < 1' },
      {},
      ['spec: Invalid value: "object": no such key: min evaluating rule: self.min < 1'],
    ],
    [
      'tells a division by zero',
      { rule: '1 / self.min == 1' },
      { min: 0 },
      ['spec: Invalid value: "object": division by zero evaluating rule: 1 / self.min == 1'],
    ],
    [
      'tells an index out of bounds',
      { rule: 'self.tags[1] == "a"' },
      { tags: ['a'] },
      ['spec: Invalid value: "object": index out of bounds: 1 evaluating rule: self.tags[1] == "a"'],
    ],
  ])('%s', (_, rule, spec, expected) => expect(texts(rule, spec)).toEqual(expected))
})

describe('oldSelf', () => {
  test('makes a rule apply only if there was an old value', () => {
    const rule = 'self.min >= oldSelf.min'
    expect([texts(rule, { min: 1 }), texts(rule, { min: 1 }, { min: 2 }), texts(rule, { min: 3 }, { min: 2 })]).toEqual(
      [[], [`spec: Invalid value: "object": failed rule: ${rule}`], []],
    )
  })
  test('may be missing with optionalOldSelf', () => {
    const rule = { rule: 'oldSelf.hasValue() || self.min == 0', optionalOldSelf: true }
    expect([
      texts(rule, { min: 1 }).length,
      texts(rule, { min: 0 }).length,
      texts(rule, { min: 1 }, { min: 0 }).length,
    ]).toEqual([1, 0, 0])
  })
  test('exempts an unchanged invalid value (ratcheting)', () =>
    expect(texts('self.min < 1', { min: 2 }, { min: 2 })).toEqual([]))
  test('is correlated by key in a list of type map', () => {
    const item: Schema = {
      type: 'object',
      properties: { k: { type: 'string' }, v: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.v >= oldSelf.v' }],
    }
    const list: Schema = {
      type: 'array',
      items: item,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    }
    const schema: Schema = { type: 'object', properties: { list } }
    const before = { list: [{ k: 'a', v: 1 }, { k: 'b', v: 5 }] } // prettier-ignore
    expect(
      validateRules(
        schema,
        {
          list: [
            { k: 'b', v: 4 },
            { k: 'c', v: 0 },
          ],
        },
        before,
      ).map(issueText),
    ).toEqual([
      // prettier-ignore
      'list[0]: Invalid value: "object": failed rule: self.v >= oldSelf.v',
    ])
  })
})

test.each(['[1, 2][0] == 1', '{"a": 1}["a"] == 1', 'dyn(self)["a"] == 1', '[1][dyn(0)] == 1', '{1: 2}[dyn("a")] == 2'])(
  'index expression %s compiles',
  (rule) => expect(checkRules(ruled({ rule }), 'schema')).toEqual([]),
)

test('the message of a rule that does not compile is not checked', () => {
  const found = (rule: string) =>
    checkRules(ruled({ rule, messageExpression: 'nothing' }), 'schema').map(({ field }) => field.split('.').at(-1))
  expect(found('self.min > 0')).toEqual(['messageExpression'])
  expect(found('self.nothing > 0')).toEqual(['rule'])
  expect(found('self.min')).toEqual(['rule'])
})

test('rules see kind and metadata.name of the object', () => {
  const schema: Schema = {
    type: 'object',
    'x-kubernetes-validations': [{ rule: "self.metadata.name.startsWith('a') && self.kind == 'Widget'" }],
  }
  const named = (name: string) =>
    validateRules(schema, { apiVersion: 'v1', kind: 'Widget', metadata: { name } }, undefined).map(issueText)
  expect([named('a'), named('b')]).toEqual([
    [],
    [`<nil>: Invalid value: "object": failed rule: self.metadata.name.startsWith('a') && self.kind == 'Widget'`],
  ])
})

describe('compile errors of rules', () => {
  const faultsOf = (schema: Schema) => [
    ...checkRuleForm(schema.properties!['spec']!, 'schema.properties[spec]'),
    ...checkRules(
      schema,
      'schema',
      () => !/^ *$|\n/.test(schema.properties!['spec']!['x-kubernetes-validations']![0]!.rule),
    ),
  ]
  const shown = (rule: string, rest = 'Message:"", MessageExpression:""') =>
    `schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:${JSON.stringify(rule)}, ${rest}, Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: `
  test.each([
    ['self.foo > 1', "1:5: undefined field 'foo'", '....^'],
    ['self.min == "a"', "1:10: found no matching overload for '_==_' applied to '(int, string)'", '.........^'],
    ['has(self.foo)', "1:4: undefined field 'foo'", '...^'],
    ['self.inner.on || has(self.inner.off)', "1:21: undefined field 'off'", '....................^'],
    ['self.wait.size() > 1', "1:15: found no matching overload for 'size' applied to 'duration.()'", '..............^'],
    ['other > 1', "1:1: undeclared reference to 'other' (in container '')", '^'],
    ['self.min[0] == 1', "1:9: found no matching overload for '_[_]' applied to '(int, int)'", '........^'],
    ['[1]["a"] == 1', "1:4: found no matching overload for '_[_]' applied to '(list(int), string)'", '...^'],
    [
      '{"a": 1}[1] == 1',
      "1:9: found no matching overload for '_[_]' applied to '(map(string, int), int)'",
      '........^',
    ],
    ['a.Foo{b: 1} == self', "1:6: undeclared reference to 'a.Foo' (in container '')", '.....^'],
    ['self.tags.nope()', "1:15: undeclared reference to 'nope' (in container '')", '..............^'],
  ])('%s', (rule, text, mark) =>
    expect(checkRules(ruled({ rule }), 'schema').map(issueText)).toEqual([
      `${shown(rule)}compilation failed: ERROR: <input>:${text}\n | ${rule}\n | ${mark}`,
    ]),
  )
  test.each<[Partial<ValidationRule> & { readonly rule: string }, readonly string[]]>([
    [{ rule: 'self.min' }, [`${shown('self.min')}cel expression must evaluate to a bool`]],
    [
      { rule: ' ' },
      ['schema.properties[spec].x-kubernetes-validations[0].rule: Required value: rule is not specified'],
    ],
    [
      { rule: 'true', message: ' ' },
      [
        'schema.properties[spec].x-kubernetes-validations[0].message: Invalid value: " ": message must be non-empty if specified',
      ],
    ],
    [
      { rule: 'true\n', message: 'a\nb' },
      [
        'schema.properties[spec].x-kubernetes-validations[0].message: Invalid value: "a\\nb": message must not contain line breaks',
      ],
    ],
    [
      { rule: 'true &&\ntrue' },
      [
        'schema.properties[spec].x-kubernetes-validations[0].message: Required value: message must be specified if rule contains line breaks',
      ],
    ],
    [
      { rule: 'true', fieldPath: '.nope' },
      [
        'schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".nope": fieldPath must be a valid path',
      ],
    ],
    [
      { rule: 'true', optionalOldSelf: true },
      [
        'schema.properties[spec].x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule',
      ],
    ],
  ])('%j', (rule, expected) => expect(faultsOf(ruled(rule)).map(issueText)).toEqual(expected))
  test('oldSelf cannot be used for items of an atomic list', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        list: {
          type: 'array',
          maxItems: 9,
          items: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
        },
      },
    }
    expect(checkRules(schema, 'schema').map(issueText)).toEqual([
      'schema.properties[list].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[list]',
    ])
  })
})
