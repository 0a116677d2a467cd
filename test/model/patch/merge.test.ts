import { expect, test } from 'vitest'
import { deepFreeze, encodeJson, type JsonObject } from '../../../src/base/json/json.js'
import { applyMergePatch } from '../../../src/model/patch/merge.js'

const parse = (text: string) => deepFreeze(JSON.parse(text) as JsonObject)

test.each([
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['{"e":null}', '{"a":1}', '{"a":1,"e":null}'],
  ['{"e":null}', '{"e":{"x":null}}', '{"e":{}}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ['{}', '{"a":[null,{"b":null}]}', '{"a":[null,{}]}'],
  ['{"a":{}}', '{"a":[{"b":null}]}', '{"a":[{"b":null}]}'],
  ['{"a":1}', '{"$patch":"delete"}', '{"$patch":"delete","a":1}'],
  [
    '{"a":1}',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    '{"__proto__":{"polluted":1},"a":1,"constructor":{"prototype":{"polluted":1}}}',
  ],
  ['{"__proto__":{"a":1}}', '{"__proto__":null}', '{}'],
  ['{"z":{"y":1,"x":2},"a":{"d":1,"c":2}}', '{"a":{"b":3}}', '{"a":{"b":3,"c":2,"d":1},"z":{"y":1,"x":2}}'],
])('%s merged with %s', (document, patch, expected) => {
  expect(encodeJson(applyMergePatch(parse(document), parse(patch)))).toBe(expected)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('shares the parts that the patch does not touch', () => {
  const document = deepFreeze({ metadata: { labels: { a: '1' }, annotations: { b: '2' } }, spec: { x: [1] } })
  const next = applyMergePatch(document, { metadata: { labels: { c: '3' } } }) as typeof document
  expect(next.spec).toBe(document.spec)
  expect(next.metadata.annotations).toBe(document.metadata.annotations)
})
