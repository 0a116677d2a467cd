import { sameAmounts } from '../../shared/resource-list.js'
import { jsonEqual } from '../../../base/json.js'
import { forbiddenStatus } from '../../../base/status.js'
import type { RuntimeClass } from '../../node/runtime-class.js'
import type { Pod, PodSpec, Toleration } from './pod-types.js'

/**
 * What a RuntimeClass makes of a new pod: its overhead, and the nodes it may run on.
 *
 * @throws StatusError 403 where the pod contradicts its class, or names one there is not
 */
export function admitRuntimeClass(pod: Pod, classOf: (name: string) => RuntimeClass | undefined): Pod {
  const { spec = {} } = pod
  const name = spec.runtimeClassName
  const found = name === undefined ? undefined : classOf(name)
  if (name !== undefined && !found) throw rejected(pod, `pod rejected: RuntimeClass "${name}" not found`)
  const overhead = found?.overhead?.podFixed
  if (!overhead && spec.overhead)
    throw rejected(pod, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
  if (overhead && spec.overhead && !sameAmounts(overhead, spec.overhead))
    throw rejected(pod, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
  return found ? { ...pod, spec: { ...spec, ...(overhead ? { overhead } : {}), ...scheduling(pod, spec, found) } } : pod
}

const rejected = ({ metadata }: Pod, why: string) =>
  forbiddenStatus({ group: '', resource: 'pods' }, metadata.name || metadata.generateName, why)

function scheduling(
  pod: Pod,
  spec: PodSpec,
  { scheduling: { nodeSelector = {}, tolerations } = {} }: RuntimeClass,
): Pick<PodSpec, 'nodeSelector' | 'tolerations'> {
  const own = spec.nodeSelector ?? {}
  for (const [key, value] of Object.entries(nodeSelector))
    if (Object.hasOwn(own, key) && own[key] !== value)
      throw rejected(
        pod,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own[key]}`,
      )
  const selector = { ...own, ...nodeSelector }
  return {
    ...(Object.keys(selector).length > 0 ? { nodeSelector: selector } : {}),
    ...(tolerations ? { tolerations: merged([...(spec.tolerations ?? []), ...tolerations]) } : {}),
  }
}

/** Tolerations without those that others cover; of equal ones the first stays. */
const merged = (all: readonly Toleration[]): readonly Toleration[] =>
  all.filter((each, i) => !all.some((other, j) => j !== i && covers(other, each) && (j < i || !jsonEqual(other, each))))

function covers(a: Toleration, b: Toleration): boolean {
  if (jsonEqual(a, b)) return true
  if (a.key !== b.key && (a.key || a.operator !== 'Exists')) return false
  if (a.effect && a.effect !== b.effect) return false
  if (
    a.effect === 'NoExecute' &&
    a.tolerationSeconds !== undefined &&
    (b.tolerationSeconds ?? Infinity) > a.tolerationSeconds
  )
    return false
  return a.operator === 'Exists' || (b.operator === 'Equal' && (a.value ?? '') === (b.value ?? ''))
}
