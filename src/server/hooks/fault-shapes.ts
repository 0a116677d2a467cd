import { isObject } from '../../base/json/json.js'
import { type Shape, map, must, text, whole } from '../../base/check/shape.js'
import { described, members } from '../../base/check/shapes.js'

const revision: Shape = {
  check: (value, path) =>
    (typeof value === 'string' && /^\d+$/.test(value)) || (Number.isInteger(value) && Number(value) >= 0)
      ? []
      : must(path, 'a resourceVersion', value),
  schema: {
    anyOf: [
      { type: 'string', pattern: '^[0-9]+$' },
      { type: 'integer', minimum: 0 },
    ],
  },
}

/** How far behind a stale read is. */
export const staleShape = exactlyOne({
  revisions: described(whole(1), 'As it was before so many of the latest changes of the kind.'),
  at: described(revision, 'As it was at this resourceVersion.'),
})

const rivalMembers = members({
  patch: described(map, 'A merge patch (RFC 7386) of the object.'),
  manager: described(text, 'The field manager of the write (default "rival").'),
  subresource: described(text, 'The subresource it writes to, such as "status".'),
})

/** What the rival writes. */
export const rivalShape: Shape = {
  check(value, path) {
    const problems = rivalMembers.check(value, path)
    return problems.length > 0 || (isObject(value) && value['patch'] !== undefined)
      ? problems
      : [{ path, text: 'must say with "patch" what the rival writes' }]
  },
  schema: { ...rivalMembers.schema, required: ['patch'] },
}

function exactlyOne(table: { readonly [member: string]: Shape }): Shape {
  const names = Object.keys(table)
  const { check, schema } = members(table)
  return {
    check(value, path) {
      const problems = check(value, path)
      const given = isObject(value) ? Object.keys(value).length : 0
      return problems.length > 0 || given === 1
        ? problems
        : [{ path, text: `must say one of ${names.map((name) => `"${name}"`).join(' and ')}` }]
    },
    schema: { ...schema, minProperties: 1, maxProperties: 1 },
  }
}
