import { expect, it } from 'vitest'
import { percent } from '../../../src/kinds/shared/int-or-percent.js'

const TEXT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

it.each<[string, string[]]>([
  ['30%', []],
  ['0%', []],
  ['101%', []],
  ['30', [TEXT]],
  ['25% ', [TEXT]],
  ['%', [TEXT]],
  ['-1%', [TEXT]],
  ['', [TEXT]],
])('percent %j', (value, messages) => {
  expect(percent(value)).toEqual(messages)
})
