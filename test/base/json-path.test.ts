import { expect, test } from 'vitest'
import { followJsonPath, parseJsonPath } from '../../src/base/json-path.js'

const object = {
  spec: { x: 1, list: ['a', 'b'], 'a.b': 2 },
  status: {
    conditions: [
      { type: 'Synced', status: 'False' },
      { type: 'Ready', status: 'True' },
    ],
    n: null,
  },
}

test.each<readonly [path: string, found: readonly unknown[]]>([
  ['.spec.x', [1]],
  ['.spec.y.z', []],
  ['.spec.toString', []],
  ['.spec.list[0]', ['a']],
  ['.spec.list[-1]', ['b']],
  ['.spec.list[7]', []],
  ['.spec.list[*]', ['a', 'b']],
  [".spec['a.b']", [2]],
  ['.spec.a\\.b', [2]],
  ['.status.n', [null]],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  [".status.conditions[?(@.type=='Ready')].status", ['True']],
  ['.status.conditions[?(@.type != "Ready")].status', ['False']],
  ['.status.conditions[?(@.reason)].status', []],
])('%s finds', (path, found) => {
  expect(followJsonPath(parseJsonPath(path)!, object)).toEqual(found)
})

test.each(['.spec..x', '.spec[', '.spec[?(@.a=b)]', '.spec.'])('%s is not a valid path', (path) => {
  expect(parseJsonPath(path)).toBeUndefined()
})
