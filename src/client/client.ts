import { produce } from 'immer'
import type { Env } from '../base/env.js'
import { parseDuration } from '../base/time.js'
import { done } from '../api/done.js'
import type { Call, PatchType } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { KubeObject } from '../schema/object.js'
import type { Draft } from '../kinds/object-types.js'
import { type Calls, namespaceOf, plain, writeOptions } from './calls.js'
import { checkOptions, checkRef } from './check.js'
import type { Client, ClientWatch, DeleteOptions, ListOptions, Ref, WatchOptions, WriteOptions } from './types.js'
import { iterateWatch } from './watch.js'

const DEFAULT_TIMEOUT = 5_000

/** What a client needs of a cluster. */
export type ClientContext = {
  /** Builds its calls. */
  readonly calls: Calls
  readonly env: Env
  readonly perform: (call: Call) => Outcome | Promise<Outcome>
}

const spoiltError = ({ malformed }: Extract<Outcome, { type: 'spoilt' }>): Error =>
  malformed === undefined
    ? new TypeError('the connection was cut by a script in the middle of the body')
    : new SyntaxError('the body is no JSON, as a script wants it')

/** Makes the client of a cluster: each method builds the call an HTTP request would have become. */
export function createClient({ calls, env, perform }: ClientContext): Client {
  const { kind, of: call } = calls
  const run = async (call: Call): Promise<Exclude<Outcome, { type: 'cut' | 'spoilt' }>> => {
    const outcome = await perform(call)
    if (outcome.type === 'cut') throw new TypeError('the connection was cut by a script')
    if (outcome.type === 'spoilt') throw spoiltError(outcome)
    return done(outcome)
  }
  const objectOf = async (made: Call) => {
    const outcome = await run(made)
    if (outcome.type !== 'object') throw new TypeError(`a ${made.target.verb} was answered with a ${outcome.type}`)
    return outcome.object
  }
  const write = async (verb: 'create' | 'update', name: string, object: Draft<string>, options?: WriteOptions) =>
    objectOf(calls.write(verb, name, object, options))
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
      const body = {
        value: plain(patch),
        patch: type ?? (Array.isArray(patch) ? 'json' : 'merge'),
        duplicates: [],
      } as const
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
      const cancel = env.setTimer(() => abort.abort(), duration.ms)
      try {
        let last: KubeObject | undefined
        const options: WatchOptions = {
          fieldSelector: `metadata.name=${ref.name}`,
          namespace: namespaceOf(def, ref.namespace, 'get'),
          signal: abort.signal,
        }
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
