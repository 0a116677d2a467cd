import { createLateLibrary } from '../base/late-library.js'
import { loadPatterns } from '../base/re2.js'
import { loadUrls } from '../base/urls.js'
import type { Engine } from './engine.js'

// Rules check formats, of which some need the parser of URLs.
const library = createLateLibrary<Engine>(() =>
  Promise.all([import('./engine.js'), loadUrls()]).then(([{ engine }]) => engine),
)

/**
 * Returns the compilers of expressions.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const neededEngine = library.needed

/**
 * Loads the libraries for rules and patterns, once and only if there may be any; returns undefined if they are loaded.
 */
export function loadLibrary(): Promise<void> | undefined {
  const loading = [library.load(), loadPatterns(), loadUrls()].filter((one) => one !== undefined)
  return loading.length === 0 ? undefined : Promise.all(loading).then(() => undefined)
}
