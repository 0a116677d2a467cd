import { expect, test } from 'vitest'
import { PatchStruct, Struct } from '../../../src/cel/run/struct.js'

test('fields of structs may have any names', () => {
  const members = [
    ['__proto__', { a: 1 }],
    ['b', 2],
  ] as const
  for (const struct of [new Struct(members), new PatchStruct('Object', members)]) {
    expect(Object.keys(struct)).toEqual(['__proto__', 'b'])
    expect(Object.getPrototypeOf(struct)).toBe(struct.constructor.prototype)
  }
})
