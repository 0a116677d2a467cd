import { append, lowestOf } from '../../../base/lists/lists.js'
import type { HookRecord } from '../../../server/hooks/actions.js'
import type { Difference } from './compare.js'
import type { Place } from './places.js'
import { getPath, isObject } from '../../../base/json/json.js'
import { fieldsOf, pairUp } from './pairs.js'

/**
 * Returns the differences of a run that those between two undisturbed runs do not explain. Explained are fields that
 * differed there too. Objects whose names each run makes anew are paired by kind, labels and owners instead.
 */
export function exceptFor(found: readonly Difference[], unsteady: readonly Difference[]): readonly Difference[] {
  if (unsteady.length === 0) return found
  const renamed = renamedAmong(unsteady)
  const known = new Map<string, Set<string>>()
  for (const { key, difference } of keyed(unsteady, renamed)) {
    const fields = known.get(key) ?? new Set()
    known.set(key, fields)
    for (const field of fieldsOf(difference)) fields.add(field)
  }
  return keyed(found, renamed).flatMap(({ key, difference }) =>
    fieldsOf(difference).some((field) => !known.get(key)?.has(field)) ? [difference] : [],
  )
}

const isOneSided = ({ expected, actual }: Difference): boolean => expected === undefined || actual === undefined

/** Returns what objects with random names have in common: as many are in the one run only as in the other only. */
function renamedAmong(unsteady: readonly Difference[]): ReadonlySet<string> {
  const balance = new Map<string, number>()
  for (const one of unsteady.filter(isOneSided)) {
    const like = likeness(one)
    balance.set(like, (balance.get(like) ?? 0) + (one.expected === undefined ? 1 : -1))
  }
  return new Set([...balance].filter(([, more]) => more === 0).map(([like]) => like))
}

type Keyed = { readonly key: string; readonly difference: Difference }

/** Returns differences with what they are told apart by: the object, or for a renamed one what it is like. */
function keyed(all: readonly Difference[], renamed: ReadonlySet<string>): readonly Keyed[] {
  const steady: Keyed[] = []
  const alike = new Map<string, Difference[]>()
  for (const difference of all) {
    const key = isOneSided(difference) ? likeness(difference) : ''
    if (!renamed.has(key)) steady.push({ key: difference.object, difference })
    else alike.set(key, [...(alike.get(key) ?? []), difference])
  }
  const paired = [...alike].flatMap(([key, those]) => pairRenamed(those).map((difference) => ({ key, difference })))
  return [...steady, ...paired]
}

/** Pairs objects that are alike but for their names. */
function pairRenamed(those: readonly Difference[]): readonly Difference[] {
  const object = those[0]?.object.replace(/[^/ ]*$/, '*') ?? ''
  const side = (name: 'expected' | 'actual') =>
    those.map((one) => one[name]).flatMap((value) => (value === undefined ? [] : [withoutName(value)]))
  return pairUp(side('expected'), side('actual')).map((pair) => ({ object, ...pair }))
}

/** Describes the kind, namespace, labels and owners of an object that only one of two runs has. */
function likeness({ expected, actual }: Difference): string {
  const object = expected ?? actual
  const read = (...path: string[]) => getPath(object, path)
  return JSON.stringify([
    read('apiVersion'),
    read('kind'),
    read('metadata', 'namespace'),
    read('metadata', 'labels'),
    read('metadata', 'ownerReferences'),
  ])
}

function withoutName(object: unknown): unknown {
  if (!isObject(object) || !isObject(object['metadata'])) return object
  const { name: _, ...metadata } = object['metadata']
  return { ...object, metadata }
}

/** A request that a scenario made. */
export type ScenarioRequest = { readonly method: string; readonly path: string }

/** The result of a run of a scenario. */
export type Run<A extends ScenarioRequest = ScenarioRequest> = {
  /** The scenario's own requests for objects, in order. */
  readonly requests: readonly A[]
  /** The number of its first requests that the journal no longer holds. */
  readonly lost: number
  /** Whether each hook of the script has fired. */
  readonly fired: readonly boolean[]
  /** The differences of the final state to that of the last undisturbed run before; none for the very first run. */
  readonly differences: readonly Difference[]
  /** The error that the scenario failed with, as text. */
  readonly error?: string | undefined
  /** Whether it never ended. */
  readonly hung?: boolean
}

/** Runs a scenario from its start with some faults. A run without any is the one that later runs are compared with. */
export type Play<A extends ScenarioRequest = ScenarioRequest> = (script: readonly HookRecord[]) => Promise<Run<A>>

/** A run that ended differently from the undisturbed one, or not at all. */
export type Finding = {
  /** The faults as text: `conflict at #3 PUT /apis/…`. */
  readonly fault: string
  /** The smallest script of hooks that reproduces it. */
  readonly script: readonly HookRecord[]
  /**
   * `differs`: the final state is different; `fails`: the scenario rejected; `hangs`: it never ended;
   * `nondeterministic`: one of these, and the requests before the fault differ from those of the first run.
   */
  readonly outcome: 'differs' | 'fails' | 'hangs' | 'nondeterministic'
  readonly differences: readonly Difference[]
  /** The error that the scenario rejected with. */
  readonly error?: string
}

/** The undisturbed run is none that faults can be tried on. */
export class ScenarioError extends Error {}

/** The undisturbed run made more requests than the journal of its cluster holds. */
class LostRequestsError extends ScenarioError {
  override readonly name = 'LostRequestsError'
}

/** A scenario and its undisturbed run. */
export type Trial<A extends ScenarioRequest = ScenarioRequest> = {
  readonly play: Play<A>
  readonly first: Run<A>
  /** What differs between two undisturbed runs, which no fault is to blame for. */
  readonly unsteady: readonly Difference[]
  /** The number of first requests that are the same in two undisturbed runs. */
  readonly steady: number
}

/**
 * Runs a scenario twice without faults. The second run is the one that others are compared with: the first also loads
 * code, and draws other random numbers, so that what depends on these differs between the two.
 *
 * @throws ScenarioError if it fails, never ends, sends no requests, or more than the journal holds
 */
export async function begin<A extends ScenarioRequest>(play: Play<A>): Promise<Trial<A>> {
  const rehearsal = await undisturbed(play)
  const first = await undisturbed(play)
  return { play, first, unsteady: first.differences, steady: sameFrom(rehearsal.requests, first.requests) }
}

async function undisturbed<A extends ScenarioRequest>(play: Play<A>): Promise<Run<A>> {
  const run = await play([])
  const last = run.requests.at(-1)
  if (run.hung)
    throw new ScenarioError(
      `the scenario never ends, even without faults; its last request was ${last ? `${last.method} ${last.path}` : 'none'}`,
    )
  if (run.error !== undefined) throw new ScenarioError(`the scenario fails even without faults: ${run.error}`)
  if (run.lost > 0)
    throw new LostRequestsError(
      `the scenario makes more requests than the journal of the cluster holds: ${run.lost} were dropped, and no faults could be tried on them; it has to make fewer, or the cluster needs a larger journal, such as { journal: 10000 }`,
    )
  if (!last)
    throw new ScenarioError(
      'the scenario sends no requests for objects, so there is nothing to try a fault on; methods of the cluster itself do not count: it has to use its `fetch`, a dispatcher or a port',
    )
  return run
}

/** The result of a run with faults: the finding, if it ends otherwise, and the faults that never came about. */
type Disturbed = { readonly finding: Finding | undefined; readonly unfired: readonly string[] }

/** Runs a scenario with faults. */
export async function disturb({ play, first, unsteady, steady }: Trial, places: readonly Place[]): Promise<Disturbed> {
  const script = places.map(({ hook }) => hook)
  const played = await play(script)
  const run = { ...played, differences: exceptFor(played.differences, unsteady) }
  const outcome = outcomeOf(first, run, Math.min(steady, lowestOf(places.map(({ at }) => at))))
  const unfired = places.filter((_, i) => !run.fired[i]).map(({ fault }) => fault)
  if (!outcome) return { finding: undefined, unfired }
  const finding: Finding = {
    fault: places.map(({ fault }) => fault).join(', '),
    script,
    outcome,
    // For a run that hung or diverged before the fault, the differences are meaningless.
    differences: outcome === 'differs' || outcome === 'fails' ? run.differences : [],
    ...(run.error === undefined ? {} : { error: run.error }),
  }
  return { finding, unfired }
}

function outcomeOf(first: Run, run: Run, until: number): Finding['outcome'] | undefined {
  const end = endOf(run)
  // A program that asks for several things at once asks in another order each time, and now and then once less or more:
  // what it survives is no finding, and neither is a fault that did not come about.
  if (!end) return undefined
  // A run that retries without end has dropped its first requests.
  return run.lost === 0 && sameFrom(first.requests, run.requests) < until ? 'nondeterministic' : end
}

function endOf({ hung, error, differences }: Run): 'hangs' | 'fails' | 'differs' | undefined {
  if (hung) return 'hangs'
  if (error !== undefined) return 'fails'
  return differences.length > 0 ? 'differs' : undefined
}

/** Returns the number of requests with which two runs begin the same. */
function sameFrom(a: readonly ScenarioRequest[], b: readonly ScenarioRequest[]): number {
  const differs = a.findIndex((request, i) => wanted(request) !== (b[i] && wanted(b[i])))
  return differs < 0 ? a.length : differs
}

/** Parameters of a query that differ between runs of the same program. */
const OF_THE_RUN = /([?&])(?:resourceVersion|continue|timeout(?:Seconds)?)=[^&]*/g

const wanted = ({ method, path }: ScenarioRequest): string => `${method} ${path.replace(OF_THE_RUN, '$1')}`

/** The result of a sweep. */
export type Swept = {
  /** Number of runs, including an undisturbed one, but not its rehearsal. */
  readonly runs: number
  /** What differs between two undisturbed runs: it is told here once, and is no finding of any fault. */
  readonly unsteady: readonly Difference[]
  readonly findings: readonly Finding[]
  /**
   * The faults that never came about, as their run did not send the request again, such as one for an object whose name
   * is another in each run. Nothing is known of them.
   */
  readonly unfired: readonly string[]
}

/** Runs a scenario once more for each place, and passes each finding to `tell` at once. */
export async function sweepPlaces(
  trial: Trial,
  places: readonly Place[],
  tell: (finding: Finding) => void = () => {},
): Promise<Swept> {
  const findings: Finding[] = []
  const unfired: string[] = []
  for (const place of places) {
    const { finding, unfired: missed } = await disturb(trial, [place])
    append(unfired, missed)
    if (!finding) continue
    findings.push(finding)
    tell(finding)
  }
  return { runs: 1 + places.length, unsteady: trial.unsteady, findings, unfired }
}
