import { produce } from 'immer'
import { StatusError } from '../../base/errors/status.js'
import { deepFreeze } from '../../base/json/json.js'
import { type Steps, atOnce as editedAtOnce, waitFor } from '../../base/turns/steps.js'
import type { Options } from '../../model/call/options.js'
import { plain, writeOptions } from '../../server/client/calls.js'
import type { DeleteOptions, Ref, WriteOptions } from '../../server/client/types.js'
import type { Call, PatchType } from '../../model/call/call.js'
import { done } from '../../model/call/outcome.js'
import type { Draft } from '../../kinds/object-types.js'
import { keyOf, tableOf } from '../../rest/context.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import { withRevision } from '../../rest/write/stored-form.js'
import type { KubeObject } from '../../schema/object.js'
import { type AccessContext, objectIn, objectOf } from './access.js'
import type { World, WorldInSteps, Writes } from './types.js'
import { SERVER } from '../../kinds/bootstrap/server-writes.js'

/** The writes that are steps. */
export type InSteps = Pick<WorldInSteps, keyof Writes<'in steps'> | 'createFor' | 'assumed' | 'pause' | 'waitFor'>

/** Creates the writes of a controller, as steps. */
export function createWritesInSteps(context: AccessContext): InSteps {
  const writes = {
    create: (name: string, object: Draft<string>, options?: WriteOptions) => create(context, name, object, options),
    createFor: (owner: KubeObject, name: string, object: Draft<string>) =>
      create(context, name, object, undefined, isNotedLarge(owner)),
    update: (name: string, object: Draft<string>, options?: WriteOptions) => update(context, name, object, options),
    edit: (name: string, ref: Ref, recipe: (draft: KubeObject) => void, options?: WriteOptions) =>
      edit(context, name, ref, recipe, options),
    patch: (name: string, ref: Ref, value: object, { type, ...options }: WriteOptions & { type?: PatchType } = {}) =>
      patch(context, name, ref, { value, type: type ?? (Array.isArray(value) ? 'json' : 'merge') }, options),
    apply: (name: string, object: Applied, options?: WriteOptions) => apply(context, name, object, options),
    assumed: () => createWritesInSteps(asServer(context)),
    rescale: (name: string, ref: Ref, replicas: number) => rescale(context, name, ref, replicas),
    delete: (name: string, ref: Ref, options: DeleteOptions = {}) => remove(context, name, ref, options),
    pause: context.pause,
    waitFor<T>(promise: Promise<T>) {
      context.env.hold(promise)
      return waitFor(promise)
    },
  }
  // The methods are typed by the kind's name, which only their callers know; underneath every object is one type.
  return writes as unknown as InSteps
}

/** Does the steps of a write at once; `what` tells it from other writes. */
type AtOnce = <T>(what: string, steps: Steps<T>) => T

/** Creates the writes of a reconciliation that are done at once. */
export function createWrites(steps: InSteps, atOnce: AtOnce): Writes<'at once'> {
  const writes = Object.fromEntries(
    AT_ONCE.map((verb) => [
      verb,
      (...given: readonly unknown[]) =>
        // Called with the parameters of the verb.
        atOnce(whatOf(verb, given), (steps[verb] as (...given: readonly unknown[]) => Steps<unknown>)(...given)),
    ]),
  )
  return writes as unknown as Writes<'at once'> // as above
}

const AT_ONCE = [
  'create',
  'update',
  'edit',
  'patch',
  'apply',
  'rescale',
  'delete',
] as const satisfies (keyof Writes<'at once'>)[]

/** Identifies a write of a reconciliation by its verb, its object and its subresource. */
function whatOf(verb: string, [kind, about, ...more]: readonly unknown[]): string {
  const { metadata, ...ref } = about as Partial<KubeObject> & Partial<Ref> // a draft, or a reference to an object
  const { namespace, name, generateName }: Partial<KubeObject['metadata']> = { ...ref, ...metadata }
  // Options are the last parameter.
  const subresource = more.map((each) => (each as WriteOptions | undefined)?.subresource).find(Boolean)
  return JSON.stringify([verb, kind, namespace, name, generateName, subresource])
}

function* objectBy(context: AccessContext, call: Call, isLong?: boolean): Steps<KubeObject> {
  return objectIn(call, done(yield* context.write(call, isLong)))
}

const create = (
  context: AccessContext,
  name: string,
  object: Draft<string>,
  options?: WriteOptions,
  isLong?: boolean,
): Steps<KubeObject> => objectBy(context, context.calls.write('create', name, object, options), isLong)

function update(
  context: AccessContext,
  name: string,
  object: Draft<string>,
  options?: WriteOptions,
): Steps<KubeObject> {
  const call = context.calls.write('update', name, object, options)
  const { from } = call.body ?? {}
  return objectBy(context, call, from !== undefined && isNotedLarge(from))
}

function edit(
  context: AccessContext,
  name: string,
  ref: Ref,
  recipe: (draft: KubeObject) => void,
  options?: WriteOptions,
): Steps<KubeObject> {
  const object = objectOf(context, context.calls.of('get', context.calls.kind(name), ref, {}))
  return update(context, name, produce(object, editedAtOnce(recipe)), options)
}

type Applied = Pick<Draft<string>, 'metadata'>

function patch(
  context: AccessContext,
  name: string,
  ref: Ref,
  { value, type }: { readonly value: object; readonly type: PatchType },
  { subresource, ...options }: WriteOptions,
  more: Partial<Options> = {},
): Steps<KubeObject> {
  const { calls } = context
  const def = calls.kind(name)
  const body = { value: plain(value, def), patch: type, duplicates: [] }
  return objectBy(context, calls.of('patch', def, ref, { ...writeOptions(options), ...more }, body, subresource))
}

const asServer = (context: AccessContext): AccessContext => ({
  ...context,
  write: (call, isLong) => context.write({ ...call, user: SERVER }, isLong),
})

function apply(context: AccessContext, name: string, object: Applied, options: WriteOptions = {}): Steps<KubeObject> {
  const { apiVersion, kind } = context.calls.kind(name)
  const { namespace, name: own = '' } = object.metadata ?? {}
  const ref = { name: own, ...(namespace === undefined ? {} : { namespace }) }
  return patch(context, name, ref, { value: { apiVersion, kind, ...object }, type: 'apply' }, options, { force: true })
}

function* rescale(context: AccessContext, name: string, ref: Ref, replicas: number): Steps<void> {
  const { calls } = context
  const def = calls.kind(name)
  const scale = objectOf(context, calls.of('get', def, ref, {}, undefined, 'scale'))
  const value = { ...scale, spec: { replicas } }
  done(yield* context.write(calls.of('update', def, ref, {}, { value, duplicates: [] }, 'scale')))
}

function* remove(context: AccessContext, name: string, ref: Ref, options: DeleteOptions): Steps<void> {
  const { calls } = context
  try {
    done(yield* context.write(calls.of('delete', calls.kind(name), ref, options)))
  } catch (error) {
    if (!(error instanceof StatusError && error.code === 404)) throw error
  }
}

/** Stores heartbeats. */
export function beat(
  { calls, store, heartbeat, mustBeCurrent }: AccessContext,
  objects: readonly KubeObject[],
): ReturnType<World['beat']> {
  mustBeCurrent()
  store.transact((transaction) => {
    for (const object of objects) {
      const { namespace = '', name = '' } = object.metadata
      const table = tableOf({ def: calls.kind(`${object.apiVersion}/${object.kind}`) })
      transaction.put(table, keyOf(namespace, name), (revision) => deepFreeze(withRevision(object, revision)))
    }
  }, heartbeat)
}
