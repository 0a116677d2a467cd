import { expect, test } from 'vitest'
import { MAX_JSON_DEPTH, depthProblem, tooDeepText } from '../../../src/base/json/json-depth.js'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

test('a value nested one level beyond the maximum is too deep', () => {
  expect(depthProblem(nested(MAX_JSON_DEPTH))).toBeUndefined()
  expect(depthProblem(nested(MAX_JSON_DEPTH + 1))).toBe(tooDeepText('{'))
})

test('parts shared with the stored object at the same place are not measured, elsewhere they are', () => {
  const stored = { a: nested(MAX_JSON_DEPTH - 1), b: [1] }
  expect(depthProblem({ ...stored, c: 1 }, stored)).toBeUndefined()
  expect(depthProblem({ a: { b: stored.a } }, stored)).toBe(tooDeepText('{'))
  expect(depthProblem({ ...stored, b: [nested(MAX_JSON_DEPTH - 1)] }, stored)).toBe(tooDeepText('{'))
})
