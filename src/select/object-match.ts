import { type Globs, createGlobTest } from '../base/glob.js'
import { isObject } from '../base/json.js'
import { hasAll } from '../base/partial.js'
import { StatusError } from '../base/status.js'
import { type Shape, must, text } from '../check/shape.js'
import { type KindNames, wordsOf } from '../registry/kind-words.js'
import type { KubeObject } from '../schema/object.js'
import { matchesLabels, parseLabelSelector } from './labels.js'

/** A label selector (`team=shop,tier!=db`), or labels with their values. */
export type LabelMatch = string | { readonly [label: string]: string }

/** Which objects are meant. A member left out matches every object. */
export type ObjectMatch = {
  /** Empty for cluster-scoped objects. */
  readonly namespace?: Globs | undefined
  readonly name?: Globs | undefined
  readonly labels?: LabelMatch | undefined
}

/** Makes the test of a kind: kind or plural, alone or with the group. */
export function createKindTest(wanted: Globs | undefined): (names: KindNames) => boolean {
  const test = createGlobTest(wanted)
  return (names) => wordsOf(names).some(test)
}

/** Makes the test of labels; where no labels are known (`undefined`), nothing matches. */
export function createLabelTest(
  wanted: LabelMatch,
): (labels: { readonly [label: string]: unknown } | undefined) => boolean {
  if (typeof wanted !== 'string') return (labels) => hasAll(labels, wanted)
  const selector = parseLabelSelector(wanted)
  return (labels) => labels !== undefined && matchesLabels(selector, labels)
}

/** Makes the test of an object by its namespace, name and labels. */
export function createObjectTest({ namespace, name, labels = {} }: ObjectMatch): (object: KubeObject) => boolean {
  const namespaceTest = createGlobTest(namespace)
  const nameTest = createGlobTest(name)
  const labelTest = createLabelTest(labels)
  return ({ metadata }) =>
    namespaceTest(metadata.namespace ?? '') && nameTest(metadata.name ?? '') && labelTest(metadata.labels ?? {})
}

/** What a match by labels has to be. */
export const labelMatchShape: Shape = {
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
