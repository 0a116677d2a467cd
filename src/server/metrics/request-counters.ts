import type { Target } from '../../model/call/call.js'

/** The properties of a request that are counted besides its target. */
export type Manner = { readonly isApply: boolean; readonly dryRun: string }

/** The labels of a series, sorted by name. */
export type Labels = {
  readonly component: string
  readonly dry_run: string
  readonly group: string
  readonly resource: string
  readonly scope: '' | 'cluster' | 'namespace' | 'resource'
  readonly subresource: string
  readonly verb: string
  readonly version: string
}

/** The requests with the same labels. */
export type Series = {
  readonly labels: Labels
  /** The number of requests by status code. */
  readonly codes: Map<number, number>
  /**
   * The number of requests by duration: up to each of the {@link BOUNDS} and above the previous one; the last is for
   * those above all.
   */
  readonly buckets: number[]
  seconds: number
  /** The number of open requests: watches. */
  open: number
}

/** Counts HTTP requests. Per request it looks up a series and increments numbers. */
export type RequestCounters = {
  /** Counts a request as in flight, until `end`. */
  readonly begin: (method: string) => void
  readonly end: (method: string) => void
  /** Return the series of requests for objects, and of requests for a path. */
  readonly of: (target: Target, manner?: Manner) => Series
  readonly ofPath: (path: string, component: string) => Series
  /** Counts a reply that took `ms` milliseconds. */
  readonly count: (series: Series, code: number, ms: number) => void
  readonly series: () => readonly Series[]
  /** Returns the number of requests in flight. */
  readonly inFlight: () => { readonly readOnly: number; readonly mutating: number }
  /** Forgets everything except what is open. */
  readonly reset: () => void
}

/** The bucket bounds of durations, in seconds (k8s.io/apiserver, pkg/endpoints/metrics). */
export const BOUNDS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
] as const

/** Makes counters of zero. */
export function createRequestCounters(): RequestCounters {
  const known = new Map<string, Series>()
  // Cached, because requests for the same path share the target.
  let found = new WeakMap<Target, Series>()
  const underWay = { readOnly: 0, mutating: 0 }
  const seriesAt = (key: string, labels: () => Labels): Series => {
    let series = known.get(key)
    if (!series) known.set(key, (series = emptySeries(labels())))
    return series
  }
  const look = (target: Target, manner: Manner): Series => {
    const { verb, def, subresource } = target
    const scope = scopeOf(target)
    const key = `${verb} ${def.plural} ${def.apiVersion} ${scope} ${subresource} ${manner.dryRun} ${manner.isApply}`
    return seriesAt(key, () => labelsOf(target, scope, manner))
  }
  return {
    begin: (method) => void underWay[READING.has(method) ? 'readOnly' : 'mutating']++,
    end: (method) => void underWay[READING.has(method) ? 'readOnly' : 'mutating']--,
    of(target, manner) {
      if (manner) return look(target, manner)
      let series = found.get(target)
      if (!series) found.set(target, (series = look(target, PLAIN)))
      return series
    },
    ofPath: (path, component) => seriesAt(path, () => pathLabels(path, component)),
    count,
    series: () => [...known.values()],
    inFlight: () => ({ ...underWay }),
    reset() {
      found = new WeakMap()
      for (const [key, series] of known) {
        if (series.open === 0) known.delete(key)
        series.codes.clear()
        series.buckets.fill(0)
        series.seconds = 0
      }
    },
  }
}

const PLAIN: Manner = { isApply: false, dryRun: '' }

function count(series: Series, code: number, ms: number): void {
  const { codes, buckets } = series
  codes.set(code, (codes.get(code) ?? 0) + 1)
  const seconds = ms / 1000
  series.seconds += seconds
  let at = 0
  while (seconds > (BOUNDS[at] ?? Infinity)) at++
  buckets[at] = (buckets[at] ?? 0) + 1
}

const emptySeries = (labels: Labels): Series => ({
  labels,
  codes: new Map(),
  buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0),
  seconds: 0,
  open: 0,
})

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The scope with which the server registers the route: `resource` with a name, and for a create. */
const scopeOf = ({ verb, name, namespace }: Target): Labels['scope'] =>
  name !== '' || verb === 'create' ? 'resource' : namespace === '' ? 'cluster' : 'namespace'

const VERBS: { readonly [verb in Target['verb']]: string } = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  // Counted by its HTTP method.
  deletecollection: 'DELETE',
}

const labelsOf = ({ verb, def, subresource }: Target, scope: Labels['scope'], { isApply, dryRun }: Manner): Labels => ({
  component: 'apiserver',
  dry_run: dryRun,
  group: def.group,
  resource: def.plural,
  scope,
  subresource: subresource === 'main' ? '' : subresource,
  verb: isApply ? 'APPLY' : VERBS[verb],
  version: def.version,
})

const pathLabels = (path: string, component: string): Labels => ({
  component,
  dry_run: '',
  group: '',
  resource: '',
  scope: '',
  subresource: path,
  verb: 'GET',
  version: '',
})
