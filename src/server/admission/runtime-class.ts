import { givenOf } from '../../base/json/as-given.js'
import { jsonEqual } from '../../base/json/json.js'
import { whyNotAsked } from '../../base/rules/names.js'
import { plainError } from '../../base/errors/status.js'
import type { Pod, PodSpec, Toleration } from '../../kinds/core/pod/pod-types.js'
import type { RuntimeClass } from '../../kinds/node/runtime-class.js'
import { sameAmounts } from '../../kinds/shared/resource-list.js'
import { defineAdmissionPlugin, refused } from './define.js'
import { writesOf } from './handles.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'

/** RuntimeClass: a pod gets the overhead and the node selector of its class, and must not contradict them. */
export const runtimeClassPlugin = defineAdmissionPlugin<Pod>({
  name: 'RuntimeClass',
  handles: writesOf({ operations: ['create'], resource: 'pods' }),
  admit(attributes, context) {
    const { object } = attributes
    const found = classOf(attributes, context)
    if (!found) return object
    const { spec = {} } = object
    const overhead = found.overhead?.podFixed
    if (found.overhead && hasAny(spec.overhead) && !sameAmounts(overhead ?? {}, spec.overhead ?? {}))
      throw refused(attributes, OTHER_OVERHEAD)
    return {
      ...object,
      spec: { ...spec, ...(overhead && hasAny(overhead) ? { overhead } : {}), ...scheduling(attributes, spec, found) },
    }
  },
  validate(attributes, context) {
    const { spec } = attributes.object
    const overhead = givenOf(spec, 'overhead', spec?.overhead, {})
    const wanted = classOf(attributes, context)?.overhead
    if (!wanted && overhead)
      throw refused(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
    if (wanted && !sameAmounts(wanted.podFixed ?? {}, overhead ?? {})) throw refused(attributes, OTHER_OVERHEAD)
  },
})

const OTHER_OVERHEAD = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"

const hasAny = (amounts: object | undefined): boolean => Object.keys(amounts ?? {}).length > 0

function classOf(attributes: AdmissionAttributes<Pod>, { get, profile }: AdmissionContext): RuntimeClass | undefined {
  const name = attributes.object.spec?.runtimeClassName
  if (name === undefined) return undefined
  const found = get<RuntimeClass>(`${profile.group('node')}/runtimeclasses`, name)
  const fault = whyNotAsked(name)
  if (!found && fault !== undefined) throw plainError(fault)
  if (!found) throw refused(attributes, `pod rejected: RuntimeClass "${name}" not found`)
  return found
}

function scheduling(
  attributes: AdmissionAttributes,
  spec: PodSpec,
  { scheduling: { nodeSelector = {}, tolerations } = {} }: RuntimeClass,
): Pick<PodSpec, 'nodeSelector' | 'tolerations'> {
  const own = spec.nodeSelector ?? {}
  for (const [key, value] of Object.entries(nodeSelector))
    if (Object.hasOwn(own, key) && own[key] !== value)
      throw refused(
        attributes,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own[key]}`,
      )
  const selector = { ...own, ...nodeSelector }
  return {
    ...(Object.keys(selector).length > 0 ? { nodeSelector: selector } : {}),
    ...(tolerations ? { tolerations: merged([...(spec.tolerations ?? []), ...tolerations]) } : {}),
  }
}

/** Removes tolerations that others cover; of equal ones the first is kept. */
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
