import { publicAsync } from '../base/call-site.js'
import { createClock } from '../base/clock.js'
import { createPatience, notePatience } from '../base/patience.js'
import { checkArguments, optionsOf } from '../check/arguments.js'
import { duration } from '../check/shape.js'
import { settle } from '../controllers/runtime/settle.js'
import { createPresence } from '../http/presence.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** What waits for a cluster and moves its time. */
export type Waiting = {
  /** Knows whether somebody outside works on the cluster. */
  readonly presence: ReturnType<typeof createPresence>
  /** Resolves once everything in process has come to rest, and every watch has been read. */
  readonly settle: () => Promise<void>
  readonly methods: Pick<Cluster, 'clock' | 'ready' | 'settled' | 'idle'>
}

const settledOptions = optionsOf({ until: duration }, '{ until: "10s" }')

/** Makes what waits for a server. */
export function createWaiting({ context, engine, flowSchemas, intake, opening, pipeline, recorder }: Server): Waiting {
  const { env, store, watches } = context
  const settleWith = (unread: () => readonly string[]) => {
    flowSchemas.finish()
    return settle({ env, store, engine, unread })
  }
  const settleAll = () => settleWith(watches.unread)
  const rest = () => settleWith(() => [])
  const patience = createPatience(env.real.now)
  const presence = createPresence({ env, handle: pipeline.handle, recorder, watches, rest, patience: patience.left })
  notePatience(presence.handle, patience)
  const clock = createClock(env, opening)
  return {
    presence,
    settle: settleAll,
    methods: {
      clock,
      idle: presence.idle,
      async ready() {
        await intake.opening()
        await engine.opening()
      },
      settled: publicAsync(async (options) => {
        checkArguments('settled', { options: settledOptions }, [options])
        await opening()
        if (options?.until !== undefined) await clock.advance(options.until)
        await settleAll()
      }),
    },
  }
}
