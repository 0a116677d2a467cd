import { produce } from 'immer'
import { checkArguments, callerError } from '../../base/check/arguments.js'
import { publicAsync, publicFunction, forCaller } from '../../base/errors/call-site.js'
import { onDemand } from '../../base/on-demand.js'
import type { Env } from '../../base/time/env.js'
import { atOnce } from '../../base/turns/steps.js'
import type { Draft } from '../../kinds/object-types.js'
import type { PatchType, Call } from '../../model/call/call.js'
import type { KubeObject } from '../../schema/object.js'
import { type Calls, plain, writeOptions } from './calls.js'
import { parameters } from './shapes.js'
import type {
  Client,
  ClientWatch,
  DeleteOptions,
  ListOptions,
  Ref,
  Selection,
  WaitOptions,
  WatchOptions,
  WriteOptions,
  ClientWatchEvent,
} from './types.js'
import { type Pace, type WaitContext, createWaits } from './wait.js'
import { type Outcome, done } from '../../model/call/outcome.js'
import { StatusError } from '../../base/errors/status.js'
import type { WatchStream } from '../../model/call/watch-event.js'
import { mustHave } from '../../base/must-have.js'

type Method = (...given: readonly unknown[]) => unknown

/** The parts of a cluster that a client uses. */
type ClientContext = {
  readonly calls: Calls
  readonly env: Env
  /** What a wait lets happen before it moves the clock. */
  readonly pace: Pace
  readonly find: WaitContext['find']
  readonly perform: Perform
  /** Returns what the methods have to wait for, such as fixtures being loaded; undefined if nothing. */
  readonly opening?: () => Promise<void> | undefined
}

/** Creates the client of a cluster: each method builds the same call that an HTTP request would be decoded to. */
export function createClient(context: () => ClientContext): Client {
  const methods = onDemand(() => createMethods(context()))
  const client: { [name: string]: Method } = {}
  for (const name of NAMES) {
    const run: Method = (...given) => (methods()[name] as Method)(...given) // all methods are functions
    client[name] = name === 'watch' ? publicFunction(run) : publicAsync(run)
  }
  return client as unknown as Client // the public types depend on the kind's name; here every object is a KubeObject
}

const NAMES = Object.keys(parameters) as readonly (keyof typeof parameters)[] // exactly its keys

function createMethods(context: ClientContext) {
  const { calls, perform, opening = () => undefined } = context
  return waiting({ ...createRequests(calls, perform), ...createWatching(context) }, opening)
}

/** Creates the methods that observe changes of objects. */
function createWatching({ calls, env, pace, find, perform }: ClientContext) {
  const { kind } = calls
  const open = (name: string, { signal, ...options }: WatchOptions): ClientWatch<KubeObject> => {
    const { namespace = '' } = options
    const call = calls.of('watch', kind(name, 'watch'), { namespace }, options)
    return iterateWatch((async () => run(perform, call))(), signal)
  }
  const waits = createWaits({ env, pace, open, find })
  return {
    watch(name: string, options: WatchOptions = {}) {
      checkArguments('watch', parameters.watch, [name, options])
      return open(name, options)
    },
    async waitFor(
      name: string,
      wanted: Ref | Selection,
      until?: (object: KubeObject) => boolean,
      options?: WaitOptions,
    ) {
      checkArguments('waitFor', parameters.waitFor, [name, wanted, until, options])
      return waits.waitFor(kind(name, 'waitFor'), wanted, until, options)
    },
    async waitForGone(name: string, ref: Ref, options?: WaitOptions) {
      checkArguments('waitForGone', parameters.waitForGone, [name, ref, options])
      return waits.waitForGone(kind(name, 'waitForGone'), ref, options)
    },
  }
}

/** Creates the client methods that send requests. */
function createRequests(calls: Calls, perform: Perform) {
  const { kind, of: call } = calls
  const get = (name: string, ref: Ref) => {
    checkArguments('get', parameters.get, [name, ref])
    return runObject(perform, call('get', kind(name, 'get'), ref, {}))
  }
  const write = (verb: 'create' | 'update') => (name: string, object: Draft<string>, options?: WriteOptions) =>
    runObject(perform, calls.write(verb, name, object, options))
  const update = write('update')
  return {
    get,
    create: write('create'),
    update,
    async list(name: string, options: ListOptions = {}) {
      checkArguments('list', parameters.list, [name, options])
      const { namespace = '' } = options
      const outcome = await run(perform, call('list', kind(name, 'list'), { namespace }, options))
      if (outcome.type !== 'list') throw new TypeError(`a list was answered with a ${outcome.type}`)
      return { items: outcome.items, metadata: outcome.metadata }
    },
    async edit(name: string, ref: Ref, recipe: (draft: KubeObject) => void, options?: WriteOptions) {
      checkArguments('edit', parameters.edit, [name, ref, recipe, options])
      return update(name, produce(await get(name, ref), atOnce(recipe)), options)
    },
    patch(name: string, ref: Ref, patch: object, given: WriteOptions & { type?: PatchType } = {}) {
      checkArguments('patch', parameters.patch, [name, ref, patch, given])
      const { type = Array.isArray(patch) ? 'json' : 'merge', ...options } = given
      const def = kind(name, 'patch')
      const body = { value: plain(patch, def), patch: type, duplicates: [] }
      return runObject(perform, call('patch', def, ref, writeOptions(options), body, options.subresource))
    },
    async delete(name: string, ref: Ref, options: DeleteOptions = {}) {
      checkArguments('delete', parameters.delete, [name, ref, options])
      const outcome = await run(perform, call('delete', kind(name, 'delete'), ref, options))
      return outcome.type === 'status' ? outcome.status : outcome.type === 'object' ? outcome.object : undefined
    },
  }
}

/** Executes a decoded call; see the pipeline. */
type Perform = (call: Call) => Outcome | Promise<Outcome>

/** The outcome of a request that got a complete response. */
type Answered = Exclude<Outcome, { type: 'cut' | 'spoilt' }>

/**
 * Executes a call. Returns a promise only if the call is not answered synchronously. Fails as a client library does:
 * with a StatusError, or with an error for a broken connection.
 */
function run(perform: Perform, call: Call): Answered | Promise<Answered> {
  const outcome = perform(call)
  return outcome instanceof Promise ? outcome.then(answered) : answered(outcome)
}

/** Executes a call whose response is an object. */
function runObject(perform: Perform, call: Call): KubeObject | Promise<KubeObject> {
  const outcome = perform(call)
  return outcome instanceof Promise ? outcome.then((made) => objectOf(call, made)) : objectOf(call, outcome)
}

function objectOf({ target }: Call, outcome: Outcome): KubeObject {
  if (outcome.type === 'object') return outcome.object
  throw new TypeError(`a ${target.verb} was answered with a ${answered(outcome).type}`)
}

function answered(outcome: Outcome): Answered {
  if (outcome.type === 'cut') throw callerError('the connection was cut by a script')
  if (outcome.type === 'spoilt') throw spoiltError(outcome)
  try {
    return done(outcome)
  } catch (error) {
    throw error instanceof Error ? forCaller(error) : error
  }
}

const spoiltError = ({ malformed }: Extract<Outcome, { type: 'spoilt' }>): Error =>
  malformed === undefined
    ? callerError('the connection was cut by a script in the middle of the body')
    : forCaller(new SyntaxError('the body is no JSON, as a script wants it'))

type Result = IteratorResult<ClientWatchEvent<KubeObject>>

const DONE: Result = { done: true, value: undefined }

/** An open watch and the state of its reader. */
type Reading = {
  /** Resolves with undefined if the watch was closed before it was open. */
  readonly opened: Promise<WatchStream | undefined>
  readonly close: () => void
  /** Resolves once the watch is closed. */
  readonly closing: Promise<undefined>
  isClosed: boolean
  /** Called when there may be more events to read. */
  wake: () => void
}

/**
 * Returns an async iterator over a watch. It throws at an ERROR event and at a cut connection, and ends when the watch
 * does.
 */
function iterateWatch(opening: Promise<Outcome>, signal?: AbortSignal): ClientWatch<KubeObject> {
  const reading = startReading(opening)
  const { close, closing } = reading
  signal?.addEventListener('abort', close, { once: true })
  void closing.then(() => signal?.removeEventListener('abort', close))
  if (signal?.aborted) close()
  let last: Promise<unknown> = Promise.resolve()
  const finish = async (): Promise<Result> => {
    close()
    await closing
    return DONE
  }
  return {
    // Concurrent calls are served in order, each with its own event.
    next() {
      const result = last.then(() => readOrClose(reading))
      last = result.catch(() => undefined)
      return result
    },
    return: finish,
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await finish()
    },
  }
}

function startReading(opening: Promise<Outcome>): Reading {
  let close: () => void = () => undefined
  const closing = new Promise<void>((resolve) => (close = resolve)).then(() => {
    reading.isClosed = true
    reading.wake()
    return undefined
  })
  const stream = opening.then((outcome): WatchStream => {
    if (outcome.type !== 'watch') throw new TypeError(`a watch was answered with a ${outcome.type}`)
    outcome.stream.onReady(() => reading.wake())
    return outcome.stream
  })
  // The reader of the iterator gets the failure; without a reader it must not be an unhandled rejection.
  stream.then((open) => closing.then(() => open.close())).catch(() => undefined)
  // A watch can be closed while it is still being opened.
  const opened = Promise.race([stream, closing])
  opened.catch(() => undefined)
  const reading: Reading = { opened, close, closing, isClosed: false, wake: () => undefined }
  return reading
}

async function readOrClose(reading: Reading): Promise<Result> {
  try {
    return await readNext(reading)
  } catch (error) {
    reading.close()
    throw error
  }
}

async function readNext(reading: Reading): Promise<Result> {
  const open = await reading.opened
  while (open && !reading.isClosed) {
    const event = open.next()
    if (event === 'end') break
    if (event === 'cut' || event?.type === 'torn') throw new TypeError('the connection was cut by a script')
    if (event?.type === 'ERROR') throw new StatusError(event.status)
    if (event) return { done: false, value: event }
    await new Promise<void>((resolve) => (reading.wake = resolve))
  }
  reading.close()
  return DONE
}

type AnyMethod = (...given: never[]) => unknown

/** Wraps the methods of a client so that each first waits for `opening`, as long as it returns a promise. */
function waiting<M extends { readonly [name: string]: AnyMethod }>(
  methods: M,
  opening: () => Promise<void> | undefined,
): M {
  const all = Object.entries(methods).map(([name, method]) => [
    name,
    (...given: never[]) => {
      const open = opening()
      if (!open) return method(...given)
      const result = open.then(() => method(...given))
      return name === 'watch' ? waitingWatch(result as Promise<ClientWatch<KubeObject>>) : result // `watch` returns one
    },
  ])
  return Object.fromEntries(all) as M // the same methods under the same names
}

function waitingWatch(opening: Promise<ClientWatch<KubeObject>>): ClientWatch<KubeObject> {
  // Reading the watch rejects with the failure; without a reader it must not be an unhandled rejection.
  opening.catch(() => undefined)
  const end = async () => mustHave((await opening).return?.(), 'the way to end a watch')
  return {
    next: async () => (await opening).next(),
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await end()
    },
  }
}
