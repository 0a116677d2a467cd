import { expect, test, vi } from 'vitest'
import { exactValue } from '../../src/schema/exact.js'
import { fitsInteger } from '../../src/schema/integer.js'
import { parseTree } from '../../src/base/json/json-text.js'

// A single number that JavaScript cannot represent as written, such as 1.0, makes the whole text be parsed digit by
// digit.

test('short integers are read without a BigInt for comparison', () => {
  const tree = parseTree(`[1.0${',12,-7'.repeat(5000)},12345678901234567890]`)
  const made = vi.spyOn(globalThis, 'BigInt')
  try {
    const value = exactValue(undefined, tree) as readonly unknown[]
    expect(value.slice(0, 3)).toEqual([1, 12, -7])
    // Only for the number that may exceed an int64.
    expect(made.mock.calls).toEqual([['12345678901234567890']])
  } finally {
    made.mockRestore()
  }
})

test('equal one-digit numbers share a node of the tree, and keep their text', () => {
  const tree = parseTree('[1, 2,1 ,-1, 3]')
  if (tree.type !== 'array') throw new TypeError('a list is a list')
  expect(tree.items[0]).toBe(tree.items[2])
  expect(tree.items.map((item) => item.type === 'number' && item.text)).toEqual(['1', '2', '1', '-1', '3'])
})

test.each([
  ['', 'int32', false],
  ['-', 'int32', false],
  ['-1', 'int32', true],
  ['+1', 'int32', false],
  ['1.0', 'int64', false],
  ['1e3', 'int64', false],
  ['1-', 'int64', false],
  ['999999999', 'int32', true],
  ['2147483647', 'int32', true],
  ['2147483648', 'int32', false],
  ['-2147483648', 'int32', true],
  ['-2147483649', 'int32', false],
  ['9223372036854775807', 'int64', true],
  ['9223372036854775808', 'int64', false],
])('%j is of %s: %j', (text, type, fits) => {
  expect(fitsInteger(text, type)).toBe(fits)
})

test.each(['{"a":[1.0],"a":[1,2,3]}', '{"a":[1.0,[2,3]],"a":[1]}', '{"a":{"b":[1.0]},"a":[1,2]}'])(
  'a list keeps its length when its key is repeated with another value: %s',
  (text) => {
    const tree = parseTree(text, JSON.parse(text))
    expect(tree).toEqual(parseTree(text))
    const { members } = tree as Extract<typeof tree, { type: 'object' }> // each text is an object
    const lists = members.flatMap(({ value }) => (value.type === 'array' ? [value.items] : []))
    expect(lists.map((items) => Object.keys(items).length)).toEqual(lists.map(({ length }) => length))
  },
)
