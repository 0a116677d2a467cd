import { UNPLAIN, plainCopy } from '../base/plain-copy.js'
import { noOptions, type Options } from '../base/options.js'
import type { SubresourceName } from '../registry/subresource-name.js'
import type { KindDef } from '../registry/kind-def.js'
import type { Registry } from '../registry/registry.js'
import type { Call, User } from '../api/call.js'
import type { RequestVerb, Target } from '../api/target.js'
import { callerError, checkArguments } from '../check/arguments.js'
import { notServed } from '../registry/kind-words.js'
import { checkServed } from './check.js'
import { parameters } from './shapes.js'
import type { Ref, WriteOptions } from './types.js'
import type { KubeObject } from '../schema/object.js'
import type { Draft } from '../kinds/object-types.js'
import { templateOf } from './templates.js'

/** Who makes the calls. */
type Caller = {
  readonly registry: Registry
  readonly user: User
  /** Of writes that name none themselves. */
  readonly manager: string
  /** The stored object that a write is about: whoever writes one back has left most of it as it is. */
  readonly stored: (target: Target) => KubeObject | undefined
  /** Of the calls of a controller, which one. */
  readonly controller?: string
}

/** Builds the calls that HTTP requests would have become. */
export type Calls = {
  /**
   * The kind of that name (`Lease`), or of an apiVersion and name (`apps/v1/Deployment`). Throws a TypeError that tells
   * which was meant; `where` begins it.
   */
  readonly kind: (name: string, where?: string) => KindDef
  /** What a call of a verb is about. Throws where the kind is not served so. */
  readonly target: (verb: RequestVerb, def: KindDef, ref: Partial<Ref>) => Target
  /** A call of any verb. */
  readonly of: (
    verb: RequestVerb,
    def: KindDef,
    ref: Partial<Ref>,
    options: Partial<Options>,
    body?: Call['body'],
    subresource?: SubresourceName,
  ) => Call
  /** A call that writes a whole object. */
  readonly write: (verb: 'create' | 'update', name: string, object: Draft<string>, options?: WriteOptions) => Call
}

/** Makes a builder of calls. */
export function createCalls({ registry, user, manager, stored, controller }: Caller): Calls {
  const kind: Calls['kind'] = (name, where) => findKind(registry, name, where)
  const about = (target: Target, options: Partial<Options>, body: Call['body']): Call => ({
    target,
    options: filled(options),
    body,
    user,
    manager: options.fieldManager || manager,
    userAgent: manager,
    controller,
  })
  const of: Calls['of'] = (verb, def, ref, options, body, subresource) =>
    about(targetOf(verb, def, ref, subresource), options, body)
  return {
    kind,
    target: targetOf,
    of,
    write(verb, name, object, options = {}) {
      checkArguments(verb, parameters[verb], [name, object, options])
      const { metadata } = object
      const ref = { namespace: metadata?.namespace ?? '', name: verb === 'create' ? '' : (metadata?.name ?? '') }
      const def = kind(name, verb)
      // Of such a kind a body has to say its type; of others the URL is enough.
      const typed = def.structural ? { apiVersion: def.apiVersion, kind: def.kind, ...object } : object
      const target = targetOf(verb, def, ref, options.subresource)
      const from = verb === 'update' ? stored(target) : templateOf(object)
      return about(target, writeOptions(options), { value: plain(typed, def, from), duplicates: [], from })
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

/** The namespace a call is about: the default one for a single object of a namespaced kind that names none. */
export function namespaceOf(def: KindDef, namespace: string | undefined, verb: RequestVerb): string {
  if (def.scope === 'Cluster') return ''
  return namespace || (verb === 'list' || verb === 'watch' || verb === 'deletecollection' ? '' : 'default')
}

/**
 * A detached copy: what the caller does to its object later does not reach the cluster, and Dates become text. Built-in
 * kinds take six fraction digits wherever there is a time, and ask for them in some places. What it shares with `from`,
 * which is stored, stays the same value.
 */
export function plain(value: unknown, { structural }: Pick<KindDef, 'structural'>, from?: KubeObject): unknown {
  const copy = plainCopy(value, from)
  if (copy !== UNPLAIN) return copy
  try {
    return JSON.parse(!structural && hasDate(value) ? JSON.stringify(value, withMicroseconds) : JSON.stringify(value))
  } catch (error) {
    // An object read with an integer JavaScript holds only as a bigint may be written back.
    if (error instanceof TypeError && error.message.includes('BigInt')) return structuredClone(value)
    throw error
  }
}

const hasDate = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (value instanceof Date || (Array.isArray(value) ? value : Object.values(value)).some(hasDate))

// A replacer: what is written is the member of `this` made text already; what is no text of a Date's own stays.
function withMicroseconds(this: unknown, name: string, text: unknown): unknown {
  const date = (this as { readonly [name: string]: unknown })[name] // whatever JSON.stringify is at
  return date instanceof Date && date.toISOString === Date.prototype.toISOString
    ? date.toISOString().replace(/(\.\d{3})Z$/, '$1000Z')
    : text
}

/** The options of a write as a request carries them. */
export const writeOptions = ({
  dryRun = false,
  fieldManager = '',
  fieldValidation = 'Strict',
}: WriteOptions): Partial<Options> => ({
  dryRun,
  fieldManager,
  fieldValidation,
})

/** All options, from those a call gives. */
function filled(given: Partial<Options>): Options {
  let options: Record<string, unknown> | undefined
  for (const name in given) {
    const value = given[name as keyof Options] // its own
    if (value !== undefined) (options ??= { ...noOptions })[name] = value
  }
  return (options as Options | undefined) ?? noOptions // of which each was one before
}
