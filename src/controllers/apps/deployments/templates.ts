import { isObject, jsonEqual } from '../../../base/json.js'
import { storedCreation, storedName } from '../../../schema/stored-metadata.js'
import type { PodTemplate } from '../../pods/from-template.js'
import { TEMPLATE_HASH } from '../../pods/template-hash.js'
import type { Deployment, ReplicaSet } from './deployment.js'

/** Tells whether two templates are the same but for their hashes; a list with nothing in it counts as none. */
export const sameTemplate = (a: PodTemplate | undefined, b: PodTemplate | undefined): boolean =>
  jsonEqual(bare(a), bare(b))

const bare = (template: PodTemplate = {}): unknown => withoutEmpty(withoutHash(template))

/** A template without its hash. */
export function withoutHash<T extends PodTemplate>(template: T): T {
  const { [TEMPLATE_HASH]: _hash, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map(withoutEmpty) : undefined
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const left = withoutEmpty(member)
    return left === undefined || left === null ? [] : [[name, left] as const]
  })
  // A map with nothing in it stays: an empty directory is a volume all the same.
  return Object.fromEntries(entries)
}

/** The ReplicaSet that has a Deployment's template; of several the oldest. */
export const setOfTemplate = ({ spec }: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined =>
  oldestFirst(sets).find((set) => sameTemplate(set.spec?.template, spec?.template))

/** ReplicaSets by their age, and of one age by name. */
export const oldestFirst = (sets: readonly ReplicaSet[]): readonly ReplicaSet[] => sets.toSorted(compareAges)

/** Compares ReplicaSets as {@link oldestFirst} orders them. */
export function compareAges(a: ReplicaSet, b: ReplicaSet): number {
  const [first, second] = [storedCreation(a), storedCreation(b)]
  if (first !== second) return first < second ? -1 : 1
  return storedName(a) < storedName(b) ? -1 : 1
}
