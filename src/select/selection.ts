import { dns1123Label } from '../base/rules/names.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import { checkFields, matchesFields, parseFieldSelector, readField } from './fields.js'
import { matchesLabels, parseLabelSelector } from './labels.js'

/** Tells whether an object is selected. */
export type Selection = (object: KubeObject) => boolean

/** Returns the name that a field selector requires, if any: the object is then looked up by key, without paging. */
export const onlyName = (fieldSelector: string): string | undefined => onlyValue(fieldSelector, 'metadata.name')

/** Returns the namespace that a field selector requires, if any: only that namespace is then read. */
export function onlyNamespace(fieldSelector: string): string | undefined {
  const namespace = onlyValue(fieldSelector, 'metadata.namespace')
  return namespace !== undefined && dns1123Label(namespace).length === 0 ? namespace : undefined
}

const onlyValue = (fieldSelector: string, field: string): string | undefined =>
  fieldSelector === ''
    ? undefined
    : parseFieldSelector(fieldSelector).find(({ path, operator }) => path === field && operator === '=')?.value

/**
 * Makes the predicate of a list or watch from its two selectors; undefined selects everything.
 *
 * @throws StatusError 400 for a selector that does not parse or names a field that is not selectable for the kind
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
