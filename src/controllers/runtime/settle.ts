import { forCaller } from '../../base/errors/call-site.js'
import type { Env } from '../../base/time/env.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { Engine } from './engine.js'

/** The parts of a cluster that come to rest. */
type SettleContext = {
  readonly env: Env
  readonly store: Store<KubeObject>
  readonly engine: Engine
  /** Describes the in-process watches with unread events. */
  readonly unread: () => readonly string[]
}

/** Turns without changes that count as rest: a client that reads and writes needs one turn for each. */
const QUIET_TURNS = 3
/** Turns that a client has to read its events, and a program to stop writing. */
const MOST_TURNS = 1000

/**
 * Waits until nothing can happen without time passing or a new request: no reconciliation is running, and every
 * in-process watch has been read to its end. Planned reconciliations do not count.
 *
 * @throws Error that names who does not read or does not stop writing, or the faults of controllers
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
