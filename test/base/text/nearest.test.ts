import { expect, test } from 'vitest'
import { nearest } from '../../../src/base/text/nearest.js'

test.each([
  ['ConfigMop', ['Secret', 'ConfigMap'], 'ConfigMap'],
  ['pdos', ['nodes', 'pods'], 'pods'],
  ['lease', ['Lease'], 'Lease'],
  ['nothing', ['Secret', 'ConfigMap'], undefined],
])('the name nearest to %s among %j is %s', (name, known, near) => {
  expect(nearest(name, known)).toBe(near)
})

test('a text far too long for a name is not compared', () => {
  let reads = 0
  const known = new Proxy(['a'.repeat(129)], {
    get: (list, key) => (reads++, Reflect.get(list, key) as unknown),
  })
  expect(nearest('a'.repeat(130), known)).toBeUndefined()
  expect(reads).toBe(0)
  expect(nearest('a'.repeat(128), known)).toBe('a'.repeat(129))
})
