import { plainError } from '../../../base/errors/status.js'
import { goJsonErrorOf } from '../../../base/go/encoding-json.js'
import { jsonEqual, withMembers } from '../../../base/json/json.js'
import { readJson } from '../../../base/json/json-text.js'
import { qosClassOf } from '../../../kinds/core/pod/pod-defaults.js'
import type { Pod, Toleration } from '../../../kinds/core/pod/pod-types.js'
import { DecodeError, decode } from '../../../schema/decode.js'
import type { KubeObject } from '../../../schema/object.js'
import { tolerations } from '../configuration/decode.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'

const DEFAULTS = 'scheduler.alpha.kubernetes.io/defaultTolerations'
const WHITELIST = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist'

const MEMORY_PRESSURE: Toleration = {
  key: 'node.kubernetes.io/memory-pressure',
  operator: 'Exists',
  effect: 'NoSchedule',
}

/** Returns the tolerations in an annotation of a namespace; undefined without it. @throws StatusError 500 */
function annotated(namespace: KubeObject | undefined, annotation: string): readonly Toleration[] | undefined {
  const text = namespace?.metadata.annotations?.[annotation]
  if (text === undefined || text === '') return text === undefined ? undefined : []
  try {
    return decode<readonly Toleration[]>(tolerations, readJson(text)).object
  } catch (error) {
    if (error instanceof DecodeError) throw plainError(error.message)
    throw error instanceof SyntaxError ? plainError(goJsonErrorOf(new TextEncoder().encode(text))) : error
  }
}

const namespaceOf = ({ namespace }: AdmissionAttributes, { get }: AdmissionContext): KubeObject | undefined =>
  get('/namespaces', namespace)

/** Returns a pod with the tolerations of its namespace, or else of the configuration. */
export function withDefaultTolerations(attributes: AdmissionAttributes, context: AdmissionContext): KubeObject {
  const { operation, object } = attributes
  const { spec = {} } = object as Pod // the plug-in handles pods
  const extra = [
    ...(operation === 'create'
      ? (annotated(namespaceOf(attributes, context), DEFAULTS) ?? context.configuration.tolerations.default ?? [])
      : []),
    ...(qosClassOf(spec) === 'BestEffort' ? [] : [MEMORY_PRESSURE]),
  ]
  const merged = extra.length > 0 ? mergedTolerations([...(spec.tolerations ?? []), ...extra]) : undefined
  const next = merged ? { ...object, spec: withMembers(spec, { tolerations: merged }) } : object
  mustBeListed({ ...attributes, object: next }, context)
  return next
}

/** @throws StatusError 500 for a toleration that is not on the list of the namespace, or else of the configuration */
export function mustBeListed(attributes: AdmissionAttributes, context: AdmissionContext): void {
  const { spec: { tolerations: own = [] } = {} } = attributes.object as Pod // as above
  if (own.length === 0) return
  const ofNamespace = annotated(namespaceOf(attributes, context), WHITELIST)
  const listed = ofNamespace ?? context.configuration.tolerations.whitelist ?? []
  if (listed.length === 0 || own.every((one) => listed.some((wide) => covers(wide, one)))) return
  throw plainError(
    `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${ofNamespace ? 'namespace' : 'cluster'} whitelist`,
  )
}

/** Returns tolerations without those that another covers; of equal ones the first stays. */
function mergedTolerations(all: readonly Toleration[]): readonly Toleration[] {
  const merged: Toleration[] = []
  for (const [i, one] of all.entries()) {
    const isCovered =
      merged.some((wide) => covers(wide, one)) ||
      all.slice(i + 1).some((wide) => !jsonEqual(one, wide) && covers(wide, one))
    if (!isCovered) merged.push(one)
  }
  return merged
}

/** Tells whether a toleration tolerates all that another does (pkg/util/tolerations: isSuperset). */
function covers(wide: Toleration, narrow: Toleration): boolean {
  if (jsonEqual(wide, narrow)) return true
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = wide
  if ((narrow.key ?? '') !== key && (key !== '' || operator !== 'Exists')) return false
  if ((narrow.effect ?? '') !== effect && effect !== '') return false
  if (effect === 'NoExecute' && tolerationSeconds !== undefined && !lastsAtMost(narrow, tolerationSeconds)) return false
  if (operator === 'Exists') return true
  return (operator === 'Equal' || operator === '') && narrow.operator === 'Equal' && (narrow.value ?? '') === value
}

const lastsAtMost = ({ tolerationSeconds }: Toleration, most: number): boolean =>
  tolerationSeconds !== undefined && tolerationSeconds <= most
