import { type Shape, text } from '../check/shape.js'
import { type MemberShapes, described, listOf, members } from '../check/shapes.js'
import type { Answered } from './operation.js'

/** A reply of one JSON object. People are shown the members in `columns`, or all. */
export const object = (shapes: MemberShapes, columns: readonly string[] = Object.keys(shapes)): Answered => ({
  type: 'json',
  shape: members(shapes),
  columns,
})

/** A reply of a list of JSON objects, in `items`. People are shown a table of `columns`. */
export const items = (shapes: MemberShapes, columns: readonly string[] = Object.keys(shapes)): Answered => ({
  type: 'json',
  shape: members({ items: listOf(members(shapes)) }),
  columns,
})

/** A reply with nothing to tell. */
export const nothing: Answered = { type: 'json', shape: members({}), columns: [] }

/** A revision of the store. */
export const resourceVersion: Shape = described(text, 'the revision of the whole cluster', ['1012'])

/** A time, RFC 3339. */
export const time: Shape = described(
  { check: text.check, schema: { type: 'string', format: 'date-time' } },
  'the time of the cluster’s clock',
  ['2024-01-01T00:00:40Z'],
)
