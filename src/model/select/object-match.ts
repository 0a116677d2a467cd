import { type Globs, createGlobTest } from '../../base/text/glob.js'
import { isObject } from '../../base/json/json.js'
import { hasAll } from '../../base/json/partial.js'
import { StatusError } from '../../base/errors/status.js'
import { type Shape, must, text } from '../../base/check/shape.js'
import { type KindNames, wordsOf } from '../registry/kind-words.js'
import type { KubeObject } from '../../schema/object.js'
import { matchesLabels, parseLabelSelector } from './labels.js'

/** A label selector (`team=shop,tier!=db`), or labels with their values. */
export type LabelMatch = string | { readonly [label: string]: string }

/** Criteria that select objects; one that is left out matches every object. */
export type ObjectMatch = {
  /** Empty for cluster-scoped objects. */
  readonly namespace?: Globs | undefined
  readonly name?: Globs | undefined
  readonly labels?: LabelMatch | undefined
}

/** Makes a predicate on kinds: it matches the kind or the plural, with or without the group. */
export function createKindTest(wanted: Globs | undefined): (names: KindNames) => boolean {
  const test = createGlobTest(wanted)
  return (names) => wordsOf(names).some(test)
}

/** Makes a predicate on labels; unknown labels (`undefined`) never match. */
export function createLabelTest(
  wanted: LabelMatch,
): (labels: { readonly [label: string]: unknown } | undefined) => boolean {
  if (typeof wanted !== 'string') return (labels) => hasAll(labels, wanted)
  const selector = parseLabelSelector(wanted)
  return (labels) => labels !== undefined && matchesLabels(selector, labels)
}

/** Makes a predicate on the namespace, name and labels of an object. */
export function createObjectTest({ namespace, name, labels = {} }: ObjectMatch): (object: KubeObject) => boolean {
  const namespaceTest = createGlobTest(namespace)
  const nameTest = createGlobTest(name)
  const labelTest = createLabelTest(labels)
  return ({ metadata }) =>
    namespaceTest(metadata.namespace ?? '') && nameTest(metadata.name ?? '') && labelTest(metadata.labels ?? {})
}

/** The shape of a label match, for checking arguments. */
export const labelMatchShape: Shape<LabelMatch> = {
  check(value, path) {
    if (isObject(value)) return Object.entries(value).flatMap(([label, wanted]) => text.check(wanted, [...path, label]))
    if (typeof value !== 'string') return must(path, 'a label selector such as "team=shop", or a map of labels', value)
    try {
      parseLabelSelector(value)
      return []
    } catch (error) {
      if (error instanceof StatusError) return [{ path, text: `is no label selector: ${error.message}` }]
      throw error
    }
  },
  schema: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: text.schema }] },
}
