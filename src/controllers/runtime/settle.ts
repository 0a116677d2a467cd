import { forCaller } from '../../base/call-site.js'
import type { Env } from '../../base/env.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { Engine } from './engine.js'

/** What comes to rest. */
type SettleContext = {
  readonly env: Env
  readonly store: Store<KubeObject>
  readonly engine: Engine
  /** In-process watches that have something to read still, in words. */
  readonly unread: () => readonly string[]
}

/** Turns without any change after which things are at rest: a reader that writes needs one to read and one to write. */
const QUIET_TURNS = 3
/** Turns a reader may take to read, and a program to come to rest. */
const MOST_TURNS = 1000

/**
 * Waits until nothing can happen any more without time passing or a request: no reconciliation runs and every
 * in-process watch has been read to its end. Plans for later do not count.
 *
 * @throws Error that says who reads nothing or writes for ever, or the faults of controllers
 */
export async function settle({ env, store, engine, unread }: SettleContext): Promise<void> {
  let quiet = 0
  let revision = -1
  for (let turn = 0; quiet < QUIET_TURNS; turn++) {
    await engine.idle()
    await env.turn()
    const now = store.revision()
    quiet = now === revision && unread().length === 0 ? quiet + 1 : 0
    revision = now
    if (turn < MOST_TURNS) continue
    const waiting = unread()
    throw forCaller(
      new Error(
        waiting.length > 0
          ? `the cluster does not settle: ${waiting.join('; ')}. Read it to its end, or close it`
          : `the cluster does not settle: after ${MOST_TURNS} turns something still writes, last at resourceVersion ${revision}`,
      ),
    )
  }
}
