import { isObject, jsonEqual } from '../../../base/json.js'
import { namesOf } from '../../../base/names.js'
import { storedCreation, storedName } from '../../../schema/stored-metadata.js'
import type { PodTemplate } from '../../pods/from-template.js'
import { TEMPLATE_HASH } from '../../pods/template-hash.js'
import type { Deployment, ReplicaSet } from './deployment.js'

/** Returns whether two templates are equal apart from their hashes; an empty list equals an absent one. */
export const sameTemplate = (a: PodTemplate | undefined, b: PodTemplate | undefined): boolean =>
  sameLabels(a?.metadata?.labels, b?.metadata?.labels) && jsonEqual(bare(a), bare(b))

// Labels are compared separately: there may be tens of thousands, which are not copied.
const bare = ({ metadata, ...template }: PodTemplate = {}): unknown =>
  withoutEmpty({ ...template, metadata: { ...metadata, labels: undefined } })

type Labels = { readonly [label: string]: string }

const sameLabels = (a: Labels = {}, b: Labels = {}): boolean =>
  countLabels(a) === countLabels(b) && namesOf(a).every((name) => name === TEMPLATE_HASH || a[name] === b[name])

const countLabels = (labels: Labels): number => namesOf(labels).length - (Object.hasOwn(labels, TEMPLATE_HASH) ? 1 : 0)

/** Returns a template without its hash label. */
export function withoutHash<T extends PodTemplate>(template: T): T {
  const { [TEMPLATE_HASH]: _hash, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}

/** Removes empty lists and null members; returns the value itself if there are none. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined
    const items = value.map(withoutEmpty)
    return items.every((item, i) => item === value[i]) ? value : items
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const)
  const left = entries.filter(([, member]) => member !== undefined && member !== null)
  // An empty object is kept: an `emptyDir` is a volume even without fields.
  return left.length === entries.length && left.every(([name, member]) => member === value[name])
    ? value
    : Object.fromEntries(left)
}

/** Returns the ReplicaSet with a Deployment's current template; the oldest if there are several. */
export const setOfTemplate = ({ spec }: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined =>
  oldestFirst(sets).find((set) => sameTemplate(set.spec?.template, spec?.template))

/** Sorts ReplicaSets by creation time, then by name. */
export const oldestFirst = (sets: readonly ReplicaSet[]): readonly ReplicaSet[] => sets.toSorted(compareAges)

/** Compares ReplicaSets as {@link oldestFirst} sorts them. */
export function compareAges(a: ReplicaSet, b: ReplicaSet): number {
  const [first, second] = [storedCreation(a), storedCreation(b)]
  if (first !== second) return first < second ? -1 : 1
  return storedName(a) < storedName(b) ? -1 : 1
}
