import { expect, it } from 'vitest'
import { conditionReason } from '../../../src/kinds/shared/validate-conditions.js'

const TEXT =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')"

it.each<[string, string[]]>([
  ['A', []],
  ['ReasonA,ReasonB', []],
  ['my_', []],
  ['a'.repeat(2000), []],
  ['', [TEXT]],
  ['a b', [TEXT]],
  ['1a', [TEXT]],
  ['_a', [TEXT]],
  ['a:', [TEXT]],
])('conditionReason %j', (value, messages) => {
  expect(conditionReason(value)).toEqual(messages)
})
