import { duration } from '../../../base/check/shape.js'
import { nearest } from '../../../base/text/nearest.js'
import { parseDuration } from '../../../base/time/time.js'
import type { Combinations } from '../../../cluster/testing/sweep/combinations.js'
import { GLOBAL_FLAGS } from './flag.js'
import { UsageError } from './usage-error.js'

/** A command that is run repeatedly, each time on a fork of the server's cluster. */
export type TrialCommand = {
  readonly type: 'trial'
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]]
  /** Maximum duration of a run in milliseconds. */
  readonly within: number
  /** Which combinations of faults to try; undefined to try each fault alone. */
  readonly combinations: Combinations | undefined
}

type TrialFlag = { readonly value: string; readonly help: string }

const within: TrialFlag = { value: 'DURATION', help: 'how long a run may take, in real time (default 60s)' }

/** The commands of `ctl` that run a program on this machine. */
export const TRIALS: {
  readonly [name: string]: { readonly about: string; readonly flags: { readonly [name: string]: TrialFlag } }
} = {
  sweep: {
    about:
      'Runs COMMAND on a fork of the cluster, then again for each request it made and each fault that fits it; tells after which faults it ends otherwise.',
    flags: { within },
  },
  explore: {
    about:
      'Runs COMMAND as sweep does, with several faults at once, chosen by a seed, up to the first finding; tells which faults it takes.',
    flags: {
      seed: { value: 'N', help: 'decides which faults are tried together (default 1)' },
      runs: { value: 'N', help: 'how many combinations to try (default 100)' },
      most: { value: 'N', help: 'faults of one run at most (default 4)' },
      within,
    },
  },
}

/**
 * Parses a command line that runs a program: `sweep -- COMMAND…`.
 *
 * @throws UsageError
 */
export function readTrial(
  name: string,
  rest: readonly string[],
  flags: ReadonlyMap<string, string>,
  command: readonly string[],
): TrialCommand {
  const own = TRIALS[name]?.flags ?? {}
  for (const flag of flags.keys()) {
    if (flag in GLOBAL_FLAGS || flag in own) continue
    const near = nearest(flag, [...Object.keys(own), ...Object.keys(GLOBAL_FLAGS)])
    throw new UsageError(
      `${name} has no flag --${flag}.${near ? ` Did you mean --${near}?` : ` See fakecluster ctl ${name} --help.`}`,
    )
  }
  const [program, ...given] = command
  if (program === undefined || rest.length > 0)
    throw new UsageError(`${name} needs the command to run after --: fakecluster ctl ${name} -- npm test.`)
  const seed = whole(name, flags, 'seed', 0, 1)
  return {
    type: 'trial',
    command: [program, ...given],
    within: milliseconds(name, flags.get('within') ?? '60s'),
    combinations:
      name === 'explore'
        ? { seed, runs: whole(name, flags, 'runs', 1, 100), most: whole(name, flags, 'most', 1, 4) }
        : undefined,
  }
}

function whole(
  name: string,
  flags: ReadonlyMap<string, string>,
  flag: string,
  least: number,
  otherwise: number,
): number {
  const text = flags.get(flag)
  if (text === undefined) return otherwise
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`${name}: --${flag} takes a whole number from ${least} up, not ${JSON.stringify(text)}.`)
}

function milliseconds(name: string, text: string): number {
  const [problem] = duration.check(text, [])
  const parsed = parseDuration(text)
  if (problem || parsed.error !== undefined)
    throw new UsageError(`${name}: --within: ${problem?.text ?? parsed.error ?? ''}`)
  return parsed.ms
}
