import type { Routed } from '../../model/call/routed.js'
import { StatusError } from '../../base/errors/status.js'
import { parseBoolean } from '../../base/text/query-values.js'
import type { createRouter } from '../wire/route.js'
import { readTimeout } from '../wire/timeout.js'
import type { PipelineContext } from './context.js'
import type { HttpRequest } from './request.js'
import { isUnmade } from '../../base/lists/sorted-map.js'
import { type Registered, apiServiceTable, registeredOf } from '../discovery/registered.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/log.js'
import { objectsOf } from '../../store/page.js'

/** The context of the steps of a request. */
export type Tools = PipelineContext & { readonly route: ReturnType<typeof createRouter> }

/** Routes a request. A failure is returned instead of thrown, as it must not be revealed before authentication. */
export function routeOf(tools: Tools, { method, path, query }: HttpRequest): Routed | StatusError {
  try {
    const watching = parseBoolean(query.get('watch')) ?? false
    return routeRegistered(path, readRegistered(tools)) ?? tools.route(method, path, watching)
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

/** Returns the timeout of a request in milliseconds, if it states one; watches use `timeout` for something else. */
export const limitOf = (routed: Routed | StatusError, { query }: HttpRequest): number | undefined =>
  isWatch(routed, query) ? undefined : readTimeout(query)

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
