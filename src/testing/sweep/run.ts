import { createEnv } from '../../base/env.js'
import type { Cluster } from '../../cluster/types.js'
import type { HookRecord } from '../../hooks/actions.js'
import { milliseconds } from '../../hooks/duration.js'
import type { JournalEntry } from '../../journal/types.js'
import type { KubeObject } from '../../schema/object.js'
import type { State } from '../../store/transaction.js'
import { closeServers, isServed } from '../served.js'
import { type Counts, allButEvents, differences } from './compare.js'
import { ownRequests } from './places.js'
import type { Play } from './trial.js'

/** What is tried again and again: it is given a cluster of its own, and is over when its promise is. */
export type Scenario = (cluster: Cluster) => unknown

/** How a scenario is run, and what of its end counts. */
export type PlayOptions = {
  /** Virtual time a run may take, a duration or milliseconds (default `10m`). */
  readonly within?: number | string
  /** Which objects have to come out the same (default all but Events). */
  readonly counts?: Counts
}

/** Times the program may be let run without anything happening, before it counts as hung. */
const IDLE_TURNS = 2000
/**
 * Clients at an address ask in real time: that is how long, in milliseconds, they may take from one request to the next
 * before time moves on,
 */
const PAUSE = 50
/** and how many such pauses there may be without anything happening, before they count as hung. */
const IDLE_PAUSES = 100
const { setTimer } = createEnv({ clock: 'system' })

/** Plays a scenario on forks of a cluster as it is now. */
export function createPlay(
  cluster: Cluster,
  scenario: Scenario,
  { within = '10m', counts = allButEvents }: PlayOptions,
): Play<JournalEntry> {
  const start = cluster.snapshot()
  let first: State<KubeObject> | undefined
  return async (script: readonly HookRecord[]) => {
    const fork = cluster.fork(start)
    for (const record of script) fork.hooks.add(record)
    const { ended, error } = await playOut(fork, scenario, milliseconds(within))
    await fork.settled()
    const requests = ownRequests(fork.journal.requests())
    const { state } = fork.snapshot()
    fork.close()
    // What a scenario that hangs has served, it never closes.
    await closeServers(fork)
    first ??= state
    return { requests, differences: differences(first, state, counts), error, hung: !ended }
  }
}

/** Runs a scenario to its end, moving its virtual clock on whenever nothing else can happen. */
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

/** Waits for a while of real time, or less where the scenario ends. */
async function pause(playing: Promise<void>): Promise<void> {
  let stop: (() => void) | undefined
  await Promise.race([playing, new Promise<void>((resolve) => (stop = setTimer(resolve, PAUSE)))])
  stop?.()
}
