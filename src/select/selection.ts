import { dns1123Label } from '../base/rules/names.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import type { Steps } from '../base/steps.js'
import { checkFields, fieldMatcher, parseFieldSelector, prepareFields, readField } from './fields.js'
import { labelMatcherOf, prepareLabels } from './labels.js'
import { LONG_SELECTOR } from './remembered-parsing.js'

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
  const labels = labelSelector === '' ? undefined : labelMatcherOf(labelSelector)
  const fields = fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector)
  if (fields) checkFields(fields, def.selectable)
  if (!labels && !fields?.length) return undefined
  const ofFields = fields && fieldMatcher(fields)
  return (object) =>
    (!labels || labels(object.metadata.labels)) &&
    (!ofFields || ofFields((path) => readField(object, path, def.selectable)))
}

type Selectors = { readonly labelSelector: string; readonly fieldSelector: string }

/** Returns a function that parses long selectors over several event-loop turns; undefined if none is long. */
export function longSelectors({ labelSelector, fieldSelector }: Selectors): (() => Steps<void>) | undefined {
  const [hasLabels, hasFields] = [labelSelector, fieldSelector].map((text) => text.length >= LONG_SELECTOR)
  if (!hasLabels && !hasFields) return undefined
  return function* () {
    if (hasLabels) yield* prepareLabels(labelSelector)
    if (hasFields) yield* prepareFields(fieldSelector)
  }
}
