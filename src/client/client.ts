import { publicAsync, publicFunction } from '../base/call-site.js'
import type { Env } from '../base/env.js'
import { onDemand } from '../base/on-demand.js'
import { checkArguments } from '../check/arguments.js'
import type { KubeObject } from '../schema/object.js'
import { type Perform, run } from './run.js'
import type { Calls } from './calls.js'
import { createRequests } from './requests.js'
import { parameters } from './shapes.js'
import { waiting } from './started.js'
import type { Client, ClientWatch, Ref, WaitOptions, WatchOptions } from './types.js'
import { type Pace, type WaitContext, createWaits } from './wait.js'
import { iterateWatch } from './watch.js'

type Method = (...given: readonly unknown[]) => unknown

/** What a client needs of a cluster. */
type ClientContext = {
  /** Builds its calls. */
  readonly calls: Calls
  readonly env: Env
  /** What waits that move the clock wait for first. */
  readonly pace: Pace
  readonly find: WaitContext['find']
  readonly perform: Perform
  /** What its methods wait for; undefined where there is nothing. */
  readonly opening?: () => Promise<void> | undefined
}

/** Makes the client of a cluster: each method builds the call an HTTP request would have become. */
export function createClient(context: () => ClientContext): Client {
  const methods = onDemand(() => createMethods(context()))
  const client: { [name: string]: Method } = {}
  for (const name of NAMES) {
    const run: Method = (...given) => (methods()[name] as Method)(...given) // a function, whatever it takes
    client[name] = name === 'watch' ? publicFunction(run) : publicAsync(run)
  }
  return client as unknown as Client // the methods are typed by the kind's name; underneath every object is one type
}

const NAMES = Object.keys(parameters) as readonly (keyof typeof parameters)[] // its own names

function createMethods(context: ClientContext) {
  const { calls, perform, opening = () => undefined } = context
  return waiting({ ...createRequests(calls, perform), ...createWatching(context) }, opening)
}

/** Makes the methods that see an object change. */
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
    async waitFor(name: string, ref: Ref, until?: (object: KubeObject) => boolean, options?: WaitOptions) {
      checkArguments('waitFor', parameters.waitFor, [name, ref, until, options])
      return waits.waitFor(kind(name, 'waitFor'), ref, until, options)
    },
    async waitForGone(name: string, ref: Ref, options?: WaitOptions) {
      checkArguments('waitForGone', parameters.waitForGone, [name, ref, options])
      return waits.waitForGone(kind(name, 'waitForGone'), ref, options)
    },
  }
}
