import type { Cluster } from '../../cluster.js'
import type { HookRecord } from '../../hooks/actions.js'
import type { RequestMatch } from '../../hooks/match.js'
import { formatRequest } from '../../journal/format.js'
import type { JournalEntry } from '../../journal/types.js'
import type { KubeObject } from '../../schema/object.js'
import { type Difference, differences } from './compare.js'
import { type Fault, sweepFaults } from './faults.js'
import { type Patience, type Run, type Scenario, run } from './run.js'

/** Options of {@link sweep}. */
export type SweepOptions = Partial<Patience> & {
  /** What is tried on each request (default {@link sweepFaults}). */
  readonly faults?: readonly Fault[]
  /** Which objects have to come out the same (default all but Events). */
  readonly counts?: (object: KubeObject) => boolean
}

/** A run that came out otherwise than the undisturbed one, or not at all. */
export type Finding = {
  /** The faults on, in words: `conflict at #3 PUT /apis/…`. */
  readonly fault: string
  /** The smallest script that shows it, as hooks. */
  readonly script: readonly HookRecord[]
  /** `differs`: another state in the end; `fails`: the scenario rejected; `hangs`: it never ended; `nondeterministic`: its earlier requests were others than in the first run. */
  readonly outcome: 'differs' | 'fails' | 'hangs' | 'nondeterministic'
  readonly differences: readonly Difference[]
  /** What the scenario rejected with. */
  readonly error?: string
}

/** What a sweep found. */
export type SweepReport = {
  /** The requests of the undisturbed run. */
  readonly requests: readonly JournalEntry[]
  /** Runs made, the undisturbed one included. */
  readonly runs: number
  readonly findings: readonly Finding[]
}

/** A fault at a request of the undisturbed run. */
export type Placed = { readonly fault: Fault; readonly at: number }

/** Everything a disturbed run is held against. */
export type Baseline = {
  readonly cluster: Cluster
  readonly start: ReturnType<Cluster['snapshot']>
  readonly scenario: Scenario
  readonly first: Run
  readonly options: Required<SweepOptions>
}

/**
 * Runs a scenario undisturbed on a fork of the cluster, then once more for each request it made and each fault that fits it, each
 * time on a new fork with that fault on that request; tells which runs end otherwise. Ids, revisions, times and who wrote are not
 * compared. The cluster itself stays as it is; on a virtual clock no run takes real time.
 *
 * @throws Error when the undisturbed run fails or never ends
 * @example
 * const { findings } = await sweep(cluster, (fork) => reconcile(fork.fetch))
 * expect(findings).toEqual([])
 */
export async function sweep(cluster: Cluster, scenario: Scenario, options: SweepOptions = {}): Promise<SweepReport> {
  const baseline = await undisturbed(cluster, scenario, options)
  const findings: Finding[] = []
  let runs = 1
  for (const placed of placesOf(baseline)) {
    const finding = await disturb(baseline, [placed])
    runs++
    if (finding) findings.push(finding)
  }
  return { requests: baseline.first.requests, runs, findings }
}

/** Runs a scenario without faults: what all other runs are held against. */
export async function undisturbed(
  cluster: Cluster,
  scenario: Scenario,
  { faults = sweepFaults, counts = ({ kind }) => kind !== 'Event', within = '10m' }: SweepOptions,
): Promise<Baseline> {
  const start = cluster.snapshot()
  const first = await run(cluster, start, scenario, [], { within })
  if (first.hung) throw new Error(`the scenario never ends, even without faults; its last request was ${lastOf(first)}`)
  if (first.error !== undefined) throw new Error(`the scenario fails even without faults: ${first.error}`)
  return { cluster, start, scenario, first, options: { faults, counts, within } }
}

const lastOf = ({ requests }: Run) => (requests.length > 0 ? formatRequest(requests.at(-1)!) : 'none')

/** Each request with each fault that fits it. A watch is disturbed once, however often it was opened. */
export function placesOf({ first: { requests }, options: { faults } }: Baseline): readonly Placed[] {
  const seen = new Set<string>()
  return requests.flatMap((request, at) =>
    faults.flatMap((fault) => {
      if (request.verb === undefined || !fault.fits(request)) return []
      const script = JSON.stringify(hookAt(requests, at, fault))
      if (seen.has(script)) return []
      seen.add(script)
      return [{ fault, at }]
    }),
  )
}

/** Runs a scenario with faults; undefined where it ends as it did without. */
export async function disturb(
  { cluster, start, scenario, first, options }: Baseline,
  placed: readonly Placed[],
): Promise<Finding | undefined> {
  const script = placed.map(({ fault, at }) => hookAt(first.requests, at, fault))
  const second = await run(cluster, start, scenario, script, options)
  const found = (outcome: Finding['outcome'], differing: readonly Difference[] = []): Finding => ({
    fault: placed
      .map(({ fault, at }) => `${fault.name} at #${at + 1} ${formatRequest(first.requests[at]!)}`)
      .join(', '),
    script,
    outcome,
    differences: differing,
    ...(second.error === undefined ? {} : { error: second.error }),
  })
  const until = Math.min(...placed.map(({ at }) => at))
  if (!sameRequests(first.requests.slice(0, until), second.requests.slice(0, until))) return found('nondeterministic')
  if (second.hung) return found('hangs')
  const differing = differences(first.end.state, second.end.state, options.counts)
  if (second.error !== undefined) return found('fails', differing)
  return differing.length > 0 ? found('differs', differing) : undefined
}

function hookAt(requests: readonly JournalEntry[], at: number, fault: Fault): HookRecord {
  const match = matchOf(requests[at]!)
  const text = JSON.stringify(match)
  const skip = requests.slice(0, at).filter((request) => JSON.stringify(matchOf(request)) === text).length
  return fault.hook(match, { ...(skip > 0 ? { skip } : {}), times: 1 })
}

function matchOf({ verb, kind, apiVersion, namespace, name, subresource }: JournalEntry): RequestMatch {
  const slash = apiVersion.indexOf('/')
  return {
    verb: verb!,
    kind: slash < 0 ? kind : `${kind}.${apiVersion.slice(0, slash)}`,
    ...(subresource === '' ? {} : { subresource: subresource as 'status' }), // any subresource's name is a pattern
    ...(namespace === '' ? {} : { namespace }),
    ...(name === '' ? {} : { name }),
  }
}

const sameRequests = (a: readonly JournalEntry[], b: readonly JournalEntry[]) =>
  a.length === b.length && a.every((request, i) => request.method === b[i]!.method && request.path === b[i]!.path)
