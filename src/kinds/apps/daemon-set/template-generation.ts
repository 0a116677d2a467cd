import { goQuote } from '../../../base/go-print.js'
import { jsonEqual } from '../../../base/json.js'
import { badRequest } from '../../../base/status.js'
import type { DaemonSet } from './daemon-set-rules.js'

/** The annotation that tells how often the template was changed: a member of older versions. */
export const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'

const isWhole = (text: string) => /^[+-]?\d+$/.test(text)

/**
 * Puts the count that a body states into its annotation, as a whole number; 0 where it states none.
 *
 * @throws StatusError 400 for what is no number
 */
export function statedTemplateGeneration(object: DaemonSet): DaemonSet {
  const stated = object.metadata.annotations?.[TEMPLATE_GENERATION] ?? '0'
  if (!isWhole(stated))
    throw badRequest(
      `DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing ${goQuote(stated)}: invalid syntax`,
    )
  return withTemplateGeneration(object, BigInt(stated))
}

const countOf = ({ metadata }: DaemonSet) => BigInt(metadata.annotations?.[TEMPLATE_GENERATION] ?? 0)

function withTemplateGeneration(object: DaemonSet, count: bigint): DaemonSet {
  const { metadata } = object
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [TEMPLATE_GENERATION]: String(count) } },
  }
}

/** The first count of a new DaemonSet: 1, or what it states above that. */
export const firstTemplateGeneration = (object: DaemonSet): DaemonSet =>
  withTemplateGeneration(object, countOf(object) < 1n ? 1n : countOf(object))

/** The stored count, and one more where the template changes. */
export const nextTemplateGeneration = (next: DaemonSet, old: DaemonSet): DaemonSet =>
  withTemplateGeneration(next, countOf(old) + (hasNewTemplate(next, old) ? 1n : 0n))

/** Tells whether a DaemonSet has another template than the stored one. */
export const hasNewTemplate = (next: DaemonSet, old: DaemonSet): boolean =>
  !jsonEqual(next.spec?.template, old.spec?.template)
