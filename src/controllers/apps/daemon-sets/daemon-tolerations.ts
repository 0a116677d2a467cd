import type { PodSpec } from './daemon-set.js'

type Toleration = NonNullable<PodSpec['tolerations']>[number]

const exists = (name: string, effect: string): Toleration => ({
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
  effect,
})

const ALWAYS = [
  exists('not-ready', 'NoExecute'),
  exists('unreachable', 'NoExecute'),
  exists('disk-pressure', 'NoSchedule'),
  exists('memory-pressure', 'NoSchedule'),
  exists('pid-pressure', 'NoSchedule'),
  exists('unschedulable', 'NoSchedule'),
]
const ON_HOST_NETWORK = exists('network-unavailable', 'NoSchedule')

/**
 * Returns the tolerations of a daemon pod: those of its template, and those for node conditions, without a time limit
 * (AddOrUpdateDaemonPodTolerations).
 */
export const daemonTolerations = ({ tolerations = [], hostNetwork }: Partial<PodSpec>): readonly Toleration[] =>
  [...ALWAYS, ...(hostNetwork ? [ON_HOST_NETWORK] : [])].reduce(withToleration, tolerations)

/** Adds a toleration, or replaces the matching one. */
function withToleration(tolerations: readonly Toleration[], wanted: Toleration): Toleration[] {
  const isSame = ({ key, operator, value = '', effect }: Toleration) =>
    key === wanted.key && operator === wanted.operator && value === '' && effect === wanted.effect
  return tolerations.some(isSame)
    ? tolerations.map((toleration) => (isSame(toleration) ? wanted : toleration))
    : [...tolerations, wanted]
}
