import { createLateLibrary } from '../base/late-library.js'
import { loadPatterns } from '../base/re2.js'
import type { Engine } from './engine.js'

const library = createLateLibrary<Engine>(() => import('./engine.js').then(({ engine }) => engine))

/**
 * What compiles expressions.
 *
 * @throws LibraryNotLoaded as long as it is not there
 */
export const neededEngine = library.needed

/**
 * Loads what reads rules and patterns, which is done once and only where there may be any; undefined where it is there.
 */
export function loadLibrary(): Promise<void> | undefined {
  const loading = [library.load(), loadPatterns()].filter((one) => one !== undefined)
  return loading.length === 0 ? undefined : Promise.all(loading).then(() => undefined)
}
