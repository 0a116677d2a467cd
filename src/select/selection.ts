import { dns1123Label } from '../base/rules/names.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import { checkFields, matchesFields, parseFieldSelector, readField } from './fields.js'
import { matchesLabels, parseLabelSelector } from './labels.js'

/** Tells whether an object is selected. */
export type Selection = (object: KubeObject) => boolean

/** The one name a field selector leaves: what it selects is read by its key, and has no further pages. */
export const onlyName = (fieldSelector: string): string | undefined => onlyValue(fieldSelector, 'metadata.name')

/** The one namespace a field selector leaves, which is then all that is read. */
export function onlyNamespace(fieldSelector: string): string | undefined {
  const namespace = onlyValue(fieldSelector, 'metadata.namespace')
  return namespace !== undefined && dns1123Label(namespace).length === 0 ? namespace : undefined
}

const onlyValue = (fieldSelector: string, field: string): string | undefined =>
  fieldSelector === ''
    ? undefined
    : parseFieldSelector(fieldSelector).find(({ path, operator }) => path === field && operator === '=')?.value

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
