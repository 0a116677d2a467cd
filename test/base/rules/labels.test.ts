import { expect, it } from 'vitest'
import { labelValue } from '../../../src/base/rules/names.js'

const TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
const TOO_LONG = 'must be no more than 63 characters'

it.each<[string, string[]]>([
  ['', []],
  ['a', []],
  ['My_Value.1-x', []],
  ['a'.repeat(63), []],
  ['a b', [TEXT]],
  ['-a', [TEXT]],
  ['a/b', [TEXT]],
  ['.', [TEXT]],
  ['a'.repeat(64), [TOO_LONG]],
  [`-${'a'.repeat(63)}`, [TOO_LONG, TEXT]],
])('labelValue %j', (value, messages) => {
  expect(labelValue(value)).toEqual(messages)
})
