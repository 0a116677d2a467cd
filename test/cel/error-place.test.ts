import { expect, test } from 'vitest'
import { errorAt } from '../../src/cel/expression-check.js'

test.each([
  ['a/b', 2, 'ERROR: <input>:1:3: t\n | a/b\n | ..^'],
  ['é', 0, 'ERROR: <input>:1:1: t\n | é\n | \uff3e'],
  ['é', 1, 'ERROR: <input>:1:2: t\n | é\n | \uff0e^'],
  ['x\n😀\tb', 5, 'ERROR: <input>:2:3: t\n | 😀 b\n | \uff0e.^'],
])('errorAt shows the position in %j at %i', (expression, at, want) => {
  expect(errorAt(expression, { text: 't', at })).toBe(want)
})
