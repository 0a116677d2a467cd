import type { Family } from './exposition.js'

/** Counts the health checks that were run, all of which succeed. */
export type HealthChecks = {
  /** Counts the checks that a request for `/healthz`, `/livez` or `/readyz` (the `type`) has run. */
  readonly count: (type: string, names: readonly string[]) => void
  /** Returns the metrics, named as on a real server (k8s.io/component-base, metrics/prometheus/slis). */
  readonly families: () => readonly Family[]
  /** Forgets everything. */
  readonly reset: () => void
}

/** Makes counters of zero. */
export function createHealthChecks(): HealthChecks {
  const counts = new Map<string, Counted>()
  return {
    count(type, names) {
      for (const name of names) {
        const key = `${name}\0${type}`
        const count = (counts.get(key)?.count ?? 0) + 1
        counts.set(key, { name, type, count })
      }
    },
    families() {
      const all = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted)
      return [
        {
          name: RESULT,
          help: '[STABLE] This metric records the result of a single healthcheck.',
          type: 'gauge',
          samples: all.map(({ name, type }) => ({ name: RESULT, labels: { name, type }, value: 1 })),
        },
        {
          name: TOTAL,
          help: '[STABLE] This metric records the results of all healthcheck.',
          type: 'counter',
          samples: all.map(({ name, type, count }) => ({
            name: TOTAL,
            labels: { name, status: 'success', type },
            value: count,
          })),
        },
      ]
    },
    reset: () => counts.clear(),
  }
}

type Counted = { readonly name: string; readonly type: string; readonly count: number }

const RESULT = 'kubernetes_healthcheck'
const TOTAL = 'kubernetes_healthchecks_total'
