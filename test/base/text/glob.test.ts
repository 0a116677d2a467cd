import { expect, test } from 'vitest'
import { createGlobTest } from '../../../src/base/text/glob.js'

test.each([
  [undefined, 'anything', true],
  ['lease', 'lease', true],
  ['lease', 'Lease', false],
  ['lease', 'leases', false],
  ['lease*', 'lease', true],
  ['lease*', 'leases', true],
  ['*-1', 'worker-1', true],
  ['*-1', 'worker-12', false],
  ['w*r-?', 'worker-1', true],
  ['w*r-?', 'worker-', false],
  ['*', '', true],
  ['?*', '', false],
  ['', '', true],
  ['', 'status', false],
  ['a.b', 'axb', false],
  ['a.*', 'a.b', true],
  ['a+(b)*', 'a+(b)c', true],
  ['a?b', 'a\u{1F600}b', true],
  [['get', 'list'], 'list', true],
  [['get', 'l*'], 'list', true],
  [['get', 'list'], 'watch', false],
] as const)('%j matches %j: %s', (globs, text, expected) => {
  expect(createGlobTest(globs)(text)).toBe(expected)
})
