import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import { checkFields, matchesFields, parseFieldSelector, readField } from './fields.js'
import { matchesLabels, parseLabelSelector } from './labels.js'

/** Tells whether an object is selected. */
export type Selection = (object: KubeObject) => boolean

/** Tells whether a field selector leaves one name: what it selects is read by its key, and has no further pages. */
export const selectsOneName = (fieldSelector: string): boolean =>
  fieldSelector !== '' &&
  parseFieldSelector(fieldSelector).some(({ path, operator }) => path === 'metadata.name' && operator === '=')

/**
 * Reads the two selectors of a list or watch; undefined selects everything.
 *
 * @throws StatusError 400 for a selector that does not parse or names a field the kind cannot be selected by
 */
export function selectionOf(def: KindDef, labelSelector: string, fieldSelector: string): Selection | undefined {
  const labels = labelSelector === '' ? undefined : parseLabelSelector(labelSelector)
  const fields = fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector)
  if (fields) checkFields(fields, def.selectable)
  if (!labels?.length && !fields?.length) return undefined
  return (object) =>
    (!labels || matchesLabels(labels, object.metadata.labels)) &&
    (!fields || matchesFields(fields, (path) => readField(object, path, def.selectable)))
}
