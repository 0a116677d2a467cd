import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonPatch, formatOperation } from '../../../src/model/patch/diff.js'
import { applyJsonPatch } from '../../../src/model/patch/json.js'

test.each([
  [{ a: 1 }, { a: 1 }, []],
  [
    { a: 1 },
    { b: 1 },
    [
      { op: 'remove', path: '/a' },
      { op: 'add', path: '/b', value: 1 },
    ],
  ],
  [{ a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, [{ op: 'replace', path: '/a/b', value: 3 }]],
  [{ 'a/b~': 1 }, { 'a/b~': 2 }, [{ op: 'replace', path: '/a~1b~0', value: 2 }]],
  [{ a: [1, 2, 3] }, { a: [1, 3] }, [{ op: 'remove', path: '/a/1' }]],
  [{ a: [1, 3] }, { a: [1, 2, 3] }, [{ op: 'add', path: '/a/1', value: 2 }]],
  [{ a: [{ n: 1 }, 2] }, { a: [{ n: 2 }, 2] }, [{ op: 'replace', path: '/a/0/n', value: 2 }]],
  [
    { a: [1, 2, 3, 4] },
    { a: [4] },
    [
      { op: 'remove', path: '/a/2' },
      { op: 'remove', path: '/a/1' },
      { op: 'remove', path: '/a/0' },
    ],
  ],
  [{ a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
])('the patch from %j to %j', (before, after, patch) => {
  expect(createJsonPatch(before, after)).toEqual(patch)
})

test('applying the patch to the first value gives the second', () => {
  const leaf = fc.oneof(fc.constant(null), fc.boolean(), fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y'))
  const { object } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value'), { maxLength: 5 }), tie('object')),
    object: fc.dictionary(fc.constantFrom('a', 'b', 'c/d', '~'), tie('value'), { maxKeys: 4 }),
  }))
  fc.assert(
    fc.property(object, object, (before, after) => {
      expect(applyJsonPatch(before as object as never, createJsonPatch(before, after) as never)).toEqual(after)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('an operation is formatted with its value, cut if it is long', () => {
  const long = 'x'.repeat(200)
  const before = { a: 1, b: 1, d: 1 }
  const after = { b: 12345678901234567890n, c: long, d: 1 }
  expect(createJsonPatch(before, after).map(formatOperation)).toEqual([
    '- /a',
    '~ /b 12345678901234567890',
    `+ /c "${'x'.repeat(99)}…`,
  ])
})
