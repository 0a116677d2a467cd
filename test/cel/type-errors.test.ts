import { beforeAll, describe, expect, test } from 'vitest'
import { issueText } from '../../src/base/errors/issue.js'
import { checkRules } from '../../src/cel/rules.js'
import { loadLibrary } from '../../src/cel/library.js'
import type { Schema } from '../../src/schema/types.js'

beforeAll(() => loadLibrary())

const schema: Schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    size: { type: 'integer' },
    sizes: { type: 'array', items: { type: 'integer' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    inner: { type: 'object', properties: { on: { type: 'boolean' } } },
  },
}

/** Returns the compile errors of a rule, each in one line. */
function told(rule: string): readonly string[] {
  const text = checkRules({ ...schema, 'x-kubernetes-validations': [{ rule }] }, 'schema')
    .map(issueText)
    .join()
  return [...text.matchAll(/ERROR: <input>:(-?\d+:\d+: [^\n]*)/g)].map(([, one = '']) => one)
}

const undeclared = (place: string, name: string) => `${place}: undeclared reference to '${name}' (in container '')`
const noOverload = (place: string, name: string, types: string) =>
  `${place}: found no matching overload for '${name}' applied to '${types}'`
const expected = (place: string, type: string, found: string) =>
  `${place}: expected type '${type}' but found '${found}'`

type Told = readonly (readonly [rule: string, ...errors: string[]])[]

// As cel-go reports them in the environment of a v1.33 server.
const ERRORS: Readonly<Record<string, Told>> = {
  'names that are not declared': [
    ['foo > 1 && bar < 2', undeclared('1:1', 'foo'), undeclared('1:12', 'bar')],
    ['foo && foo', undeclared('1:1', 'foo'), undeclared('1:8', 'foo')],
    ['foo(bar)', undeclared('1:4', 'foo'), undeclared('1:5', 'bar')],
    ['.foo == 1', undeclared('1:2', '.foo')],
    ['self.text.foo(bar)', undeclared('1:14', 'foo'), undeclared('1:15', 'bar')],
    ['format == 1', undeclared('1:1', 'format')],
    ['Foo{a: 1} == 1', undeclared('1:4', 'Foo')],
    [
      'self.sizes.existsOne(x, x == 1)',
      undeclared('1:21', 'existsOne'),
      undeclared('1:22', 'x'),
      undeclared('1:25', 'x'),
    ],
  ],
  fields: [
    ['has(self.a) && has(self.b)', "1:4: undefined field 'a'", "1:19: undefined field 'b'"],
    ['self.a == self.b && foo', "1:5: undefined field 'a'", "1:15: undefined field 'b'", undeclared('1:21', 'foo')],
    ['self.?a.hasValue()', "1:5: undefined field 'a'"],
    ['self.text.length == 1', "1:10: type 'string' does not support field selection"],
    ['int.max == 1', "1:4: type 'type(int)' does not support field selection"],
    ['ip("::1").text == ""', "1:10: type 'net.IP' does not support field selection"],
    ['url("/").path == ""', "1:9: unexpected failed resolution of 'kubernetes.URL'"],
  ],
  arguments: [
    ['self.text == 1', noOverload('1:11', '_==_', '(string, int)')],
    [
      'string(foo) + int(bar)',
      undeclared('1:8', 'foo'),
      noOverload('1:13', '_+_', '(string, int)'),
      undeclared('1:19', 'bar'),
    ],
    ['self[foo] == 1', noOverload('1:5', '_[_]', '(selfType, !error!)'), undeclared('1:6', 'foo')],
    ['self.text[0] == bar', noOverload('1:10', '_[_]', '(string, int)'), undeclared('1:17', 'bar')],
    ['self.labels[1] == ""', noOverload('1:12', '_[_]', '(map(string, string), int)')],
    ['self.text.startsWith(1)', noOverload('1:21', 'startsWith', 'string.(int)')],
    ['size() == 0', noOverload('1:5', 'size', '()')],
    ['sets.contains(self.sizes, ["a"])', noOverload('1:14', 'sets.contains', '(list(int), list(string))')],
    ['[self.inner].isSorted()', noOverload('1:22', 'isSorted', 'list(selfType.inner).()')],
    ['!1', noOverload('1:1', '!_', '(int)')],
    ['1 && 2 && 3', expected('1:1', 'bool', 'int'), expected('1:6', 'bool', 'int'), expected('1:11', 'bool', 'int')],
    ['true ? 1 : "a"', noOverload('1:6', '_?_:_', '(bool, int, string)')],
  ],
  'lists and maps of different types': [
    ['[1, "a", 2.0] == []', expected('1:5', 'int', 'string')],
    ['{"a": 1, 2: "b"} == {}', expected('1:10', 'string', 'int'), expected('1:13', 'int', 'string')],
    ['[1, dyn("a")] == []', expected('1:8', 'int', 'dyn')],
    ['[?1] == []', expected('1:3', 'optional_type(int)', 'int')],
    ['{?"a": 1} == {}', expected('1:8', 'optional_type(int)', 'int')],
  ],
  messages: [
    ['selfType.inner{on: 1} == self.inner', "1:18: expected type of field 'on' is 'bool' but provided type is 'int'"],
    ['selfType.inner{off: true} == self.inner', "1:19: undefined field 'off'"],
    ['int{} == 1', "1:4: 'int' is not a message type"],
  ],
  comprehensions: [
    [
      'self.text.map(y, z)',
      "1:5: expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)",
      undeclared('1:18', 'z'),
    ],
    ['self.sizes.all(x, x)', expected('1:19', 'bool', 'int')],
    ['self.sizes.map(x, x + "a") == []', noOverload('1:21', '_+_', '(int, string)')],
    ['self.sizes.all(i, v, v == "a")', noOverload('1:24', '_==_', '(int, string)')],
    ['self.labels.transformMap(k, v, v + 1) == {}', noOverload('1:34', '_+_', '(string, int)')],
    ['self.sizes.exists(x, true) && x == 1', undeclared('1:31', 'x')],
  ],
  'arguments of macros': [
    ['has(self)', '1:5: invalid argument to has() macro'],
    ['self.sizes.all(1, true)', '1:16: argument must be a simple name'],
    ['self.sizes.map(a.b, 1)', '1:17: argument is not an identifier'],
    ['self.sizes.all(i, i, true)', '1:19: duplicate variable name: i'],
    ['self.sizes.map(__result__, 1)', '1:16: iteration variable overwrites accumulator variable'],
    ['self.?text.optMap(1, 2)', '1:19: optMap() variable name must be a simple identifier'],
  ],
  'literals and reserved words': [
    ['99999999999999999999 == 1', '1:1: invalid int literal'],
    ['18446744073709551616u == 1u', '1:1: invalid uint literal'],
    ['1e999 == 1.0', '1:1: invalid double literal'],
    ['"\\ud800" == ""', '1:1: invalid unicode code point'],
    ['b"\\u0041" == b""', '1:1: unable to unescape string'],
    ['f(as, if)', '1:3: reserved identifier: as', '1:7: reserved identifier: if'],
    ['self.`text` == ""', "1:6: unsupported syntax: '`'"],
  ],
}

describe.each(Object.entries(ERRORS))('the errors in %s are reported, in order of position', (_, errors) => {
  test.each(errors.map(([rule, ...all]) => [rule, all] as const))('%s', (rule, all) => {
    expect(told(rule)).toEqual(all)
  })
})

test('no more than a hundred errors are reported', () => {
  const rule = Array.from({ length: 103 }, (_, i) => `v${i}`).join(' && ')
  expect(told(rule).length).toBe(100)
  const [text = ''] = checkRules({ ...schema, 'x-kubernetes-validations': [{ rule }] }, 'schema').map(issueText)
  expect(text.split('\n').at(-1)).toBe('3 more errors were truncated')
})
