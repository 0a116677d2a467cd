import { type Shape, text } from '../../base/check/shape.js'
import { type MemberShapes, described, listOf, members } from '../../base/check/shapes.js'
import type { Answered } from './operation.js'

/** A response with one JSON object. `columns` are the fields printed for people (default: all). */
export const object = (shapes: MemberShapes, columns: readonly string[] = Object.keys(shapes)): Answered => ({
  type: 'json',
  shape: members(shapes),
  columns,
})

/** A response with a list of JSON objects in `items`. `columns` are those of the table printed for people. */
export const items = (shapes: MemberShapes, columns: readonly string[] = Object.keys(shapes)): Answered => ({
  type: 'json',
  shape: members({ items: listOf(members(shapes)) }),
  columns,
})

/** An empty response. */
export const nothing: Answered = { type: 'json', shape: members({}), columns: [] }

/** A resourceVersion of the cluster. */
export const resourceVersion: Shape = described(text, 'the revision of the whole cluster', ['1012'])

/** An RFC 3339 time. */
export const time: Shape = described(
  { check: text.check, schema: { type: 'string', format: 'date-time' } },
  'the time of the cluster’s clock',
  ['2024-01-01T00:00:40Z'],
)
