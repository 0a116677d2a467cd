import { produce } from 'immer'
import { deepFreeze } from '../../base/json/json.js'
import { atOnce } from '../../base/turns/promises.js'
import type { Options } from '../../model/call/options.js'
import { plain, writeOptions } from '../../server/client/calls.js'
import type { DeleteOptions, Ref, WriteOptions } from '../../server/client/types.js'
import type { PatchType } from '../../model/call/call.js'
import { done } from '../../model/call/done.js'
import type { Draft } from '../../kinds/object-types.js'
import { keyOf, tableOf } from '../../rest/context.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import { withRevision } from '../../rest/write/as-stored.js'
import type { KubeObject } from '../../schema/object.js'
import { type AccessContext, objectIn, objectOf, orNothing, run } from './access.js'
import type { Turns } from './in-turns.js'
import type { World } from './types.js'

/** The writes of a controller, independent of the key it reconciles. */
export type Writes = Pick<World, 'create' | 'update' | 'edit' | 'patch' | 'apply' | 'rescale' | 'delete' | 'beat'>

/** Creates the synchronous writes of a controller. */
export function createWrites(context: AccessContext): Writes {
  const { calls } = context
  const write = (verb: 'create' | 'update') => (name: string, object: Draft<string>, options?: WriteOptions) =>
    objectOf(context, calls.write(verb, name, object, options))
  const update = write('update')
  const writes = {
    create: write('create'),
    update,
    edit(name: string, ref: Ref, recipe: (draft: KubeObject) => void, options?: WriteOptions) {
      const object = objectOf(context, calls.of('get', calls.kind(name), ref, {}))
      return update(name, produce(object, atOnce(recipe)), options)
    },
    patch: (name: string, ref: Ref, value: object, { type, ...options }: WriteOptions & { type?: PatchType } = {}) =>
      patch(context, name, ref, { value, type: type ?? (Array.isArray(value) ? 'json' : 'merge') }, options),
    apply: (name: string, object: Applied, options?: WriteOptions) => apply(context, name, object, options),
    rescale: (name: string, ref: Ref, replicas: number) => rescale(context, name, ref, replicas),
    delete: (name: string, ref: Ref, options: DeleteOptions = {}) =>
      void orNothing(() => run(context, calls.of('delete', calls.kind(name), ref, options))),
    beat: (objects: readonly KubeObject[]) => beat(context, objects),
  }
  // The methods are typed by the kind's name, which only their callers know; underneath every object is one type.
  return writes as unknown as Writes
}

/** Creates the writes of a controller that run over several turns. */
export const createTurns = (context: AccessContext): Turns => ({
  pause: context.pause,
  *create(name, object, owner) {
    const call = context.calls.write('create', name, object)
    return objectIn(call, done(yield* context.executeInTurns(call, isNotedLarge(owner))))
  },
  *update(name, object, options) {
    const call = context.calls.write('update', name, object, options)
    const { from } = call.body ?? {}
    return objectIn(call, done(yield* context.executeInTurns(call, from !== undefined && isNotedLarge(from))))
  },
})

type Applied = Pick<Draft<string>, 'metadata'>

function patch(
  context: AccessContext,
  name: string,
  ref: Ref,
  { value, type }: { readonly value: object; readonly type: PatchType },
  { subresource, ...options }: WriteOptions,
  more: Partial<Options> = {},
): KubeObject {
  const { calls } = context
  const def = calls.kind(name)
  const body = { value: plain(value, def), patch: type, duplicates: [] }
  return objectOf(context, calls.of('patch', def, ref, { ...writeOptions(options), ...more }, body, subresource))
}

function apply(context: AccessContext, name: string, object: Applied, options: WriteOptions = {}): KubeObject {
  const { apiVersion, kind } = context.calls.kind(name)
  const { namespace, name: own = '' } = object.metadata ?? {}
  const ref = { name: own, ...(namespace === undefined ? {} : { namespace }) }
  return patch(context, name, ref, { value: { apiVersion, kind, ...object }, type: 'apply' }, options, { force: true })
}

function rescale(context: AccessContext, name: string, ref: Ref, replicas: number): void {
  const { calls } = context
  const def = calls.kind(name)
  const scale = objectOf(context, calls.of('get', def, ref, {}, undefined, 'scale'))
  const value = { ...scale, spec: { replicas } }
  run(context, calls.of('update', def, ref, {}, { value, duplicates: [] }, 'scale'))
}

function beat({ calls, store, heartbeat, mustBeCurrent }: AccessContext, objects: readonly KubeObject[]): void {
  mustBeCurrent()
  store.transact((transaction) => {
    for (const object of objects) {
      const { namespace = '', name = '' } = object.metadata
      const table = tableOf({ def: calls.kind(`${object.apiVersion}/${object.kind}`) })
      transaction.put(table, keyOf(namespace, name), (revision) => deepFreeze(withRevision(object, revision)))
    }
  }, heartbeat)
}
