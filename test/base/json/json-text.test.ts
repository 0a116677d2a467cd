import { expect, test } from 'vitest'
import { MAX_JSON_DEPTH } from '../../../src/base/json/json-depth.js'
import { treeOf } from '../../../src/base/json/json-tree.js'
import { lookAt, parseTree, isLossy } from '../../../src/base/json/json-text.js'

test.each([
  ['{"a":1,"b":{"c":[1,2,{"d":null}]}}', false],
  ['{"a":1,"a":2}', true],
  ['{"a":{"b":1,"b":1}}', true],
  ['[{"a":1},{"a":1}]', false],
  ['{"a":"\\":1,\\"a\\":2"}', false],
  ['{"a":"\\\\","a":""}', true],
  ['{ "a" : 1 ,\n "a" : 2 }', true],
  ['{"__proto__":1}', false],
  ['{"a":1.5,"b":-2,"c":0}', false],
  ['[1.0]', true],
  ['[1e3]', true],
  ['[123456789012345]', false],
  ['[9007199254740993]', true],
  ['{"10:00":"10:00:00"}', false],
  ['"1.0"', false],
])('saysLess detects what JSON.parse loses of %s: %s', (text, odd) => {
  const look = lookAt(text)
  expect(look.tooDeep).toBe(false)
  expect(isLossy(look, JSON.parse(text))).toBe(odd)
})

test('lookAt tells that JSON is nested deeper than MAX_JSON_DEPTH', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(lookAt(nested(MAX_JSON_DEPTH)).tooDeep).toBe(false)
  expect(lookAt(nested(MAX_JSON_DEPTH + 1)).tooDeep).toBe(true)
})

test.each(['"', '"a\\"', '{"a":"', '[1,', ']]]]', '\\"', '-', '"\\'])('lookAt accepts malformed JSON: %j', (text) => {
  expect(lookAt(text).tooDeep).toBe(false)
})

test('parseTree keeps duplicate members and the spelling of numbers', () => {
  expect(parseTree(' { "b" : [ 1.0 , true ] , "a" : null, "b":"\\u0041" } ')).toEqual({
    type: 'object',
    members: [
      {
        name: 'b',
        value: {
          type: 'array',
          items: [
            { type: 'number', text: '1.0' },
            { type: 'boolean', value: true },
          ],
        },
      },
      { name: 'a', value: { type: 'null' } },
      { name: 'b', value: { type: 'string', value: 'A' } },
    ],
  })
})

test.each(['{}', '[]', '[[],{}]', '{"a":{"b":[1,-2.5,"x",false,null]}}'])(
  'parseTree and treeOf give the same tree for %s',
  (text) => {
    expect(parseTree(text)).toEqual(treeOf(JSON.parse(text)))
  },
)
