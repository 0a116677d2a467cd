import { compareBytes } from '../../base/json.js'
import type { CheckedContainer, CheckedSpec } from './types.js'

/** Every container of a pod, in the order the checks name them. */
export const containersOf = ({ initContainers = [], containers = [], ephemeralContainers = [] }: CheckedSpec) => [
  ...initContainers,
  ...containers,
  ...ephemeralContainers,
]

/** Texts in quotes, with commas between them. */
export const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ')

/** The different ones of some texts, in order. */
export const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort(compareBytes)

/** A word, or its plural where there is not one of it. */
export const plural = (word: string, count: number): string => (count === 1 ? word : `${word}s`)

/** `container "a"`, or `containers "a", "b"`. */
export const named = (list: readonly { readonly name?: string }[], word = 'container'): string =>
  `${plural(word, list.length)} ${quoted(list.map(({ name = '' }) => name))}`

/** Who sets what is wrong: the pod itself, some of its containers, or both. */
export const setters = (pod: boolean, containers: readonly CheckedContainer[]): readonly string[] => [
  ...(pod ? ['pod'] : []),
  ...(containers.length > 0 ? [named(containers)] : []),
]
