import { beforeAll, expect, test } from 'vitest'
import { issueText } from '../../src/base/issue.js'
import { checkRules } from '../../src/cel/check.js'
import { loadLibrary } from '../../src/cel/library.js'
import type { Schema } from '../../src/schema/types.js'

beforeAll(() => loadLibrary())

/** Returns the compile errors of a rule for an object with the fields text (string) and size (integer). */
function told(rule: string): readonly string[] {
  const schema: Schema = {
    type: 'object',
    properties: { text: { type: 'string' }, size: { type: 'integer' } },
    'x-kubernetes-validations': [{ rule }],
  }
  const text = checkRules(schema, 'schema').map(issueText).join()
  return [...text.matchAll(/ERROR: <input>:(\d+:\d+: [^\n]*)/g)].map(([, one = '']) => one)
}

const undeclared = (place: string, name: string) => `${place}: undeclared reference to '${name}' (in container '')`

test.each([
  ['foo > 1 && bar < 2', [undeclared('1:1', 'foo'), undeclared('1:12', 'bar')]],
  ['foo && foo', [undeclared('1:1', 'foo'), undeclared('1:8', 'foo')]],
  ['foo(bar)', [undeclared('1:4', 'foo'), undeclared('1:5', 'bar')]],
  ['has(self.a) && has(self.b)', ["1:4: undefined field 'a'", "1:19: undefined field 'b'"]],
  ['self.a == self.b && foo', ["1:5: undefined field 'a'", "1:15: undefined field 'b'", undeclared('1:21', 'foo')]],
  [
    'self[foo] == 1',
    ["1:5: found no matching overload for '_[_]' applied to '(selfType, !error!)'", undeclared('1:6', 'foo')],
  ],
  [
    'self.text[0] == bar',
    ["1:10: found no matching overload for '_[_]' applied to '(string, int)'", undeclared('1:17', 'bar')],
  ],
  [
    'string(foo) + int(bar)',
    [
      undeclared('1:8', 'foo'),
      "1:13: found no matching overload for '_+_' applied to '(string, int)'",
      undeclared('1:19', 'bar'),
    ],
  ],
  [
    'self.text.map(y, z)',
    [
      "1:5: expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)",
      undeclared('1:18', 'z'),
    ],
  ],
])('all errors of %s are reported, in order of position', (rule, problems) => {
  expect(told(rule)).toEqual(problems)
})

test('the number of errors reported is limited', () => {
  expect(told(Array.from({ length: 100 }, (_, i) => `v${i}`).join(' && ')).length).toBe(21)
})
