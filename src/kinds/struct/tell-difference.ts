import { GoText } from '../../base/go-print.js'
import { createLateLibrary } from '../../base/late-library.js'

const library = createLateLibrary(() => import('./difference/library.js'))

/** Loads what tells differences; undefined where it is there. */
export const loadDifferences = library.load

/** How many values two structs may have together: the difference of more would hold every other client. */
const MOST_VALUES = 8000

/**
 * What a change that is refused would change, as kube-apiserver tells it: the difference of two values of one of its
 * own structs (`core.PodSpec`) in Go's words, with a line's end after it; '' of very large ones. Throws
 * LibraryNotLoaded before what tells it is loaded.
 */
export function tellDifference(type: string, old: unknown, next: unknown): string {
  const { differenceOf } = library.needed()
  return valuesLeft(next, valuesLeft(old, MOST_VALUES)) < 0 ? '' : differenceOf(type, old, next)
}

/**
 * A refused value of one of the server's own structs (`core.PodTemplateSpec`), as it prints it; what is not there
 * prints itself. Throws LibraryNotLoaded before what tells it is loaded.
 */
export const tellValue = (type: string, value: unknown): GoText | undefined =>
  value === undefined || value === null ? undefined : new GoText(library.needed().goSyntaxOf(type, value))

/** What is left of so many values after those of one; below zero where it has more. */
function valuesLeft(value: unknown, most: number): number {
  let left = most - 1
  if (typeof value !== 'object' || value === null) return left
  for (const part of Object.values(value)) {
    if (left < 0) break
    left = valuesLeft(part, left)
  }
  return left
}
