import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import { checkFields, matchesFields, parseFieldSelector, readField } from './fields.js'
import { matchesLabels, parseLabelSelector } from './labels.js'

/** Tells whether an object is selected. */
export type Selection = (object: KubeObject) => boolean

/**
 * Reads the two selectors of a list or watch; undefined selects everything.
 *
 * @throws StatusError 400 for a selector that does not parse or names a field the kind cannot be selected by
 */
export function selectionOf(def: KindDef, labelSelector: string, fieldSelector: string): Selection | undefined {
  const labels = labelSelector === '' ? undefined : parseLabelSelector(labelSelector)
  const fields = fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector)
  if (fields) checkFields(fields, def.selectable)
  if (!labels && !fields) return undefined
  return (object) =>
    (!labels || matchesLabels(labels, object.metadata.labels)) &&
    (!fields || matchesFields(fields, (path) => readField(object, path, def.selectable)))
}
