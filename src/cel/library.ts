import { createLateLibrary, loadAll } from '../base/turns/late-library.js'
import { loadPatterns } from '../base/go/re2.js'
import { loadUrls } from '../base/text/urls.js'
import type { Engine } from './engine.js'

const library = createLateLibrary<Engine>(() => import('./engine.js').then(({ engine }) => engine))

/**
 * Returns the compilers of expressions.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const neededEngine = library.needed

/**
 * Loads the libraries for rules and patterns, once and only if there may be any; returns undefined if they are loaded.
 */
export const loadLibrary = (): Promise<void> | undefined => loadAll([library.load, loadPatterns, loadUrls])
