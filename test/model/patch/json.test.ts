import { describe, expect, test } from 'vitest'
import { deepFreeze, encodeJson, type JsonObject } from '../../../src/base/json/json.js'
import { JsonPatchError, applyJsonPatch } from '../../../src/model/patch/json.js'

// Documents and patches are JSON text, so that `__proto__` is an own member.
const apply = (document: string, patch: string) =>
  encodeJson(
    applyJsonPatch(deepFreeze(JSON.parse(document) as JsonObject), deepFreeze(JSON.parse(patch) as JsonObject[])),
  )

describe('a JSON Patch applies', () => {
  test.each([
    ['{"a":1}', '[]', '{"a":1}'],
    ['{"a":1}', '[{"op":"add","path":"/b","value":{"z":1,"y":2}}]', '{"a":1,"b":{"z":1,"y":2}}'],
    [
      '{"m":{}}',
      '[{"op":"add","path":"/m/a~1b","value":"2"},{"op":"add","path":"/m/~0c"}]',
      '{"m":{"a/b":"2","~c":null}}',
    ],
    ['{"l":[1,2]}', '[{"op":"add","path":"/l/-","value":3},{"op":"add","path":"/l/0","value":0}]', '{"l":[0,1,2,3]}'],
    ['{"l":[1,2]}', '[{"op":"add","path":"/l/-1","value":3},{"op":"add","path":"/l/-4","value":0}]', '{"l":[0,1,2,3]}'],
    ['{"l":[1,2]}', '[{"op":"replace","path":"/l/-1","value":3},{"op":"remove","path":"/l/+0"}]', '{"l":[3]}'],
    ['{"a":1}', '[{"op":"replace","path":"/b","value":2}]', '{"a":1,"b":2}'],
    ['{"a":1}', '[{"op":"replace","path":"","value":{"b":1}}]', '{"b":1}'],
    ['{"a":1}', '[{"op":"replace","path":"","value":7}]', '{"a":1}'],
    ['{"a":1}', '[{"op":"replace","path":"","value":[1]},{"op":"add","path":"/0","value":0}]', '[0,1]'],
    ['{"a":{"b":1}}', '[{"op":"move","from":"/a/b","path":"/c"}]', '{"a":{},"c":1}'],
    [
      '{"a":{"b":1}}',
      '[{"op":"copy","from":"/a","path":"/c"},{"op":"add","path":"/c/b","value":2}]',
      '{"a":{"b":1},"c":{"b":2}}',
    ],
    ['{"a":{}}', '[{"op":"copy","from":"/a/none","path":"/c"}]', '{"a":{},"c":null}'],
    ['{"a":{"b":1,"c":[1]}}', '[{"op":"test","path":"/a","value":{"c":[1],"b":1}}]', '{"a":{"b":1,"c":[1]}}'],
    ['{"a":1}', '[{"op":"test","path":"/none","value":null},{"op":"test","path":"","value":{"a":1}}]', '{"a":1}'],
    ['{"a":1}', '[{"op":"add","path":"ignored/b","value":2}]', '{"a":1,"b":2}'],
  ])('to %s: %s', (document, patch, expected) => {
    expect(apply(document, patch)).toBe(expected)
  })

  test('and sorts the members of objects it enters, of no others', () => {
    expect(
      apply(
        '{"z":{"b":1,"a":2},"m":{"y":{"k":1,"c":2},"x":0},"a":{"d":1,"c":2}}',
        '[{"op":"add","path":"/m/b","value":1},{"op":"test","path":"/a","value":{"c":2,"d":1}}]',
      ),
    ).toBe('{"a":{"c":2,"d":1},"m":{"b":1,"x":0,"y":{"k":1,"c":2}},"z":{"b":1,"a":2}}')
  })

  test('a copy is sorted where its source was opened, its own target among that', () => {
    expect(
      apply(
        '{"m":{"y":{"k":1,"c":2},"x":0},"n":{"b":1,"a":2}}',
        '[{"op":"copy","from":"/m","path":"/m/z"},{"op":"copy","from":"/n","path":"/o"},{"op":"copy","from":"/m","path":"/n/c"}]',
      ),
    ).toBe(
      '{"m":{"x":0,"y":{"k":1,"c":2},"z":{"x":0,"y":{"k":1,"c":2}}},"n":{"a":2,"b":1,"c":{"x":0,"y":{"k":1,"c":2},"z":{"x":0,"y":{"k":1,"c":2}}}},"o":{"b":1,"a":2}}',
    )
  })
})

describe('a JSON Patch operation is refused', () => {
  test.each([
    ['{"a":1}', '{"op":"test","path":"/a","value":2}'],
    ['{"a":1}', '{"op":"test","path":"/a"}'],
    ['{"a":1}', '{"op":"test","path":"/none/x","value":null}'],
    ['{"a":1}', '{"op":"remove","path":"/b"}'],
    ['{"a":1}', '{"op":"remove","path":""}'],
    ['{"a":1}', '{"op":"add","path":"","value":{}}'],
    ['{"a":1}', '{"op":"add","path":"/b/c","value":1}'],
    ['{"a":1}', '{"op":"add","path":"/a/c","value":1}'],
    ['{"a":1}', '{"op":"add","value":1}'],
    ['{"a":1}', '{"op":"add","path":7,"value":1}'],
    ['{"a":1}', '{"op":"frobnicate","path":"/a"}'],
    ['{"a":1}', '{"path":"/a"}'],
    ['{"a":1}', 'null'],
    ['{"a":1}', '{"op":"replace","path":""}'],
    ['{"a":{"b":1}}', '{"op":"move","from":"/a","path":"/a/c"}'],
    ['{"a":{}}', '{"op":"move","from":"/a/none","path":"/c"}'],
    ['{"a":1}', '{"op":"move","path":"/c"}'],
    ['{"a":{}}', '{"op":"copy","from":"/b/none","path":"/c"}'],
    ['{"l":[1]}', '{"op":"remove","path":"/l/1"}'],
    ['{"l":[1]}', '{"op":"remove","path":"/l/-"}'],
    ['{"l":[1]}', '{"op":"remove","path":"/l/-2"}'],
    ['{"l":[1]}', '{"op":"replace","path":"/l/1","value":1}'],
    ['{"l":[1]}', '{"op":"add","path":"/l/2","value":1}'],
    ['{"l":[1]}', '{"op":"add","path":"/l/-3","value":1}'],
    ['{"l":[1]}', '{"op":"add","path":"/l/length","value":1}'],
    ['{"l":[1]}', '{"op":"copy","from":"/l/length","path":"/x"}'],
    ['{"a":1}', '{"op":"add","path":"/__proto__/polluted","value":"yes"}'],
    ['{"a":1}', '{"op":"add","path":"/constructor/prototype/polluted","value":"yes"}'],
    ['{"a":1}', '{"op":"remove","path":"/toString"}'],
    ['{"a":1}', '{"op":"move","from":"/constructor","path":"/b"}'],
  ])('on %s: %s', (document, operation) => {
    expect(() => apply(document, `[${operation}]`)).toThrow(JsonPatchError)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('the message of a refused operation is that of the library', () => {
  test.each([
    [
      '{"op":"remove","path":"/b"}',
      "error in remove for path: '/b': Unable to remove nonexistent key: b: missing value",
    ],
    [
      '{"op":"add","path":"/b/c","value":1}',
      'add operation does not apply: doc is missing path: "/b/c": missing value',
    ],
    [
      '{"op":"replace","path":"/l/3","value":1}',
      'replace operation does not apply: doc is missing key: /l/3: missing value',
    ],
    [
      '{"op":"add","path":"/l/3","value":1}',
      "error in add for path: '/l/3': Unable to access invalid index: 3: invalid index referenced",
    ],
    ['{"op":"test","path":"/a","value":2}', 'testing value /a failed: test failed'],
    ['{"op":"fly","path":"/a"}', 'Unexpected kind: fly'],
  ])('%s: %s', (operation, message) => {
    expect(() => apply('{"a":1,"l":[1]}', `[${operation}]`)).toThrow(new JsonPatchError(message))
  })
})

test('a member may be called __proto__', () => {
  expect(
    apply(
      '{"a":{}}',
      '[{"op":"add","path":"/a/__proto__","value":{"x":1}},{"op":"add","path":"/a/__proto__/y","value":2},{"op":"copy","from":"/a/__proto__","path":"/__proto__"}]',
    ),
  ).toBe('{"__proto__":{"x":1,"y":2},"a":{"__proto__":{"x":1,"y":2}}}')
})
