import { isGlob } from '../../base/text/glob.js'
import { isObject } from '../../base/json/json.js'
import { nearest } from '../../base/text/nearest.js'
import { type Path, type Problem, type Shape, must } from '../../base/check/shape.js'
import { oneOrMore } from '../../base/check/shapes.js'

const ROOTS = ['/', '/api', '/apis', '/version', '/openapi', '/healthz', '/livez', '/readyz']
const OF_OBJECTS = /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/./

/** The shape of paths of requests that are not about objects. */
export const pathShape: Shape = oneOrMore({
  check(value, path) {
    if (typeof value !== 'string') return must(path, 'a path such as "/version"', value)
    if (isGlob(value)) return []
    if (!value.startsWith('/'))
      return [{ path, text: `must begin with "/", as "/version" does, not ${JSON.stringify(value)}` }]
    if (OF_OBJECTS.test(value))
      return [{ path, text: `${JSON.stringify(value)} is a path of objects; match these by kind, namespace and name` }]
    const [, root = '', rest = ''] = /^(\/[^/]*)(.*)$/.exec(value) ?? []
    const near = ROOTS.includes(root) ? undefined : nearest(root, ROOTS.slice(1))
    return near === undefined
      ? []
      : [{ path, text: `no such path as ${JSON.stringify(value)}; did you mean "${near}${rest}"?` }]
  },
  schema: { type: 'string' },
})

const BESIDE = ['path', 'verb', 'userAgent', 'user']
const NOT_DONE = ['rewrite', 'stale', 'rival', 'expire']

/** Returns the problems of members that cannot be combined with a path in a match. */
export function checkBesidePath(match: unknown, path: Path): readonly Problem[] {
  if (!isObject(match) || match['path'] === undefined) return []
  return Object.keys(match)
    .filter((member) => match[member] !== undefined && (!BESIDE.includes(member) || isOtherVerb(member, match[member])))
    .map((member) => ({
      path: [...path, member],
      text:
        member === 'verb'
          ? 'what has a path of its own is only read: leave the verb out, or say "get"'
          : 'only requests about objects have it, and these have no path of their own; leave one of the two out',
    }))
}

const isOtherVerb = (member: string, verb: unknown) => member === 'verb' && verb !== 'get'

/** Returns the problem of an action that cannot be applied to requests with a path. */
export function checkPathAction(match: unknown, action: unknown, path: Path): readonly Problem[] {
  if (!isObject(match) || match['path'] === undefined || !isObject(action)) return []
  return NOT_DONE.filter((name) => action[name] !== undefined).map((name) => ({
    path: [...path, name],
    text: 'can be done only to requests about objects, and this hook is for a path',
  }))
}
