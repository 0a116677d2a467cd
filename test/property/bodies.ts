import fc from 'fast-check'
import type { Schema } from '../../src/schema/types.js'

const FORMATS: Partial<Record<NonNullable<Schema['format']>, fc.Arbitrary<unknown>>> = {
  quantity: fc.constantFrom<unknown>(
    '1Gi',
    '1024Mi',
    '0.5',
    '500m',
    '1e3',
    '0',
    '-1',
    '1.5Ki',
    3,
    0.25,
    '100000000000000000000',
    '1u',
  ),
  'int-or-string': fc.constantFrom<unknown>(0, 5, '50%', '', 'http'),
  // Not the zero time: it is encoded as null, which optional fields decode as absent, in Go too.
  'date-time': fc.constantFrom<unknown>('2024-05-01T10:00:00Z', '2024-05-01T12:00:00+02:00', '2024-05-01T10:00:00.9Z'),
  'micro-time': fc.constantFrom<unknown>(
    '2024-05-01T10:00:00.000000Z',
    '2024-05-01T12:00:00.500000+02:00',
    '2024-05-01T10:00:00.999999Z',
  ),
  byte: fc.constantFrom<unknown>('', 'YQ==', 'YWJj', 'YW\nJj'),
}
const key = fc.constantFrom('a', 'b', '10', '9', 'example.io/x', '__proto__')
const foreign = fc.constantFrom<unknown>(1, 'x', null, { a: [1] })

/** Bodies that fit a schema, with nulls, empty values and unknown fields, in any order. */
export function bodies(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const format = schema.format && FORMATS[schema.format]
  if (format) return format
  if (schema.type === 'string') return fc.constantFrom('', 'a', 'True')
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return fc.constantFrom(0, 1, -1, 2147483647)
  if (schema.type === 'array')
    return depth === 0 || !schema.items
      ? fc.constant([])
      : fc.array(orNull(bodies(schema.items, depth - 1)), { maxLength: 2 })
  if (schema.type !== 'object') return foreign
  if (schema.properties) return depth === 0 ? fc.constant({}) : structs(schema.properties, depth)
  return fc.dictionary(
    key,
    schema.additionalProperties ? orNull(bodies(schema.additionalProperties, Math.max(0, depth - 1))) : foreign,
    { maxKeys: 3 },
  )
}

const orNull = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })

function structs(properties: NonNullable<Schema['properties']>, depth: number): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, schema]) =>
    fc.option(fc.tuple(fc.constant(name), orNull(bodies(schema, depth - 1))), { freq: 2, nil: undefined }),
  )
  const unknown = fc.option(fc.tuple(fc.constantFrom('colour', 'constructor'), foreign), { freq: 1, nil: undefined })
  return fc.tuple(fc.tuple(...members), unknown, fc.boolean()).map(([known, other, reversed]) => {
    const given = [...known, other].filter((member) => member !== undefined)
    return Object.fromEntries(reversed ? given.toReversed() : given)
  })
}
