import { lowestOf } from '../../base/lists/lists.js'
import { nearest } from '../../base/text/nearest.js'
import { type StatusError, failure } from '../../base/errors/status.js'
import type { Operation } from './operation.js'

/** The prefix of all control paths. */
export const PREFIX = '/_fakecluster'

/** The operation of a request, and the parameters in its path. */
type Routed = { readonly operation: Operation; readonly named: { readonly [name: string]: string } }

/** Creates a function that finds the operation of a method and a path without the prefix. */
export function createRouter(operations: readonly Operation[]): (method: string, path: string) => Routed {
  const routes = operations.map((operation) => ({ operation, parts: operation.path.split('/') }))
  return (method, path) => {
    const given = path.replace(/\/$/, '').split('/')
    const there = routes.flatMap(({ operation, parts }) => {
      const found = match(parts, given)
      return found ? [{ operation, named: found }] : []
    })
    // A literal part takes precedence over a parameter.
    const best = there.filter(
      ({ named }) => Object.keys(named).length === lowestOf(there.map((each) => Object.keys(each.named).length)),
    )
    const routed = best.find(({ operation }) => operation.method === method)
    if (routed) return routed
    throw best.length > 0
      ? notAllowed(method, path, [...new Set(best.map(({ operation }) => operation.method))])
      : notThere(path, operations)
  }
}

function match(parts: readonly string[], given: readonly string[]): Routed['named'] | undefined {
  if (parts.length !== given.length) return undefined
  const found: { [name: string]: string } = {}
  for (const [i, part] of parts.entries()) {
    const word = given[i]
    const [, name] = /^\{(.*)\}$/.exec(part) ?? []
    if (name !== undefined && word) found[name] = decoded(word)
    else if (part !== word) return undefined
  }
  return found
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const notAllowed = (method: string, path: string, methods: readonly string[]): StatusError =>
  failure(405, 'MethodNotAllowed', `${PREFIX}${path} does not take ${method}, only ${methods.join(' and ')}`)

function notThere(path: string, operations: readonly Operation[]): StatusError {
  const near = nearest(path, [...new Set(operations.map((operation) => operation.path))])
  return failure(
    404,
    'NotFound',
    `there is no ${PREFIX}${path}; ${near ? `did you mean ${PREFIX}${near}?` : `GET ${PREFIX} lists what there is`}`,
  )
}
