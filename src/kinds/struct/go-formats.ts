import { GoText } from '../../base/go/printable.js'
import { createLateLibrary } from '../../base/turns/late-library.js'

const library = createLateLibrary(() => import('./difference/library.js'))

/** Loads the code that formats differences; returns undefined if it is loaded already. */
export const loadDifferences = library.load

/** The maximum number of values in two structs together: comparing more would block all other clients. */
const MOST_VALUES = 8000

/**
 * Formats the change that an update would make to a value of one of kube-apiserver's internal structs (`core.PodSpec`),
 * as its version does and with a trailing newline; '' for very large values.
 *
 * @throws LibraryNotLoaded until the code for it is loaded
 */
export function formatDiff(type: string, old: unknown, next: unknown): string {
  const { differenceOf } = library.needed()
  return valuesLeft(next, valuesLeft(old, MOST_VALUES)) < 0 ? '' : differenceOf(type, old, next)
}

/**
 * Formats a rejected value of one of the server's internal structs (`core.PodTemplateSpec`) like Go's `%#v`, and as
 * JSON; undefined if it is not set.
 *
 * @throws LibraryNotLoaded until the code for it is loaded
 */
export function formatGoSyntax(type: string, value: unknown): GoText | undefined {
  if (value === undefined || value === null) return undefined
  const { goSyntaxOf, goJsonOf } = library.needed()
  return new GoText(goSyntaxOf(type, value), () => goJsonOf(type, value))
}

/** Returns how many of `most` values are left after those of a value; negative if it has more. */
function valuesLeft(value: unknown, most: number): number {
  let left = most - 1
  if (typeof value !== 'object' || value === null) return left
  for (const part of Object.values(value)) {
    if (left < 0) break
    left = valuesLeft(part, left)
  }
  return left
}
