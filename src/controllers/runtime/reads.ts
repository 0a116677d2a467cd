import { notServed } from '../../base/errors/status.js'
import type { ListOptions, Ref } from '../../server/client/types.js'
import { keyOf, tableOf } from '../../rest/context.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf, readPage } from '../../store/page.js'
import { type ReadContext, objectOf, orNothing, readBy } from './access.js'
import { UNTRIED } from './indexes.js'
import type { Reader } from './types.js'

/** Creates the synchronous reads of controllers. */
export function createReads(context: ReadContext): Reader {
  const { env, registry, featureGates, simulation, accounts, certify, store, calls, dependents, orphans, podsOn } =
    context
  const { mustBeCurrent, count } = context
  const counted = (objects: readonly KubeObject[]) => {
    count(objects.length)
    return objects
  }
  const reads = {
    now: env.now,
    random() {
      mustBeCurrent()
      return env.random()
    },
    profile: registry.profile,
    featureGates,
    registry,
    simulation,
    accounts,
    certify,
    dependents: (uid?: string, name?: string) => counted(dependents(uid, name && tableOf({ def: calls.kind(name) }))),
    orphans: (name: string, namespace: string) => counted(orphans(tableOf({ def: calls.kind(name) }), namespace)),
    podsOn: (node: string) => counted(podsOn(node)),
    untriedPods: () => counted(podsOn(UNTRIED)),
    get: (name: string, ref: Ref) => readOne(context, name, ref),
    scaleOf(name: string, ref: Ref) {
      const def = calls.kind(name)
      if (!Object.hasOwn(def.subresources, 'scale')) throw notServed()
      return objectOf(context, calls.of('get', def, ref, {}, undefined, 'scale'))
    },
    list: (name: string, options?: ListOptions) => counted(readAll(context, name, options)),
    *everything(namespace?: string) {
      const prefix = namespace === undefined ? '' : `${namespace}/`
      for (const table of store.state().tables.values()) yield* counted(objectsOf(table, prefix))
    },
    serves: (name: string) => registry.named(name) !== undefined,
    resourceOf: (object: Pick<KubeObject, 'apiVersion' | 'kind'>) => resourceOf(context, object),
    kindOf: (resource: Parameters<Reader['kindOf']>[0]) => kindOf(context, resource),
  }
  // The methods are typed by the kind's name, which only their callers know; underneath every object is one type.
  return reads as Reader
}

function readOne(context: ReadContext, name: string, ref: Ref): KubeObject | undefined {
  const { calls, store } = context
  const target = calls.target('get', calls.kind(name), ref)
  const { def, namespace } = target
  const asked = () => objectOf(context, calls.of('get', def, ref, {}))
  if (def.storage.computed) return orNothing(asked)
  // Most objects are stored as they are served: reading them takes no request.
  const stored = store.get(tableOf(target), keyOf(namespace, ref.name))
  return stored && def.storage.conversion ? asked() : stored
}

function readAll(context: ReadContext, name: string, options: ListOptions = {}): readonly KubeObject[] {
  const { calls } = context
  const { def } = calls.target('list', calls.kind(name), {})
  const few = selectsNone(options) ? fewOf(context, def, options.namespace) : undefined
  if (few) return few
  const outcome = readBy(context, calls.of('list', def, { namespace: options.namespace ?? '' }, options))
  if (outcome.type !== 'list') throw new TypeError(`a list was answered with a ${outcome.type}`)
  return outcome.items
}

function selectsNone(options: ListOptions): boolean {
  for (const option in options) if (option !== 'namespace') return false
  return true
}

/** This many objects are cheaper to read directly than by a list request, which caches its result. */
const FEW = 16
const NONE: readonly KubeObject[] = []

/**
 * Returns all objects of a list directly if they are few; undefined if they are many, or not stored as they are served.
 */
function fewOf({ store }: ReadContext, def: KindDef, namespace = ''): readonly KubeObject[] | undefined {
  const { computed, conversion } = def.storage
  if (computed) return undefined
  const table = store.peek(tableOf({ def }))
  if (!table) return NONE
  if (conversion) return undefined
  const prefix = namespace && def.scope === 'Namespaced' ? `${namespace}/` : ''
  const page = readPage(table, { prefix, start: '', limit: FEW, matches: undefined })
  return page.last === undefined ? page.items : undefined
}

function resourceOf({ calls }: ReadContext, { apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>) {
  const { group, plural, scope } = calls.kind(`${apiVersion}/${kind}`)
  return { group, resource: plural, namespaced: scope === 'Namespaced' }
}

function kindOf({ registry }: ReadContext, { group, resource }: Parameters<Reader['kindOf']>[0]) {
  for (const version of registry.versions(group) ?? []) {
    const def = registry.at(group, version, resource)
    if (def) return { apiVersion: def.apiVersion, kind: def.kind, namespaced: def.scope === 'Namespaced' }
  }
  return undefined
}
