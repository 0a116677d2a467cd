import { callerError, checkArguments } from '../../base/check/arguments.js'
import { suggest } from '../../base/check/shape.js'
import { methodNotAllowed } from '../../base/errors/status.js'
import { goQuote } from '../../base/go/printable.js'
import { UNPLAIN, plainCopy } from '../../base/json/plain-copy.js'
import type { Draft } from '../../kinds/object-types.js'
import type { Call, User, RequestVerb, Target } from '../../model/call/call.js'
import { type Options, noOptions } from '../../model/call/options.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { notServed } from '../../model/registry/kind-words.js'
import type { Registry } from '../../model/registry/registry.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import type { KubeObject } from '../../schema/object.js'
import { parameters } from './shapes.js'
import { templateOf } from './templates.js'
import type { Ref, WriteOptions } from './types.js'

/** The caller on whose behalf the calls are made. */
type Caller = {
  readonly registry: Registry
  readonly user: User
  /** The field manager of writes that name none. */
  readonly manager: string
  /**
   * Returns the stored object that a write targets: an object that is read, changed and written back shares most of it.
   */
  readonly stored: (target: Target) => KubeObject | undefined
  /** `test` for the cluster's own methods; see {@link Call}. */
  readonly client?: 'test'
  /** The controller that makes the calls, if one does. */
  readonly controller?: string
  /** Whether this package alone makes what is written: it is plain, and stays as it is. */
  readonly isOwn?: boolean
}

/** Builds the same calls that HTTP requests would be decoded to. */
export type Calls = {
  /**
   * Finds a kind by its name (`Lease`), or by apiVersion and name (`apps/v1/Deployment`).
   *
   * @param where the method to name at the start of the error
   * @throws TypeError that suggests the kind that was probably meant
   */
  readonly kind: (name: string, where?: string) => KindDef
  /** Returns the target of a call. Throws where the kind does not serve the verb or the subresource. */
  readonly target: (verb: RequestVerb, def: KindDef, ref: Partial<Ref>) => Target
  /** Builds a call of any verb. */
  readonly of: (
    verb: RequestVerb,
    def: KindDef,
    ref: Partial<Ref>,
    options: Partial<Options>,
    body?: Call['body'],
    subresource?: SubresourceName,
  ) => Call
  /** Builds a call that creates or replaces an object. */
  readonly write: (verb: 'create' | 'update', name: string, object: Draft<string>, options?: WriteOptions) => Call
}

/** Creates a builder of calls. */
export function createCalls({ registry, user, manager, stored, client, controller, isOwn }: Caller): Calls {
  const kind: Calls['kind'] = (name, where) => findKind(registry, name, where)
  const about = (target: Target, options: Partial<Options>, body: Call['body']): Call => ({
    target,
    options: filled(options),
    body,
    user,
    manager: options.fieldManager || manager,
    userAgent: manager,
    client,
    controller,
  })
  const of: Calls['of'] = (verb, def, ref, options, body, subresource) =>
    about(targetOf(verb, def, ref, subresource), options, body)
  return {
    kind,
    target: targetOf,
    of,
    write(verb, name, object, options = {}) {
      if (!isOwn) checkArguments(verb, parameters[verb], [name, object, options])
      const { metadata } = object
      const ref = { namespace: metadata?.namespace ?? '', name: verb === 'create' ? '' : (metadata?.name ?? '') }
      const def = kind(name, verb)
      // The body of a custom resource has to state apiVersion and kind; for built-in kinds the URL is enough.
      const typed = def.structural ? { apiVersion: def.apiVersion, kind: def.kind, ...object } : object
      const target = targetOf(verb, def, ref, options.subresource)
      const from = verb === 'update' ? stored(target) : templateOf(object)
      // A struct is decoded into an object of its own.
      const value = isOwn && !def.structural ? typed : plain(typed, def, from)
      return about(target, writeOptions(options), { value, duplicates: [], from })
    },
  }
}

function targetOf(verb: RequestVerb, def: KindDef, ref: Partial<Ref>, subresource: SubresourceName = 'main'): Target {
  checkServed(verb, def, subresource)
  return { verb, def, namespace: namespaceOf(def, ref.namespace, verb), name: ref.name ?? '', subresource }
}

function findKind(registry: Registry, name: string, where?: string): KindDef {
  const def = registry.named(name)
  if (!def) throw callerError(`${where === undefined ? '' : `${where}: `}${notServed(registry, name)}`)
  return def
}

/** Returns the namespace of a call: `default` for a verb on a single object of a namespaced kind that names none. */
export function namespaceOf(def: KindDef, namespace: string | undefined, verb: RequestVerb): string {
  if (def.scope === 'Cluster') return ''
  return namespace || (verb === 'list' || verb === 'watch' || verb === 'deletecollection' ? '' : 'default')
}

/**
 * Returns a detached JSON copy: later changes by the caller do not reach the cluster, and Dates become strings. Dates
 * in objects of built-in kinds get six fractional digits, which every time field accepts and MicroTime requires. Parts
 * that are identical to those of the stored object `from` are shared, not copied.
 */
export function plain(value: unknown, { structural }: Pick<KindDef, 'structural'>, from?: KubeObject): unknown {
  const copy = plainCopy(value, from)
  if (copy !== UNPLAIN) return copy
  try {
    return JSON.parse(!structural && hasDate(value) ? JSON.stringify(value, withMicroseconds) : JSON.stringify(value))
  } catch (error) {
    // Integers beyond the safe range are read as bigints, and an object that has some may be written back.
    if (error instanceof TypeError && error.message.includes('BigInt')) return structuredClone(value)
    throw error
  }
}

const hasDate = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (value instanceof Date || (Array.isArray(value) ? value : Object.values(value)).some(hasDate))

// A replacer for JSON.stringify, which gets the result of `toJSON`; a Date whose `toISOString` is overridden keeps its
// own.
function withMicroseconds(this: unknown, name: string, text: unknown): unknown {
  const date = (this as { readonly [name: string]: unknown })[name] // the holder that JSON.stringify passes
  return date instanceof Date && date.toISOString === Date.prototype.toISOString
    ? date.toISOString().replace(/(\.\d{3})Z$/, '$1000Z')
    : text
}

/** Returns the options of a write as those of a request. */
export const writeOptions = ({
  dryRun = false,
  fieldManager = '',
  fieldValidation = 'Strict',
}: WriteOptions): Partial<Options> => ({
  dryRun,
  fieldManager,
  fieldValidation,
})

/** Fills in the defaults of the options that are not given. */
function filled(given: Partial<Options>): Options {
  let options: Record<string, unknown> | undefined
  for (const name in given) {
    const value = given[name as keyof Options] // `name` is one of its keys
    if (value !== undefined) (options ??= { ...noOptions })[name] = value
  }
  return (options as Options | undefined) ?? noOptions // it started as a copy of them
}

/**
 * Checks that a kind serves a verb on a subresource.
 *
 * @throws TypeError if the kind has no such subresource, StatusError 405 if the verb is not served
 */
function checkServed(verb: RequestVerb, def: KindDef, subresource: SubresourceName): void {
  const served = Object.hasOwn(def.subresources, subresource) ? def.subresources[subresource] : undefined
  if (!served)
    throw callerError(`${def.kind} has no subresource ${goQuote(subresource)}; ${othersOf(def, subresource)}`)
  // Watching a kind that does not support it fails in the watch itself.
  if (verb !== 'watch' && !served.verbs.includes(verb)) throw methodNotAllowed()
}

function othersOf({ subresources }: KindDef, wrong: string): string {
  const names = Object.keys(subresources).filter((name) => name !== 'main')
  return names.length === 0 ? 'it has none' : suggest(wrong, names)
}
