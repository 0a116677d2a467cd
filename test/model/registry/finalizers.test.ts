import { expect, it } from 'vitest'
import { isStandardFinalizer } from '../../../src/model/registry/metadata-rules.js'

it.each([
  ['kubernetes', true],
  ['orphan', true],
  ['foregroundDeletion', true],
  ['foo', false],
  ['example.com/foo', false],
  ['', false],
])('isStandardFinalizer %j is %s', (name, standard) => {
  expect(isStandardFinalizer(name)).toBe(standard)
})
