import type { JsonObject } from '../../base/json/json.js'
import { dns1123Label } from '../../base/rules/names.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
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

/** The two selectors of a request: its options, or others. */
export type Selectors = { readonly labelSelector: string; readonly fieldSelector: string }

/** Returns the name that a field selector requires, if any: the object is then looked up by key, without paging. */
export const onlyName = (selectors: Selectors): string | undefined => onlyValue(selectors, 'metadata.name')

/** Returns the namespace that a field selector requires, if any: only that namespace is then read. */
export function onlyNamespace(selectors: Selectors): string | undefined {
  const namespace = onlyValue(selectors, 'metadata.namespace')
  return namespace !== undefined && dns1123Label(namespace).length === 0 ? namespace : undefined
}

const onlyValue = (selectors: Selectors, field: string): string | undefined =>
  selectors.fieldSelector === ''
    ? undefined
    : termsOf(selectors).find(({ path, operator }) => path === field && operator === '=')?.value

/** What two selectors select. */
export type Matchers = {
  readonly labels: ((labels: JsonObject | undefined) => boolean) | undefined
  readonly terms: FieldSelector | undefined
  readonly fields: FieldMatcher | undefined
}

// The long selectors of a request are parsed in advance, as it needs them several times.
const prepared = new WeakMap<Selectors, () => Matchers>()

/** Keeps the parsed selectors of a request; `parsed` throws their error. */
export const keepPrepared = (selectors: Selectors, parsed: () => Matchers): void => void prepared.set(selectors, parsed)

/** Keeps what was parsed of some selectors for equal ones too. */
export function sharePrepared(from: Selectors, to: Selectors): void {
  const parsed = prepared.get(from)
  if (parsed) prepared.set(to, parsed)
}

/** Tells whether one of the selectors is parsed over several event-loop turns, in advance. */
export const isLongSelection = ({ labelSelector, fieldSelector }: Selectors): boolean =>
  labelSelector.length + fieldSelector.length > LONG_SELECTORS

const LONG_SELECTORS = 8 * 1024

const termsOf = (selectors: Selectors): FieldSelector =>
  prepared.get(selectors)?.().terms ?? parseFieldSelector(selectors.fieldSelector)

function matchersOf(selectors: Selectors): Matchers {
  const parsed = prepared.get(selectors)
  if (parsed) return parsed()
  const { labelSelector, fieldSelector } = selectors
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
export function selectionOf(def: KindDef, selectors: Selectors): Selection | undefined {
  const { labels, terms, fields } = matchersOf(selectors)
  if (terms) checkFields(terms, def.selectable)
  if (!labels && !fields) return undefined
  return (object) =>
    (!labels || labels(object.metadata.labels)) &&
    (!fields || fields((path) => readField(object, path, def.selectable)))
}
