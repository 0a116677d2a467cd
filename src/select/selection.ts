import type { JsonObject } from '../base/json.js'
import { dns1123Label } from '../base/rules/names.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import {
  type FieldMatcher,
  type FieldSelector,
  checkFields,
  matcherOfTerms,
  parseFieldSelector,
  readField,
} from './fields.js'
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
    : termsOf(fieldSelector).find(({ path, operator }) => path === field && operator === '=')?.value

/** Two selectors that were parsed in advance; `parsed` throws their error. */
export type Prepared = Selectors & { readonly parsed: () => Matchers }
type Selectors = { readonly labelSelector: string; readonly fieldSelector: string }
type Matchers = {
  readonly labels: ((labels: JsonObject | undefined) => boolean) | undefined
  readonly terms: FieldSelector | undefined
  readonly fields: FieldMatcher | undefined
}

let prepared: Prepared | undefined

/** Keeps the last long selectors that were parsed: a request parses its selectors several times. */
export const keepPrepared = (selectors: Prepared): void => void (prepared = selectors)

/** Tells whether one of the selectors is parsed over several event-loop turns, in advance. */
export const isLongSelection = ({ labelSelector, fieldSelector }: Selectors): boolean =>
  labelSelector.length + fieldSelector.length > LONG_SELECTORS

const LONG_SELECTORS = 8 * 1024

const termsOf = (fieldSelector: string): FieldSelector =>
  (prepared?.fieldSelector === fieldSelector && prepared.parsed().terms) || parseFieldSelector(fieldSelector)

function matchersOf(labelSelector: string, fieldSelector: string): Matchers {
  if (prepared?.labelSelector === labelSelector && prepared.fieldSelector === fieldSelector) return prepared.parsed()
  const selector = labelSelector === '' ? undefined : parseLabelSelector(labelSelector)
  const terms = fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector)
  return {
    labels: selector?.length ? (labels) => matchesLabels(selector, labels) : undefined,
    terms,
    fields: terms?.length ? matcherOfTerms(terms) : undefined,
  }
}

/**
 * Makes the predicate of a list or watch from its two selectors; undefined selects everything.
 *
 * @throws StatusError 400 for a selector that does not parse or names a field that is not selectable for the kind
 */
export function selectionOf(def: KindDef, labelSelector: string, fieldSelector: string): Selection | undefined {
  const { labels, terms, fields } = matchersOf(labelSelector, fieldSelector)
  if (terms) checkFields(terms, def.selectable)
  if (!labels && !fields) return undefined
  return (object) =>
    (!labels || labels(object.metadata.labels)) &&
    (!fields || fields((path) => readField(object, path, def.selectable)))
}
