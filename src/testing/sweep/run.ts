import type { Cluster } from '../../cluster.js'
import type { HookRecord } from '../../hooks/actions.js'
import { milliseconds } from '../../hooks/duration.js'
import type { JournalEntry } from '../../journal/types.js'
import type { Snapshot } from '../../state/snapshot.js'

/** What is tried again and again: it is given a cluster of its own, and is over when its promise is. */
export type Scenario = (cluster: Cluster) => unknown

/** What a run came to. */
export type Run = {
  /** The scenario's own requests, in order; those of controllers are not among them. */
  readonly requests: readonly JournalEntry[]
  readonly end: Snapshot
  /** What the scenario rejected with, in words. */
  readonly error?: string
  /** It never came to its end. */
  readonly hung?: true
  /** Hooks of the script that came to act. */
  readonly acted: number
}

/** How far a run may go. */
export type Patience = {
  /** Virtual time a run may take. */
  readonly within: number | string
}

/** Times the program may be let run without anything happening, before it counts as hung. */
const IDLE_TURNS = 2000

/** Runs a scenario on a fork of a state with a script, moving its virtual clock on whenever nothing else can happen. */
export async function run(
  cluster: Cluster,
  start: Snapshot,
  scenario: Scenario,
  script: readonly HookRecord[],
  { within }: Patience,
): Promise<Run> {
  const fork = cluster.fork(start)
  const hooks = script.map((record) => fork.hooks.add(record))
  let ended = false
  let error: string | undefined
  const playing = (async () => scenario(fork))()
    .catch((reason: unknown) => void (error = String(reason)))
    .then(() => void (ended = true))
  const ends = fork.clock.now() + milliseconds(within)
  for (let idle = 0; !ended && idle < IDLE_TURNS; idle++) {
    const before = fork.journal.last
    await fork.settled()
    if (ended) break
    if (fork.journal.last > before || (await fork.clock.next(ends))) idle = 0
  }
  if (ended) await playing
  await fork.settled()
  const requests = fork.journal.requests().filter(({ via }) => via !== 'controller')
  const end = fork.snapshot()
  const acted = hooks.filter(({ pending }) => !pending).length
  fork.close()
  return { requests, end, acted, ...(error === undefined ? {} : { error }), ...(ended ? {} : { hung: true }) }
}
