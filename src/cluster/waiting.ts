import { publicAsync } from '../base/errors/call-site.js'
import { type Clock, createClock } from '../base/time/clock.js'
import type { Patience } from '../base/time/real-wait.js'
import { checkArguments, optionsOf } from '../base/check/arguments.js'
import { duration } from '../base/check/shape.js'
import { settle } from '../controllers/runtime/settle.js'
import { type ClientActivity, createClientActivity } from '../server/http/client-activity.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** The waiting and the clock of a cluster. */
export type Waiting = {
  /** Knows whether clients outside the process use the cluster. */
  readonly activity: ClientActivity
  /** Resolves once everything in process is at rest and every watch has been read. */
  readonly settle: () => Promise<void>
  readonly clock: Clock
}

/** Creates the waiting of a server; waits in real time are limited by `patience`. */
export function createWaiting(
  { context, engine, flowSchemas, opening, pipeline, recorder }: Server,
  patience: Patience,
): Waiting {
  const { env, store, watches } = context
  const settleWith = (unread: () => readonly string[]) => {
    flowSchemas.finish()
    return settle({ env, store, engine, unread })
  }
  const rest = () => settleWith(() => [])
  return {
    activity: createClientActivity({ env, handle: pipeline.handle, recorder, watches, rest, patience: patience.left }),
    settle: () => settleWith(watches.unread),
    clock: createClock(env, opening),
  }
}

const settledOptions = optionsOf({ until: duration }, '{ until: "10s" }')

/** Creates the methods that wait. */
export const createWaits = (
  works: () => { readonly server: Server; readonly waiting: Waiting },
): Pick<Cluster, 'ready' | 'settled' | 'idle'> => ({
  idle: publicAsync((options) => works().waiting.activity.idle(options)),
  async ready() {
    await works().server.opening()
  },
  settled: publicAsync(async (options) => {
    checkArguments('settled', { options: settledOptions }, [options])
    const { server, waiting } = works()
    await server.opening()
    if (options?.until !== undefined) await waiting.clock.advance(options.until)
    await waiting.settle()
  }),
})
