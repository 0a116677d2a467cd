import type { Routed } from '../../model/call/routed.js'
import { StatusError } from '../../base/errors/status.js'
import { parseBoolean } from '../../base/text/query-values.js'
import { DEFINITION_TABLE } from '../../kinds/apiextensions/definition.js'
import { readTimeout } from '../wire/query.js'
import { route } from '../wire/route.js'
import type { PipelineContext } from './context.js'
import type { HttpRequest } from './request.js'
import { isUnmade } from '../../base/lists/sorted-map.js'
import { type Registered, apiServiceTable, registeredOf } from '../discovery/registered.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/history.js'
import { objectsOf } from '../../store/page.js'

/** The context of the steps of a request. */
export type Tools = PipelineContext & { readonly route: Route }

/**
 * Routes a method and a path.
 *
 * @throws StatusError 404 for a missing resource of a served group, 405 for a method that the path does not support
 */
type Route = (method: string, path: string, watching: boolean) => Routed

const MOST_KNOWN = 10_000
// Enough for a few names of maximum length; a path may have a mebibyte.
const LONGEST_KNOWN = 1000

/**
 * Makes the router of a cluster. It remembers where paths lead, as clients keep requesting the same ones, until the
 * definitions or the APIServices change: the other kinds stay.
 */
export function createRouter(context: Pick<PipelineContext, 'store' | 'registry'>): Route {
  const { store, registry } = context
  let known: Map<string, Routed> | undefined
  const forget = () => void (known = undefined)
  for (const table of [DEFINITION_TABLE, apiServiceTable(registry)]) store.listen(table, forget)
  const find: Route = (method, path, watching) =>
    routeRegistered(path, readRegistered(context)) ?? route(method, path, watching, registry)
  return (method, path, watching) => {
    if (path.length > LONGEST_KNOWN) return find(method, path, watching)
    known ??= new Map()
    const key = `${watching ? 'watch ' : ''}${method}${path}`
    const found = known.get(key)
    if (found) return found
    const routed = find(method, path, watching)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, routed)
    return routed
  }
}

/** Routes a request. A failure is returned instead of thrown, as it must not be revealed before authentication. */
export function routeOf(tools: Tools, { method, path, query }: HttpRequest): Routed | StatusError {
  const watch = query.get('watch')
  try {
    return tools.route(method, path, watch !== undefined && parseBoolean(watch) === true)
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

/** Returns the timeout of a request in milliseconds, if it states one; watches use `timeout` for something else. */
export const limitOf = (routed: Routed | StatusError, { query }: HttpRequest): number | undefined =>
  query.get('timeout') === undefined || isWatch(routed, query) ? undefined : readTimeout(query)

// An invalid timeout is reported before a missing path.
const isWatch = (routed: Routed | StatusError, query: HttpRequest['query']) =>
  routed instanceof StatusError || routed.type === 'refused'
    ? ['1', 'true'].includes(query.get('watch') ?? '')
    : routed.type === 'resource' && routed.target.verb === 'watch'

const NOTHING: readonly Registered[] = []

/** Returns what APIServices register besides the served kinds. */
export function readRegistered({
  store,
  registry,
}: Pick<PipelineContext, 'store' | 'registry'>): readonly Registered[] {
  const table = store.table(apiServiceTable(registry))
  // The table is made at its first read; until then nobody has registered anything.
  if (!table || isUnmade(table)) return NOTHING
  const state = registry.state()
  const before = known.get(table)
  if (before?.state === state) return before.found
  const found = registeredOf(objectsOf(table), registry)
  known.set(table, { state, found })
  return found
}

/** What the APIServices of a table register, valid as long as the kinds are the same. */
const known = new WeakMap<ObjectTable<KubeObject>, { readonly state: object; readonly found: readonly Registered[] }>()

/** Routes a path that an APIService registers and at which no kind is served; undefined for every other path. */
function routeRegistered(path: string, registered: readonly Registered[]): Routed | undefined {
  if (registered.length === 0) return undefined
  const [, root, group = '', version] = path.split('/')
  // The path of a group belongs to any of its versions.
  const found = registered.find((each) => each.group === group && (!version || each.version === version))
  if (root !== 'apis' || !found) return undefined
  if (path.replace(/\/$/, '') === `/apis/${group}`) return { type: 'discovery', document: 'group', group, version: '' }
  return found.isRemote ? { type: 'unavailable' } : { type: 'nowhere' }
}
