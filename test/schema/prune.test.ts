import { describe, expect, test } from 'vitest'
import { defaultBySchema } from '../../src/schema/default.js'
import { pruneBySchema } from '../../src/schema/prune.js'
import type { Schema } from '../../src/schema/types.js'

const text: Schema = { type: 'string' }
const object = (properties: Schema['properties'], more: Schema = {}): Schema => ({
  type: 'object',
  ...(properties ? { properties } : {}),
  ...more,
})
const keeping = { 'x-kubernetes-preserve-unknown-fields': true } as const

describe('pruneBySchema drops unknown fields', () => {
  test.each<readonly [schema: Schema, value: object, pruned: object, dropped: readonly string[]]>([
    [
      object({ spec: object({ a: text }) }),
      { apiVersion: 'v1', kind: 'A', metadata: { z: 1 }, spec: { z: 1, a: 'b' }, y: 1 },
      { apiVersion: 'v1', kind: 'A', metadata: { z: 1 }, spec: { a: 'b' } },
      ['spec.z', 'y'],
    ],
    [
      object({ list: { type: 'array', items: object({ a: text }) } }),
      { list: [{ a: 'b' }, { b: 1 }] },
      { list: [{ a: 'b' }, {}] },
      ['list[1].b'],
    ],
    [
      object({ map: object(undefined, { additionalProperties: object({ a: text }) }) }),
      { map: { x: { a: 'b', c: 1 } } },
      { map: { x: { a: 'b' } } },
      ['map.x.c'],
    ],
    [
      object({ spec: object({ a: object({}) }, keeping) }),
      { spec: { z: { y: 1 }, a: { b: 1 } } },
      { spec: { z: { y: 1 }, a: {} } },
      ['spec.a.b'],
    ],
    [
      object({ tpl: object({ spec: object({}) }, { 'x-kubernetes-embedded-resource': true }) }),
      { tpl: { kind: 'A', metadata: { b: 1 }, z: 1, spec: {} } },
      { tpl: { kind: 'A', metadata: { b: 1 }, spec: {} } },
      ['tpl.z'],
    ],
    [object({ any: keeping }), { any: [{ a: [{ b: 1 }] }] }, { any: [{ a: [{ b: 1 }] }] }, []],
  ])('and names them, case %#', (schema, value, pruned, dropped) => {
    expect(pruneBySchema(schema, value)).toEqual({ value: pruned, dropped })
  })

  test('and returns a value without any itself', () => {
    const value = { spec: { list: [{ a: 'b' }] } }
    expect(
      pruneBySchema(object({ spec: object({ list: { type: 'array', items: object({ a: text }) } }) }), value).value,
    ).toBe(value)
  })
})

describe('defaultBySchema sets defaults', () => {
  const inner = object({ size: { type: 'integer', default: 3 }, name: text })
  test.each<readonly [schema: Schema, value: unknown, filled: unknown]>([
    [object({ spec: inner }), {}, {}],
    [object({ spec: inner }), { spec: {} }, { spec: { size: 3 } }],
    [object({ spec: { ...inner, default: {} } }), {}, { spec: { size: 3 } }],
    [object({ spec: { ...inner, default: {} } }), { spec: null }, { spec: { size: 3 } }],
    [object({ spec: inner }), { spec: { size: null, name: null } }, { spec: { size: 3 } }],
    [object({ spec: inner }), { spec: { size: 0 } }, { spec: { size: 0 } }],
    [object({ name: { ...text, nullable: true, default: 'a' } }), { name: null }, { name: null }],
    [object({ list: { type: 'array', items: inner } }), { list: [{}, null] }, { list: [{ size: 3 }, null] }],
    [
      object({ map: object(undefined, { additionalProperties: inner }) }),
      { map: { a: {}, b: null } },
      { map: { a: { size: 3 } } },
    ],
    [object({}), { z: null }, { z: null }],
  ])('case %#', (schema, value, filled) => {
    expect(defaultBySchema(schema, value)).toEqual(filled)
  })

  test('and returns a value that needs none itself', () => {
    const value = { spec: { size: 1 } }
    expect(defaultBySchema(object({ spec: inner }), value)).toBe(value)
  })
})
