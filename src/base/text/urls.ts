import { createLateLibrary } from '../turns/late-library.js'

const library = createLateLibrary(() => import('../go/url.js'))

/** Loads the parser of URLs; undefined if it is already loaded. */
export const loadUrls = library.load

/**
 * Returns the parser of URLs.
 *
 * @throws LibraryNotLoaded while it is not loaded
 */
export const neededUrls = library.needed
