import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/base/errors/status.js'
import { fromLabelSelectorObject } from '../../../src/model/select/label-selector-object.js'
import { matchesLabels, parseLabelSelector } from '../../../src/model/select/labels.js'

const problemOf = (text: string) => {
  try {
    parseLabelSelector(text)
  } catch (error) {
    if (error instanceof StatusError) return error.status
  }
  return undefined
}
const NAME_PART =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const LABEL_VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
const PREFIX =
  "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

describe('parseLabelSelector', () => {
  test.each([
    ['', []],
    [' ', []],
    ['a', [{ key: 'a', operator: 'exists', values: [] }]],
    ['!a', [{ key: 'a', operator: '!', values: [] }]],
    ['a=b', [{ key: 'a', operator: 'in', values: ['b'] }]],
    ['a == b', [{ key: 'a', operator: 'in', values: ['b'] }]],
    ['a!=b', [{ key: 'a', operator: 'notin', values: ['b'] }]],
    ['a=', [{ key: 'a', operator: 'in', values: [''] }]],
    ['a in (c,b,c)', [{ key: 'a', operator: 'in', values: ['b', 'c'] }]],
    ['a in ()', [{ key: 'a', operator: 'in', values: [''] }]],
    ['a in (,b)', [{ key: 'a', operator: 'in', values: ['', 'b'] }]],
    ['a notin (b,)', [{ key: 'a', operator: 'notin', values: ['', 'b'] }]],
    ['a<5', [{ key: 'a', operator: 'lt', values: ['5'] }]],
    ['in in (in,notin)', [{ key: 'in', operator: 'in', values: ['in', 'notin'] }]],
    [
      'x.io/b=1,a=2',
      [
        { key: 'a', operator: 'in', values: ['2'] },
        { key: 'x.io/b', operator: 'in', values: ['1'] },
      ],
    ],
  ])('%j', (text, requirements) => {
    expect(parseLabelSelector(text)).toEqual(requirements)
  })

  test.each([
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['-a=1', `unable to parse requirement: <nil>: Invalid value: "-a": ${NAME_PART}`],
    ['UPPER/x=y', `unable to parse requirement: <nil>: Invalid value: "UPPER/x": ${PREFIX}`],
    ['a=b@c', `unable to parse requirement: values[0][a]: Invalid value: "b@c": ${LABEL_VALUE}`],
    [
      'a>b@',
      `unable to parse requirement: [values[0]: Invalid value: "b@": for 'Gt', 'Lt' operators, the value must be an integer, values[0][a]: Invalid value: "b@": ${LABEL_VALUE}]`,
    ],
    ['a>-5', `unable to parse requirement: values[0][a]: Invalid value: "-5": ${LABEL_VALUE}`],
    [
      'a>b',
      "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    [
      'a>9223372036854775808',
      "unable to parse requirement: values[0]: Invalid value: \"9223372036854775808\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    ['a in', "unable to parse requirement: found '' expected: '('"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ['a in (b,=)', "unable to parse requirement: found '=', expected: ',', or identifier"],
    ['a in (b,,)', "unable to parse requirement: found ')', expected: ',', or identifier"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['a=(', "unable to parse requirement: found '(', expected: identifier"],
    ['!a=b', "found '=', expected: ',' or 'end of string'"],
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['a=b!', "found '!', expected: ',' or 'end of string'"],
    ['a=1 b=2', "found 'b', expected: ',' or 'end of string'"],
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['=a', "found '=', expected: !, identifier, or 'end of string'"],
    ['a,,b', "found ',', expected: identifier after ','"],
    ['a,', "found '', expected: identifier after ','"],
    ['walk=x,=x', "found '=', expected: identifier after ','"],
  ])('%j fails', (text, message) => {
    expect(problemOf(text)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason: 'BadRequest',
      code: 400,
    })
  })
})

describe('matchesLabels', () => {
  test.each([
    ['', undefined, true],
    ['a=1', undefined, false],
    ['a=1', { a: '1' }, true],
    ['a!=1', {}, true],
    ['a!=1', { a: '1' }, false],
    ['a notin (1,2)', { a: '3' }, true],
    ['a', { a: '' }, true],
    ['a=', {}, false],
    ['!a', { a: '' }, false],
    ['a>5', { a: '6' }, true],
    ['a>5', { a: '5' }, false],
    ['a<5', { a: 'x' }, false],
    ['a>9007199254740992', { a: '9007199254740993' }, true],
    ['a=1,b', { a: '1' }, false],
    ['constructor', {}, false],
    ['!toString', {}, true],
  ])('%j of %j: %j', (text, labels, expected) => {
    expect(matchesLabels(parseLabelSelector(text), labels)).toBe(expected)
  })
})

test.each([
  [undefined, undefined],
  [null, undefined],
  [{}, []],
  [
    { matchLabels: { b: '1', a: '2' } },
    [
      { key: 'a', operator: 'in', values: ['2'] },
      { key: 'b', operator: 'in', values: ['1'] },
    ],
  ],
  [
    {
      matchLabels: { a: '1' },
      matchExpressions: [
        { key: 'b', operator: 'NotIn', values: ['x'] },
        { key: 'c', operator: 'Exists' },
        { key: 'd', operator: 'DoesNotExist' },
        { key: 'e', operator: 'In', values: ['y', 'z'] },
      ],
    },
    [
      { key: 'a', operator: 'in', values: ['1'] },
      { key: 'b', operator: 'notin', values: ['x'] },
      { key: 'c', operator: 'exists', values: [] },
      { key: 'd', operator: '!', values: [] },
      { key: 'e', operator: 'in', values: ['y', 'z'] },
    ],
  ],
  [{ matchExpressions: [{ key: 'a', operator: 'constructor' }] }, undefined],
])('fromLabelSelectorObject(%j)', (object, expected) => {
  expect(fromLabelSelectorObject(object)).toEqual(expected)
})
