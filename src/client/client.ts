import { produce } from 'immer'
import type { Env } from '../base/env.js'
import { isObject } from '../base/json.js'
import { StatusError } from '../base/status.js'
import { parseDuration } from '../base/time.js'
import type { EndpointName, KindDef } from '../kind/define.js'
import type { Registry } from '../kind/registry.js'
import { noOptions, type Options } from '../base/options.js'
import type { Call, Outcome, PatchType, RequestVerb, User } from '../rest/types.js'
import type { KubeObject } from '../schema/object.js'
import { checkOptions, checkRef, checkServed } from './check.js'
import type { Client, ClientWatch, DeleteOptions, Draft, ListOptions, Ref, WatchOptions, WriteOptions } from './types.js'
import { iterateWatch } from './watch.js'

const MANAGER = 'fakecluster'
const DEFAULT_TIMEOUT = 5_000

/** What a client needs of a cluster. */
export type ClientContext = {
  readonly registry: Registry
  readonly env: Env
  readonly user: User
  readonly perform: (call: Call) => Outcome | Promise<Outcome>
}

/** Makes the client of a cluster: each method builds the call an HTTP request would have become. */
export function createClient(context: ClientContext): Client {
  const run = async (call: Call): Promise<Exclude<Outcome, { type: 'cut' }>> => {
    const outcome = await context.perform(call)
    if (outcome.type === 'cut') throw new TypeError('the connection was cut by a script')
    if (outcome.type === 'status' && outcome.status.status === 'Failure') throw new StatusError(outcome.status)
    return outcome
  }
  const call = (verb: RequestVerb, def: KindDef, ref: Partial<Ref>, options: Partial<Options>, body?: Call['body'], endpoint: EndpointName = 'main'): Call => {
    checkServed(verb, def, endpoint)
    return {
      target: { verb, def, namespace: namespaceOf(def, ref.namespace, verb), name: ref.name ?? '', endpoint },
      options: { ...noOptions, ...withoutUndefined(options) },
      body,
      user: context.user,
      manager: options.fieldManager || MANAGER,
      userAgent: MANAGER,
    }
  }
  const objectOf = async (made: Call) => {
    const outcome = await run(made)
    if (outcome.type !== 'object') throw new TypeError(`a ${made.target.verb} was answered with a ${outcome.type}`)
    return outcome.object
  }
  const kind = (name: string) => findKind(context.registry, name)
  const write = async (verb: 'create' | 'update', name: string, object: Draft<string>, options: WriteOptions = {}) => {
    if (!isObject(object)) throw new TypeError(`${verb}: the object to ${verb} is missing`)
    checkOptions(verb, options)
    const { metadata } = object
    return objectOf(
      call(
        verb,
        kind(name),
        verb === 'create' ? { namespace: metadata?.namespace ?? '' } : { ...metadata, name: metadata?.name ?? '' },
        writeOptions(options),
        bodyOf(object),
        options.subresource,
      ),
    )
  }
  const open = (name: string, { signal, ...options }: WatchOptions): ClientWatch<KubeObject> => {
    checkOptions('watch', { signal, ...options })
    const outcome = run(call('watch', kind(name), { namespace: options.namespace ?? '' }, options))
    return iterateWatch(outcome, signal)
  }

  // The methods are typed by the kind's name; underneath every object is one type.
  const client = {
    async get(name: string, ref: Ref) {
      checkRef('get', ref)
      return objectOf(call('get', kind(name), ref, {}))
    },
    async list(name: string, options: ListOptions = {}) {
      checkOptions('list', options)
      const outcome = await run(call('list', kind(name), { namespace: options.namespace ?? '' }, options))
      if (outcome.type !== 'list') throw new TypeError(`a list was answered with a ${outcome.type}`)
      return { items: outcome.items, metadata: outcome.metadata }
    },
    create: (name: string, object: Draft<string>, options?: WriteOptions) => write('create', name, object, options),
    update: (name: string, object: Draft<string>, options?: WriteOptions) => write('update', name, object, options),
    async edit(name: string, ref: Ref, recipe: (draft: KubeObject) => void, options?: WriteOptions) {
      const current = await client.get(name, ref)
      return write(
        'update',
        name,
        produce(current, (draft: KubeObject) => void recipe(draft)),
        options,
      )
    },
    async patch(name: string, ref: Ref, patch: object, { type, ...options }: WriteOptions & { type?: PatchType } = {}) {
      checkRef('patch', ref)
      checkOptions('patch', { type, ...options })
      const body = { value: plain(patch), patch: type ?? (Array.isArray(patch) ? 'json' : 'merge'), duplicates: [] } as const
      return objectOf(call('patch', kind(name), ref, writeOptions(options), body, options.subresource))
    },
    async delete(name: string, ref: Ref, options: DeleteOptions = {}) {
      checkRef('delete', ref)
      checkOptions('delete', options)
      const outcome = await run(call('delete', kind(name), ref, options))
      return outcome.type === 'status' ? outcome.status : outcome.type === 'object' ? outcome.object : undefined
    },
    watch: (name: string, options: WatchOptions = {}) => open(name, options),
    async waitFor(
      name: string,
      ref: Ref,
      until: (object: KubeObject) => boolean = () => true,
      { timeout = DEFAULT_TIMEOUT }: { timeout?: number | string } = {},
    ) {
      checkRef('waitFor', ref)
      const def = kind(name)
      const duration = parseDuration(timeout)
      if (duration.error !== undefined) throw new TypeError(`waitFor: timeout: ${duration.error}`)
      const abort = new AbortController()
      const cancel = context.env.setTimer(() => abort.abort(), duration.ms)
      try {
        let last: KubeObject | undefined
        const options: WatchOptions = { fieldSelector: `metadata.name=${ref.name}`, namespace: namespaceOf(def, ref.namespace, 'get'), signal: abort.signal }
        for await (const { type, object } of open(name, options)) {
          last = type === 'DELETED' ? undefined : object
          if (last && until(last)) return last
        }
        throw new Error(
          `${def.kind} ${JSON.stringify(ref.name)} did not come to the state waited for within ${duration.ms} ms; it is ${last ? JSON.stringify(last) : 'not there'}`,
        )
      } finally {
        cancel()
        abort.abort()
      }
    },
  }
  return client as unknown as Client
}

function findKind(registry: Registry, name: string): KindDef {
  const def = registry.named(name)
  if (!def)
    throw new TypeError(
      `no kind ${JSON.stringify(name)} is served; there are ${registry.kinds
        .map((k) => k.kind)
        .sort()
        .join(', ')}`,
    )
  return def
}

function namespaceOf(def: KindDef, namespace: string | undefined, verb: RequestVerb): string {
  if (def.scope === 'Cluster') return ''
  return namespace || (verb === 'list' || verb === 'watch' || verb === 'deletecollection' ? '' : 'default')
}

// A detached copy: what the caller does to its object later does not reach the cluster, and Dates become text.
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch (error) {
    // An object read with an integer JavaScript holds only as a bigint may be written back.
    if (error instanceof TypeError && error.message.includes('BigInt')) return structuredClone(value)
    throw error
  }
}
const bodyOf = (object: object): Call['body'] => ({ value: plain(object), duplicates: [] })
const writeOptions = ({ dryRun = false, fieldManager = '', fieldValidation = 'Strict' }: WriteOptions): Partial<Options> => ({
  dryRun,
  fieldManager,
  fieldValidation,
})
const withoutUndefined = (options: object): object => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
