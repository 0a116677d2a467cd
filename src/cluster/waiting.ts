import { publicAsync } from '../base/call-site.js'
import { type Clock, createClock } from '../base/clock.js'
import type { Patience } from '../base/patience.js'
import { checkArguments, optionsOf } from '../check/arguments.js'
import { duration } from '../check/shape.js'
import { settle } from '../controllers/runtime/settle.js'
import { type Presence, createPresence } from '../http/presence.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** What waits for a cluster and moves its time. */
export type Waiting = {
  /** Knows whether somebody outside works on the cluster. */
  readonly presence: Presence
  /** Resolves once everything in process has come to rest, and every watch has been read. */
  readonly settle: () => Promise<void>
  readonly clock: Clock
}

/** Makes what waits for a server, in real time so long as its patience lasts. */
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
    presence: createPresence({ env, handle: pipeline.handle, recorder, watches, rest, patience: patience.left }),
    settle: () => settleWith(watches.unread),
    clock: createClock(env, opening),
  }
}

const settledOptions = optionsOf({ until: duration }, '{ until: "10s" }')

/** Makes the methods that wait for a cluster. */
export const createWaits = (
  works: () => { readonly server: Server; readonly waiting: Waiting },
): Pick<Cluster, 'ready' | 'settled' | 'idle'> => ({
  idle: publicAsync((options) => works().waiting.presence.idle(options)),
  async ready() {
    const { intake, engine } = works().server
    await intake.opening()
    await engine.opening()
  },
  settled: publicAsync(async (options) => {
    checkArguments('settled', { options: settledOptions }, [options])
    const { server, waiting } = works()
    await server.opening()
    if (options?.until !== undefined) await waiting.clock.advance(options.until)
    await waiting.settle()
  }),
})
