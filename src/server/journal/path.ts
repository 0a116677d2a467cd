import type { Options } from '../../model/call/options.js'
import type { Call } from '../../model/call/call.js'
import type { RequestVerb, Target } from '../../model/call/target.js'

const METHODS: { readonly [verb in RequestVerb]: string } = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}

/** Returns the HTTP method of a verb. */
export const methodOf = (verb: RequestVerb): string => METHODS[verb]

/** Returns the path and query of an HTTP request equivalent to a call. */
export function pathOf({ target, options }: Call): string {
  const query = queryOf(target, options)
  return `${placeOf(target)}${query === '' ? '' : `?${query}`}`
}

/** Returns the path and query of a URL. */
export function pathOfUrl(url: string): string {
  const from = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('#', from)
  return from < 0 ? '/' : url.slice(from, end < 0 ? url.length : end)
}

function placeOf({ def, namespace, name, subresource, verb }: Target): string {
  const own = verb === 'create' && subresource === 'main' ? '' : name
  return [
    def.group ? `/apis/${def.group}/${def.version}` : `/api/${def.version}`,
    ...(namespace ? ['namespaces', namespace] : []),
    def.plural,
    ...(own ? [own] : []),
    ...(subresource === 'main' ? [] : [subresource]),
  ].join('/')
}

const TEXTS = [
  'labelSelector',
  'fieldSelector',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'fieldManager',
  'propagationPolicy',
] as const

function queryOf({ verb }: Target, options: Options): string {
  const pairs: (readonly [string, string])[] = verb === 'watch' ? [['watch', 'true']] : []
  for (const name of TEXTS) if (options[name]) pairs.push([name, options[name]])
  if (options.limit > 0) pairs.push(['limit', String(options.limit)])
  if (options.timeoutSeconds !== undefined) pairs.push(['timeoutSeconds', String(options.timeoutSeconds)])
  if (options.gracePeriodSeconds !== undefined) pairs.push(['gracePeriodSeconds', String(options.gracePeriodSeconds)])
  if (options.dryRun) pairs.push(['dryRun', 'All'])
  if (options.force) pairs.push(['force', 'true'])
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}
