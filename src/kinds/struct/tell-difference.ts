import { createLateLibrary } from '../../base/late-library.js'

const library = createLateLibrary(() => import('./difference/library.js'))

/** Loads what tells differences; undefined where it is there. */
export const loadDifferences = library.load

/**
 * What a change that is refused would change, as kube-apiserver tells it: the difference of two values of one of its own
 * structs (`core.PodSpec`) in Go's words, with a line's end after it. Throws LibraryNotLoaded before that is loaded.
 */
export const tellDifference = (type: string, old: unknown, next: unknown): string =>
  library.needed().differenceOf(type, old, next)
