import type { Routed } from '../api/routed.js'
import { type Registered, apiServiceTable, registeredAt, registeredOf } from '../discovery/registered.js'
import type { KubeObject } from '../schema/object.js'
import type { PipelineContext } from './context.js'

const NOTHING: readonly Registered[] = []

/** What APIServices register besides what is served; most clusters have no APIService. */
export function readRegistered({
  store,
  registry,
}: Pick<PipelineContext, 'store' | 'registry'>): readonly Registered[] {
  const table = store.table(apiServiceTable(registry))
  if (!table || table.size === 0) return NOTHING
  const services: KubeObject[] = []
  table.forRange('', '\u{10ffff}', false, (_key, service) => {
    services.push(service)
    return undefined
  })
  return registeredOf(services, registry)
}

/** Where a path leads that an APIService registers and no kind is served at; undefined for every other path. */
export function routeRegistered(path: string, registered: readonly Registered[]): Routed | undefined {
  const found = registeredAt(path, registered)
  if (!found) return undefined
  const { group, isRemote } = found
  if (path.replace(/\/$/, '') === `/apis/${group}`) return { type: 'discovery', document: 'group', group, version: '' }
  return isRemote ? { type: 'unavailable' } : { type: 'nowhere' }
}
