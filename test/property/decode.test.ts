import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasEmptied, withoutNotes } from '../../src/base/json/as-given.js'
import { kubernetesProfile } from '../profiles.js'
import { builtinKindsOf } from '../../src/kinds/builtin.js'
import { decode } from '../../src/schema/decode.js'
import { inWireOrder } from '../../src/schema/order.js'
import type { Schema } from '../../src/schema/types.js'
import { bodies } from './bodies.js'

const defs = builtinKindsOf(kubernetesProfile).map((kind) => kind(kubernetesProfile))

describe.each(defs)('$apiVersion $kind', ({ schema }) => {
  test('decoding is idempotent, byte for byte, and drops unknown fields', () => {
    fc.assert(
      fc.property(bodies(schema, 5), (body) => {
        const once = decode<object>(schema, body)
        const again = decode<object>(schema, once.object)
        expect(JSON.stringify(again.object)).toBe(JSON.stringify(once.object))
        expect(again.faults).toEqual([])
        const fromText = decode<object>(schema, JSON.parse(JSON.stringify(body))).object
        // Notes may be on parts that need none, so they are compared by what they tell.
        expect([withoutNotes(fromText), hasEmptied(fromText)]).toEqual([
          withoutNotes(once.object),
          hasEmptied(once.object),
        ])
      }),
      { numRuns: 30 },
    )
  })

  test('parts shared with the stored object are reused, with the same result', () => {
    const members = fc.subarray(Object.keys(schema.properties ?? {}))
    fc.assert(
      fc.property(bodies(schema, 5), bodies(schema, 5), members, (body, other, kept) => {
        const before = withoutNotes(decode<Readonly<Record<string, unknown>>>(schema, body).object)
        const shared = Object.fromEntries(kept.flatMap((name) => (name in before ? [[name, before[name]]] : [])))
        const changed = { ...(other as object), ...shared }
        const { object, faults } = decode<Readonly<Record<string, unknown>>>(schema, changed, undefined, before)
        const anew = decode<object>(schema, changed)
        expect(withoutNotes(object)).toEqual(withoutNotes(anew.object))
        expect([faults, hasEmptied(object)]).toEqual([anew.faults, hasEmptied(anew.object)])
        for (const name of Object.keys(shared)) expect(object[name]).toBe(before[name])
      }),
      { numRuns: 30 },
    )
  })

  test('fields are in the order of the schema, whatever their order before', () => {
    fc.assert(
      fc.property(bodies(schema, 5), (body) => {
        const { object } = decode<object>(schema, body)
        expect(inWireOrder(schema, object)).toBe(object)
        expect(orderOf(schema, object)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

function orderOf(schema: Schema, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => orderOf(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return true
  const { properties } = schema
  if (!properties) return Object.values(value).every((item) => orderOf(schema.additionalProperties ?? {}, item))
  const names = Object.keys(value)
  const known = Object.keys(properties).filter((name) => names.includes(name))
  return (
    names.join() === known.join() && Object.entries(value).every(([name, item]) => orderOf(properties[name]!, item))
  )
}
