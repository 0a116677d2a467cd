import { expect, test } from 'vitest'
import { mustHave } from '../../src/base/must-have.js'

test.each([0, '', false, { a: 1 }])('%j is there', (value) => {
  expect(mustHave(value, 'a value')).toBe(value)
})

test.each([undefined, null])('%s is not, and what is missing is told', (value) => {
  expect(() => mustHave(value, 'the name of a stored object')).toThrow(
    'fakecluster has a bug: the name of a stored object is missing',
  )
})
