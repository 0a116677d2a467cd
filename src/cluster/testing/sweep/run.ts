import { createEnv, withOtherChance } from '../../../base/time/env.js'
import type { Cluster } from '../../types.js'
import type { HookRecord } from '../../../server/hooks/actions.js'
import { milliseconds } from '../../../server/hooks/action.js'
import type { JournalEntry } from '../../../server/journal/types.js'
import type { KubeObject } from '../../../schema/object.js'
import type { State } from '../../../store/transaction.js'
import { closeServers, isServed } from '../served.js'
import { type Counts, allButEvents, differences } from './compare.js'
import { OWN, ownRequests } from './places.js'
import type { Play } from './trial.js'

/** The code that is run repeatedly, each time with a cluster of its own; it ends when its promise settles. */
export type Scenario = (cluster: Cluster) => unknown

/** How a scenario is run, and which objects are compared at its end. */
export type PlayOptions = {
  /** Maximum virtual time of a run, as a duration or in milliseconds (default `10m`). */
  readonly within?: number | string
  /** Which objects have to end the same (default: all but Events). */
  readonly counts?: Counts
}

/** Number of turns of the event loop without any progress after which a run counts as hung. */
const IDLE_TURNS = 2000
/** Milliseconds of real time that clients over HTTP get between two requests before the clock moves on. */
const PAUSE = 50
/** Number of such pauses without any progress after which a run counts as hung. */
const IDLE_PAUSES = 100
const { setTimer } = createEnv({ clock: 'system' })

/** Returns a function that runs a scenario on forks of the cluster's present state. */
export function createPlay(
  cluster: Cluster,
  scenario: Scenario,
  { within = '10m', counts = allButEvents }: PlayOptions,
): Play<JournalEntry> {
  const start = cluster.snapshot()
  let reference: State<KubeObject> | undefined
  return async (script: readonly HookRecord[]) => {
    const fork = cluster.fork(reference ? start : { ...start, env: withOtherChance(start.env) })
    const hooks = script.map((record) => fork.hooks.add(record))
    const { ended, error } = await playOut(fork, scenario, milliseconds(within))
    await fork.settled()
    const requests = ownRequests(fork.journal)
    const lost = fork.journal.lost(OWN)
    const fired = hooks.map(({ pending }) => !pending)
    const { state } = fork.snapshot()
    fork.close()
    // A scenario that hangs never closes the servers it started.
    await closeServers(fork)
    const found = differences(reference ?? state, state, counts)
    if (script.length === 0) reference = state
    return { requests, lost, fired, differences: found, error, hung: !ended }
  }
}

/** Runs a scenario to its end, advancing its virtual clock whenever nothing else can happen. */
async function playOut(
  fork: Cluster,
  scenario: Scenario,
  within: number,
): Promise<{ readonly ended: boolean; readonly error: string | undefined }> {
  let ended = false
  let error: string | undefined
  const playing = (async () => scenario(fork))()
    .catch((reason: unknown) => void (error = String(reason)))
    .then(() => void (ended = true))
  const until = fork.clock.now() + within
  for (let idle = 0; !ended && idle < (isServed(fork) ? IDLE_PAUSES : IDLE_TURNS); idle++) {
    const before = fork.journal.last
    await fork.settled()
    if (isServed(fork)) await pause(playing)
    if (ended) break
    if (fork.journal.last > before || (await fork.clock.next(until))) idle = 0
  }
  if (ended) await playing
  return { ended, error }
}

/** Waits for a pause of real time, or until the scenario ends. */
async function pause(playing: Promise<void>): Promise<void> {
  let stop: (() => void) | undefined
  await Promise.race([playing, new Promise<void>((resolve) => (stop = setTimer(resolve, PAUSE)))])
  stop?.()
}
