import { podStructOf } from '../../core/pod/kept-empty.js'
import { goQuote } from '../../../base/go/printable.js'
import { badRequest } from '../../../base/errors/status.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import type { DaemonSet } from './daemon-set-rules.js'

/** The annotation that holds templateGeneration, a field of older API versions that counts changes of the template. */
export const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'

const isWhole = (text: string) => /^[+-]?\d+$/.test(text)

/**
 * Writes the count in the annotation of a request body back in canonical form; 0 if there is none.
 *
 * @throws StatusError 400 if the annotation is not an integer
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

/** Sets the count of a new DaemonSet: at least 1, or what its annotation says. */
export const firstTemplateGeneration = (object: DaemonSet): DaemonSet =>
  withTemplateGeneration(object, countOf(object) < 1n ? 1n : countOf(object))

/** Sets the stored count, incremented if the template changes. */
export const nextTemplateGeneration = (next: DaemonSet, old: DaemonSet): DaemonSet =>
  withTemplateGeneration(next, countOf(old) + (hasNewTemplate(next, old) ? 1n : 0n))

/** Tells whether the template differs from the stored one. */
export const hasNewTemplate = (next: DaemonSet, old: DaemonSet): boolean =>
  !semanticEqual(podStructOf('core.v1.PodTemplateSpec'), next.spec?.template, old.spec?.template)
