import { accessOf } from '../../rest/access.js'
import type { Call } from '../../model/call/call.js'
import { StatusError } from '../../base/errors/status.js'
import { parseBoolean, parseInteger } from '../../base/text/query-values.js'
import { pathSegment } from '../../model/registry/metadata-rules.js'
import type { AccessRequest } from '../../model/registry/authorizer.js'
import { requirementsOf } from '../../model/select/access-requirements.js'
import { parseFieldSelector } from '../../model/select/fields.js'
import { parseLabelSelector } from '../../model/select/labels.js'
import type { Query } from '../wire/query.js'

type Parts = readonly string[]

const VERBS: { readonly [method in string]?: string } = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** Returns what a request asks to do, by its method and path alone (k8s.io/apiserver: RequestInfoFactory). */
export function accessRequested(method: string, path: string, query: Query): AccessRequest {
  const parts = path.split('/')
  while (parts[0] === '') parts.shift()
  while (parts.at(-1) === '') parts.pop()
  const [root, ...rest] = parts
  const least = root === 'apis' ? 4 : 3
  if ((root !== 'api' && root !== 'apis') || parts.length < least) return { verb: method.toLowerCase(), path }
  const [group = '', version = '', ...where] = root === 'api' ? ['', ...rest] : rest
  const special = where[0] === 'watch' || where[0] === 'proxy' ? where[0] : undefined
  const { namespace, resource, name, subresource } = located(special ? where.slice(1) : where, special === 'proxy')
  const named = { group, version, resource, subresource, namespace }
  const verb = special ?? VERBS[method] ?? ''
  if (name !== '' || (verb !== 'get' && verb !== 'delete'))
    return { ...named, verb, name, ...(special ? {} : selectorsOf(verb, query)) }
  const collective = verb === 'delete' ? 'deletecollection' : isWatch(query) ? 'watch' : 'list'
  return {
    ...named,
    verb: collective,
    name: verb === 'get' ? nameSelected(query) : '',
    ...selectorsOf(collective, query),
  }
}

function located(parts: Parts, isProxy: boolean) {
  const [first = '', second, third] = parts
  let own = parts
  let namespace = ''
  if (first === 'namespaces' && second !== undefined) {
    namespace = second
    if (third !== undefined && third !== 'status' && third !== 'finalize') own = parts.slice(2)
  }
  const [resource = '', name = '', subresource = ''] = own
  return { namespace, resource, name, subresource: isProxy ? '' : subresource }
}

const isWatch = (query: Query): boolean => parseBoolean(query.get('watch')) ?? false

/** Returns what a call asks to do. */
export function requestedBy(call: Call): AccessRequest {
  const access = accessOf(call)
  const { fieldSelector, labelSelector } = call.options
  const query = { get: (name: string) => ({ fieldSelector, labelSelector })[name] }
  const isList = access.verb === 'list' || access.verb === 'watch'
  return { ...access, ...(isList ? { name: nameSelected(query) } : {}), ...selectorsOf(access.verb, query) }
}

/** Returns the only name that a list can have objects of, if its options are readable and it is a name at all. */
function nameSelected(query: Selecting): string {
  const selector = query.get('fieldSelector')
  if (!selector) return ''
  return (
    attempt(() => {
      for (const number of ['limit', 'timeoutSeconds']) parseInteger(query.get(number))
      parseLabelSelector(query.get('labelSelector') ?? '')
      const term = parseFieldSelector(selector).find(
        ({ path, operator }) => path === 'metadata.name' && operator === '=',
      )
      return term && pathSegment(term.value, false).length === 0 ? term.value : ''
    }) ?? ''
  )
}

type Selecting = Pick<Query, 'get'>

const SELECTING = ['list', 'watch', 'deletecollection']

/** Returns the selectors of a request for a collection, as far as they can be parsed. */
function selectorsOf(verb: string, query: Selecting) {
  if (!SELECTING.includes(verb)) return undefined
  return requirementsOf({
    fieldSelector: query.get('fieldSelector') ?? '',
    labelSelector: query.get('labelSelector') ?? '',
  })
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof StatusError) return undefined
    throw error
  }
}
