import { isUnmade } from '../../base/lists/sorted-map.js'
import type { Routed } from '../../model/call/routed.js'
import { type Registered, apiServiceTable, registeredAt, registeredOf } from '../discovery/registered.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/log.js'
import { objectsOf } from '../../store/page.js'
import type { PipelineContext } from './context.js'

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
export function routeRegistered(path: string, registered: readonly Registered[]): Routed | undefined {
  const found = registeredAt(path, registered)
  if (!found) return undefined
  const { group, isRemote } = found
  if (path.replace(/\/$/, '') === `/apis/${group}`) return { type: 'discovery', document: 'group', group, version: '' }
  return isRemote ? { type: 'unavailable' } : { type: 'nowhere' }
}
