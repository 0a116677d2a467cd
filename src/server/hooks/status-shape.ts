import { isObject } from '../../base/json/json.js'
import { nearest } from '../../base/text/nearest.js'
import { StatusError } from '../../base/errors/status.js'
import { type Path, type Problem, type Shape, map, oneOf, show, text, whole } from '../../base/check/shape.js'
import { listOf, members } from '../../base/check/shapes.js'
import { isStatusReason, statusWords } from './status-words.js'

const reasons = Object.keys(statusWords)
const code = whole(100, 599)
const details = members({
  name: text,
  group: text,
  kind: text,
  uid: text,
  causes: listOf(members({ reason: text, message: text, field: text })),
  retryAfterSeconds: whole(0),
})
const record = members({ code, reason: text, message: text, why: text, retryAfterSeconds: whole(0), details })
const status = members({
  kind: oneOf(['Status']),
  apiVersion: oneOf(['v1']),
  metadata: map,
  status: oneOf(['Success', 'Failure']),
  message: text,
  reason: text,
  details,
  code,
})

/** The status of a reply: a reason, a code, a few members, or a whole Status. */
export const statusShape: Shape = {
  check(value, path) {
    if (value instanceof StatusError) return []
    if (typeof value === 'string') return checkReason(value, path)
    if (typeof value === 'number') return code.check(value, path)
    if (!isObject(value))
      return [
        {
          path,
          text: `must be a reason such as "Conflict", a code such as 503, or a map with one of these, not ${show(value)}`,
        },
      ]
    if (value['kind'] !== undefined) return status.check({ apiVersion: 'v1', ...value }, path)
    const problems = record.check(value, path)
    if (problems.length > 0 || value['code'] !== undefined) return problems
    return typeof value['reason'] === 'string'
      ? checkReason(value['reason'], [...path, 'reason'])
      : [{ path, text: 'must say a "reason" or a "code"' }]
  },
  schema: {
    anyOf: [
      { enum: reasons },
      code.schema,
      {
        ...record.schema,
        required: ['reason'],
        properties: { ...Object(record.schema['properties']), reason: { enum: reasons } },
      },
      { ...record.schema, required: ['code'] },
      { ...status.schema, required: ['kind'] },
    ],
  },
}

function checkReason(reason: string, path: Path): readonly Problem[] {
  if (isStatusReason(reason)) return []
  const near = nearest(reason, reasons)
  return [
    {
      path,
      text: `no reason known as ${show(reason)}; ${near === undefined ? 'one of your own needs a "code" beside it' : `did you mean ${JSON.stringify(near)}?`}`,
    },
  ]
}
