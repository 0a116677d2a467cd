import type { HookRecord } from '../../hooks/actions.js'
import type { Difference } from './compare.js'
import type { Place } from './places.js'

/** A request a scenario made. */
export type Asked = { readonly method: string; readonly path: string }

/** What a run of a scenario came to. */
type Run<A extends Asked = Asked> = {
  /** The scenario's own requests for objects, in order. */
  readonly requests: readonly A[]
  /** How the end differs from that of the undisturbed run. */
  readonly differences: readonly Difference[]
  /** What the scenario failed with, in words. */
  readonly error?: string | undefined
  /** It never came to its end. */
  readonly hung?: boolean
}

/**
 * Runs a scenario from its start with faults on. The first run made is the undisturbed one, which others are held
 * against.
 */
export type Play<A extends Asked = Asked> = (script: readonly HookRecord[]) => Promise<Run<A>>

/** A run that came out otherwise than the undisturbed one, or not at all. */
export type Finding = {
  /** The faults on, in words: `conflict at #3 PUT /apis/…`. */
  readonly fault: string
  /** The smallest script that shows it, as hooks. */
  readonly script: readonly HookRecord[]
  /**
   * `differs`: another state in the end; `fails`: the scenario rejected; `hangs`: it never ended; `nondeterministic`:
   * its earlier requests were others than in the first run.
   */
  readonly outcome: 'differs' | 'fails' | 'hangs' | 'nondeterministic'
  readonly differences: readonly Difference[]
  /** What the scenario rejected with. */
  readonly error?: string
}

/** A scenario and its undisturbed run. */
export type Trial<A extends Asked = Asked> = { readonly play: Play<A>; readonly first: Run<A> }

/**
 * Runs a scenario without faults: what all other runs are held against.
 *
 * @throws Error when it fails or never ends
 */
export async function begin<A extends Asked>(play: Play<A>): Promise<Trial<A>> {
  const first = await play([])
  const last = first.requests.at(-1)
  if (first.hung)
    throw new Error(
      `the scenario never ends, even without faults; its last request was ${last ? `${last.method} ${last.path}` : 'none'}`,
    )
  if (first.error !== undefined) throw new Error(`the scenario fails even without faults: ${first.error}`)
  return { play, first }
}

/** Runs a scenario with faults; undefined where it ends as it did without. */
export async function disturb({ play, first }: Trial, places: readonly Place[]): Promise<Finding | undefined> {
  const script = places.map(({ hook }) => hook)
  const run = await play(script)
  const outcome = outcomeOf(first, run, Math.min(...places.map(({ at }) => at)))
  if (!outcome) return undefined
  return {
    fault: places.map(({ fault }) => fault).join(', '),
    script,
    outcome,
    // How a run ended that never did, or began otherwise, says nothing.
    differences: outcome === 'differs' || outcome === 'fails' ? run.differences : [],
    ...(run.error === undefined ? {} : { error: run.error }),
  }
}

function outcomeOf(first: Run, run: Run, until: number): Finding['outcome'] | undefined {
  if (!areSame(first.requests.slice(0, until), run.requests.slice(0, until))) return 'nondeterministic'
  if (run.hung) return 'hangs'
  if (run.error !== undefined) return 'fails'
  return run.differences.length > 0 ? 'differs' : undefined
}

const areSame = (a: readonly Asked[], b: readonly Asked[]) =>
  a.length === b.length && a.every(({ method, path }, i) => method === b[i]?.method && path === b[i].path)

/** What a sweep found. */
export type Swept = {
  /** Runs made, the undisturbed one included. */
  readonly runs: number
  readonly findings: readonly Finding[]
}

/** Runs a scenario once more for each place, and tells of each finding at once. */
export async function sweepPlaces(
  trial: Trial,
  places: readonly Place[],
  tell: (finding: Finding) => void = () => {},
): Promise<Swept> {
  const findings: Finding[] = []
  for (const place of places) {
    const finding = await disturb(trial, [place])
    if (!finding) continue
    findings.push(finding)
    tell(finding)
  }
  return { runs: 1 + places.length, findings }
}
