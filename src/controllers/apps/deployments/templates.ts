import { namesOf } from '../../../base/json/member-names.js'
import { structOf } from '../../../model/registry/struct-schema.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { storedCreation, storedName } from '../../../schema/object.js'
import type { PodTemplate } from '../../pods/from-template.js'
import { TEMPLATE_HASH } from '../../pods/template-hash.js'
import type { Deployment, ReplicaSet } from './deployment.js'

/** Returns whether two templates are equal apart from their hashes (EqualIgnoreHash). */
export const sameTemplate = (a: PodTemplate | undefined, b: PodTemplate | undefined): boolean =>
  sameLabels(a?.metadata?.labels, b?.metadata?.labels) &&
  semanticEqual(() => structOf('core.v1.PodTemplateSpec'), bare(a), bare(b))

// Labels are compared separately: there may be tens of thousands, which are not copied.
const bare = ({ metadata, ...template }: PodTemplate = {}): unknown => ({
  ...template,
  metadata: { ...metadata, labels: undefined },
})

type Labels = { readonly [label: string]: string }

const sameLabels = (a: Labels = {}, b: Labels = {}): boolean =>
  countLabels(a) === countLabels(b) && namesOf(a).every((name) => name === TEMPLATE_HASH || a[name] === b[name])

const countLabels = (labels: Labels): number => namesOf(labels).length - (Object.hasOwn(labels, TEMPLATE_HASH) ? 1 : 0)

/** Returns a template without its hash label. */
export function withoutHash<T extends PodTemplate>(template: T): T {
  const { [TEMPLATE_HASH]: _hash, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
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
