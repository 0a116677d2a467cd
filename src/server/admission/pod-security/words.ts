import { compareBytes } from '../../../base/json/json.js'
import type { CheckedContainer, CheckedSpec, SecurityCheck } from './types.js'

/** Returns every container of a pod, in the order the checks name them. */
export const containersOf = ({ initContainers = [], containers = [], ephemeralContainers = [] }: CheckedSpec) => [
  ...initContainers,
  ...containers,
  ...ephemeralContainers,
]

/** Formats quoted texts, separated by commas. */
export const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ')

/** Returns the distinct texts, sorted. */
export const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort(compareBytes)

/** Returns a word, or its plural unless the count is one. */
export const plural = (word: string, count: number): string => (count === 1 ? word : `${word}s`)

/** Formats `container "a"`, or `containers "a", "b"`. */
export const named = (list: readonly { readonly name?: string }[], word = 'container'): string =>
  `${plural(word, list.length)} ${quoted(list.map(({ name = '' }) => name))}`

/** Returns who sets a field to a forbidden value: the pod itself, some of its containers, or both. */
export const setters = (pod: boolean, containers: readonly CheckedContainer[]): readonly string[] => [
  ...(pod ? ['pod'] : []),
  ...(containers.length > 0 ? [named(containers)] : []),
]

/** Makes a check that skips pods whose users are not those of their node. */
export const notInUserNamespace =
  (check: SecurityCheck['check']): SecurityCheck['check'] =>
  (spec, annotations) =>
    spec.hostUsers === false ? undefined : check(spec, annotations)
