import { isObject } from '../../../base/json/json.js'

const STABLE: { readonly [beta: string]: string } = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
}

const stableOf = (label: string) => (Object.hasOwn(STABLE, label) ? STABLE[label] : '')

/**
 * Returns the old node affinity with each beta label key replaced by its stable counterpart where the new affinity does
 * so. A label that has no counterpart may lose its key, as on a real server.
 */
export function withRenamedLabels(before: unknown, next: unknown): unknown {
  if (Array.isArray(before))
    return Array.isArray(next) ? before.map((item, i) => withRenamedLabels(item, next[i])) : before
  if (!isObject(before) || !isObject(next)) return before
  const { key, operator } = before
  if (operator !== undefined && typeof key === 'string' && key !== next['key'] && stableOf(key) === (next['key'] ?? ''))
    return { ...before, key: next['key'] ?? '' }
  return Object.fromEntries(Object.entries(before).map(([name, value]) => [name, withRenamedLabels(value, next[name])]))
}
