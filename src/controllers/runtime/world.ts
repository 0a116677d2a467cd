import { produce } from 'immer'
import type { Env } from '../../base/env.js'
import { StatusError } from '../../base/status.js'
import { type Calls, kindNamed, plain, writeOptions } from '../../client/calls.js'
import type { DeleteOptions, ListOptions, Ref, WriteOptions } from '../../client/types.js'
import type { Draft } from '../../kinds/object-types.js'
import type { FeatureGates } from '../../registry/feature-gates.js'
import type { Registry } from '../../registry/registry.js'
import { deepFreeze } from '../../base/json.js'
import { keyOf, tableOf } from '../../rest/context.js'
import { withRevision } from '../../rest/write/create.js'
import { done } from '../../api/done.js'
import type { Call, Cause, PatchType } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { Reader, World } from './types.js'
import { objectsOf } from '../../store/page.js'

/** What a world is made of. */
export type WorldContext = {
  readonly env: Env
  readonly registry: Registry
  readonly featureGates: FeatureGates
  readonly store: Store<KubeObject>
  readonly calls: Calls
  /** Does what a call asks, past the hooks that are about requests. */
  readonly execute: (call: Call) => Outcome
  readonly dependents: Reader['dependents']
  /** Who signs of life are recorded under. */
  readonly heartbeat: Cause
}

/** The parts of a world that are the same for every key. */
export type Access = Omit<World, 'wake' | 'memory' | 'remember' | 'stated' | 'memories'>

/** Makes what one controller sees and does, synchronously. */
export function createAccess({
  env,
  registry,
  featureGates,
  store,
  calls,
  execute,
  dependents,
  heartbeat,
}: WorldContext): Access {
  const { kind, of } = calls
  const run = (call: Call): Outcome => done(execute(call))
  const objectOf = (call: Call): KubeObject => {
    const outcome = run(call)
    if (outcome.type !== 'object') throw new TypeError(`a ${call.target.verb} was answered with a ${outcome.type}`)
    return outcome.object
  }
  const orNothing = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      if (error instanceof StatusError && error.code === 404) return undefined
      throw error
    }
  }
  const patch = (
    name: string,
    ref: Ref,
    value: object,
    type: PatchType,
    { subresource, ...options }: WriteOptions,
    force = false,
  ): KubeObject => {
    const def = kind(name)
    const body = { value: plain(value, def), patch: type, duplicates: [] }
    return objectOf(of('patch', def, ref, { ...writeOptions(options), force }, body, subresource))
  }

  // The methods are typed by the kind's name; underneath every object is one type.
  const access = {
    now: env.now,
    random: env.random,
    profile: registry.profile,
    featureGates,
    get(name: string, ref: Ref) {
      const call = of('get', kind(name), ref, {})
      const { def, namespace } = call.target
      // What most often is not there costs no failure.
      if (!def.storage.computed && !store.get(tableOf(call.target), keyOf(namespace, ref.name))) return undefined
      return orNothing(() => objectOf(call))
    },
    list(name: string, options: ListOptions = {}) {
      const outcome = run(of('list', kind(name), { namespace: options.namespace ?? '' }, options))
      if (outcome.type !== 'list') throw new TypeError(`a list was answered with a ${outcome.type}`)
      return outcome.items
    },
    *everything(namespace?: string) {
      const prefix = namespace === undefined ? '' : `${namespace}/`
      for (const table of store.state().tables.values()) yield* objectsOf(table, prefix)
    },
    dependents,
    serves: (name: string) => kindNamed(registry, name) !== undefined,
    resourceOf({ apiVersion, kind: name }: KubeObject) {
      const { group, plural, scope } = kind(`${apiVersion}/${name}`)
      return { group, resource: plural, namespaced: scope === 'Namespaced' }
    },
    create: (name: string, object: Draft<string>, options?: WriteOptions) =>
      objectOf(calls.write('create', name, object, options)),
    update: (name: string, object: Draft<string>, options?: WriteOptions) =>
      objectOf(calls.write('update', name, object, options)),
    edit: (name: string, ref: Ref, recipe: (draft: KubeObject) => void, options?: WriteOptions) =>
      access.update(
        name,
        produce(objectOf(of('get', kind(name), ref, {})), (draft: KubeObject) => void recipe(draft)),
        options,
      ),
    patch: (name: string, ref: Ref, value: object, { type, ...options }: WriteOptions & { type?: PatchType } = {}) =>
      patch(name, ref, value, type ?? (Array.isArray(value) ? 'json' : 'merge'), options),
    apply(name: string, object: Pick<Draft<string>, 'metadata'>, options: WriteOptions = {}) {
      const def = kind(name)
      const { namespace, name: own } = object.metadata ?? {}
      const ref = { name: own ?? '', ...(namespace === undefined ? {} : { namespace }) }
      return patch(name, ref, { apiVersion: def.apiVersion, kind: def.kind, ...object }, 'apply', options, true)
    },
    beat(objects: readonly KubeObject[]) {
      store.transact((transaction) => {
        for (const object of objects) {
          const { namespace = '', name = '' } = object.metadata
          const table = tableOf({ def: kind(`${object.apiVersion}/${object.kind}`) })
          transaction.put(table, keyOf(namespace, name), (revision) => deepFreeze(withRevision(object, revision)))
        }
      }, heartbeat)
    },
    delete: (name: string, ref: Ref, options: DeleteOptions = {}) =>
      void orNothing(() => run(of('delete', kind(name), ref, options))),
  }
  // The types of kinds are known only to those who call it.
  return access as unknown as Access
}
