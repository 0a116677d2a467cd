import { expect, test } from 'vitest'
import { mustHave } from '../../src/base/must-have.js'

test.each([0, '', false, { a: 1 }])('mustHave returns %j', (value) => {
  expect(mustHave(value, 'a value')).toBe(value)
})

test.each([undefined, null])('mustHave throws for %s, naming what is missing', (value) => {
  expect(() => mustHave(value, 'the name of a stored object')).toThrow(
    'fakecluster has a bug: the name of a stored object is missing',
  )
})
