import { expect, test } from 'vitest'
import { firstOfJsonPath, parseJsonPath } from '../../../src/base/json/json-path.js'

const object = {
  spec: {
    x: 1,
    half: 0.5,
    text: 'ab',
    list: ['a', 'b', 'c', 'd'],
    'a.b': 2,
    n: null,
    empty: [],
    deep: [{ v: 7 }],
    items: [
      { s: 'a', v: 1, on: true },
      { s: 'b', v: 2, l: [9] },
      { s: 'c', v: 2.5, n: null },
    ],
  },
}

test.each<readonly [path: string, found: unknown]>([
  ['.spec.x', 1],
  ['.spec.y.z', undefined],
  ['.spec.toString', undefined],
  ['.spec.n', null],
  ['.spec.n.x', undefined],
  ['.spec.list[0]', 'a'],
  ['.spec.list[-1]', 'd'],
  ['.spec.list[7]', undefined],
  ['.spec.list[-2:]', 'c'],
  ['.spec.list[1:3]', 'b'],
  ['.spec.list[:-3]', 'a'],
  ['.spec.list[3:1]', undefined],
  ['.spec.list[1::2]', 'b'],
  ['.spec.list[::0]', undefined],
  ['.spec.list[2,0]', 'c'],
  ['.spec.list[2,9]', undefined],
  ['.spec.list[*]', 'a'],
  ['.spec.empty[*]', undefined],
  ['.spec.x[0]', undefined],
  ["['spec']['x']", 1],
  [".spec['x','half']", 1],
  [".spec['a.b']", undefined],
  [".spec['a\\.b']", 2],
  ['.spec.a\\.b', 2],
  ['.spec.items..v', 1],
  ['$..s', 'a'],
  ['.spec.deep.*', { v: 7 }],
  ['.spec.text.*', '97'],
  ['.spec.items[?(@.s=="b")].v', 2],
  [".spec.items[?( @.s == 'b' )].v", 2],
  ['.spec.items[?(@.s != "a")].s', 'b'],
  ['.spec.items[?(@.s>"a")].s', 'b'],
  ['.spec.items[?(@.s<="a")].s', 'a'],
  ['.spec.items[?(@.v<=1)].s', undefined],
  ['.spec.items[?(@.l)].s', 'b'],
  ['.spec.items[?(@.l[3])].s', 'b'],
  ['.spec.items[?(@.zz)].s', undefined],
  ['.spec.items[?(@.on==true)].s', 'a'],
  ['.spec.items[?(@.on<true)].s', undefined],
  ['.spec.items[?(@.s==@.s)].s', 'a'],
  ['.spec.items[?(@.s=="\\x61")].s', 'a'],
  // Integers are compared with integers only, and an item that cannot be compared fails the whole path.
  ['.spec.items[?(@.v==2)].s', undefined],
  ['.spec.items[0:2][?(@.v==2)].s', undefined],
  ['.spec.items[?(@.v=2)].s', undefined],
  ['.spec.items[?(@.s==b)].s', undefined],
  ['.spec.items[?(@.n==1)].s', undefined],
  ['.spec[?(@.x)]', undefined],
  ['.spec.x}, {.spec.half', 1],
  ['.spec.x}, {.spec.list[9]', undefined],
  ['.spec range', undefined],
])('%s finds %j', (path, found) => {
  expect(firstOfJsonPath(parseJsonPath(path)!, object)).toEqual(found === undefined ? undefined : { value: found })
})

test.each([
  '.spec[',
  '.spec....x',
  '.spec["x"]',
  '.spec[a]',
  '.spec[-]',
  '.spec[9223372036854775808]',
  '.spec[1:2:3:4]',
  '.spec[?(@.a=="b"]',
  '.spec[?(@.a==b)',
  '.spec[?(@.a=="\\q")]',
  '.spec "x',
  '.spec +',
  '.spec 1.2.3',
  '.spec?x y}{#',
  '.spec\n',
])('%j is no JSONPath', (path) => {
  expect(parseJsonPath(path)).toBeUndefined()
})

test('a path that selects more than a hundred thousand values selects none', () => {
  const wide = { a: Array.from({ length: 300 }, () => ({ a: Array.from({ length: 150 }, (_, i) => ({ i })) })) }
  expect(firstOfJsonPath(parseJsonPath('..i')!, wide)).toEqual({ value: 0 })
  expect(firstOfJsonPath(parseJsonPath('..a..i')!, wide)).toBeUndefined()
})
