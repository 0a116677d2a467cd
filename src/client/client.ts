import { produce } from 'immer'
import { atOnce } from '../base/promises.js'
import { later } from '../base/later.js'
import { forCaller, publicAsync, publicFunction } from '../base/call-site.js'
import type { Env } from '../base/env.js'
import { done } from '../api/done.js'
import type { Call, PatchType } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { KubeObject } from '../schema/object.js'
import { callerError, checkArguments } from '../check/arguments.js'
import { type Calls, plain, writeOptions } from './calls.js'
import { waiting } from './started.js'
import { parameters } from './shapes.js'
import type {
  Client,
  ClientWatch,
  DeleteOptions,
  ListOptions,
  Ref,
  WaitOptions,
  WatchOptions,
  WriteOptions,
} from './types.js'
import type { Draft } from '../kinds/object-types.js'
import { type Pace, type WaitContext, createWaits } from './wait.js'
import { iterateWatch } from './watch.js'

type Method = (...given: readonly unknown[]) => unknown

/** What a client needs of a cluster. */
export type ClientContext = {
  /** Builds its calls. */
  readonly calls: Calls
  readonly env: Env
  /** What waits that move the clock wait for first. */
  readonly pace: Pace
  readonly find: WaitContext['find']
  readonly perform: (call: Call) => Outcome | Promise<Outcome>
  /** What its methods wait for; undefined where there is nothing. */
  readonly opening?: () => Promise<void> | undefined
}

const spoiltError = ({ malformed }: Extract<Outcome, { type: 'spoilt' }>): Error =>
  malformed === undefined
    ? callerError('the connection was cut by a script in the middle of the body')
    : forCaller(new SyntaxError('the body is no JSON, as a script wants it'))

/** Makes the client of a cluster: each method builds the call an HTTP request would have become. */
export function createClient({ calls, env, pace, find, perform, opening = () => undefined }: ClientContext): Client {
  const { kind, of: call } = calls
  // What is answered at once costs no promise but the one that the caller is given.
  const run = (call: Call) => later(perform(call), answered)
  const answered = (outcome: Outcome): Exclude<Outcome, { type: 'cut' | 'spoilt' }> => {
    if (outcome.type === 'cut') throw callerError('the connection was cut by a script')
    if (outcome.type === 'spoilt') throw spoiltError(outcome)
    try {
      return done(outcome)
    } catch (error) {
      throw error instanceof Error ? forCaller(error) : error
    }
  }
  const objectOf = (made: Call) =>
    later(run(made), (outcome) => {
      if (outcome.type !== 'object') throw new TypeError(`a ${made.target.verb} was answered with a ${outcome.type}`)
      return outcome.object
    })
  const write = (verb: 'create' | 'update', name: string, object: Draft<string>, options?: WriteOptions) =>
    objectOf(calls.write(verb, name, object, options))
  const open = (name: string, { signal, ...options }: WatchOptions): ClientWatch<KubeObject> => {
    const made = call('watch', kind(name, 'watch'), { namespace: options.namespace ?? '' }, options)
    const outcome = (async () => run(made))()
    return iterateWatch(outcome, signal)
  }

  const waits = createWaits({ env, pace, open, find })
  // The methods are typed by the kind's name; underneath every object is one type.
  const client = {
    get(name: string, ref: Ref) {
      checkArguments('get', parameters.get, [name, ref])
      return objectOf(call('get', kind(name, 'get'), ref, {}))
    },
    async list(name: string, options: ListOptions = {}) {
      checkArguments('list', parameters.list, [name, options])
      const outcome = await run(call('list', kind(name, 'list'), { namespace: options.namespace ?? '' }, options))
      if (outcome.type !== 'list') throw new TypeError(`a list was answered with a ${outcome.type}`)
      return { items: outcome.items, metadata: outcome.metadata }
    },
    create: (name: string, object: Draft<string>, options?: WriteOptions) => write('create', name, object, options),
    update: (name: string, object: Draft<string>, options?: WriteOptions) => write('update', name, object, options),
    async edit(name: string, ref: Ref, recipe: (draft: KubeObject) => void, options?: WriteOptions) {
      checkArguments('edit', parameters.edit, [name, ref, recipe, options])
      const current = await client.get(name, ref)
      return write('update', name, produce(current, atOnce(recipe)), options)
    },
    patch(name: string, ref: Ref, patch: object, given: WriteOptions & { type?: PatchType } = {}) {
      checkArguments('patch', parameters.patch, [name, ref, patch, given])
      const { type, ...options } = given
      const def = kind(name, 'patch')
      const body = {
        value: plain(patch, def),
        patch: type ?? (Array.isArray(patch) ? 'json' : 'merge'),
        duplicates: [],
      } as const
      return objectOf(call('patch', def, ref, writeOptions(options), body, options.subresource))
    },
    async delete(name: string, ref: Ref, options: DeleteOptions = {}) {
      checkArguments('delete', parameters.delete, [name, ref, options])
      const outcome = await run(call('delete', kind(name, 'delete'), ref, options))
      return outcome.type === 'status' ? outcome.status : outcome.type === 'object' ? outcome.object : undefined
    },
    watch(name: string, options: WatchOptions = {}) {
      checkArguments('watch', parameters.watch, [name, options])
      return open(name, options)
    },
    async waitFor(name: string, ref: Ref, until?: (object: KubeObject) => boolean, options?: WaitOptions) {
      checkArguments('waitFor', parameters.waitFor, [name, ref, until, options])
      return waits.waitFor(kind(name, 'waitFor'), ref, until, options)
    },
    async waitForGone(name: string, ref: Ref, options?: WaitOptions) {
      checkArguments('waitForGone', parameters.waitForGone, [name, ref, options])
      return waits.waitForGone(kind(name, 'waitForGone'), ref, options)
    },
  }
  const methods = waiting(client, opening)
  return {
    // Each of them is a function, whatever it takes.
    ...Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, publicAsync(method as Method)])),
    watch: publicFunction(methods.watch),
  } as unknown as Client // the methods are typed by the kind's name; underneath every object is one type
}
