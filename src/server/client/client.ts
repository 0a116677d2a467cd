import { publicAsync, publicFunction } from '../../base/errors/call-site.js'
import type { Env } from '../../base/time/env.js'
import { onDemand } from '../../base/on-demand.js'
import { checkArguments } from '../../base/check/arguments.js'
import type { KubeObject } from '../../schema/object.js'
import { type Perform, run } from './run.js'
import type { Calls } from './calls.js'
import { createRequests } from './requests.js'
import { parameters } from './shapes.js'
import { waiting } from './started.js'
import type { Client, ClientWatch, Ref, Selection, WaitOptions, WatchOptions } from './types.js'
import { type Pace, type WaitContext, createWaits } from './wait.js'
import { iterateWatch } from './watch.js'

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
