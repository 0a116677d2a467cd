import type * as cel from '@marcbachmann/cel-js'
import { createLateLibrary } from '../base/late-library.js'
import { loadPatterns } from '../base/re2.js'

/** The library that reads and evaluates expressions. */
export type Library = typeof cel

const library = createLateLibrary<Library>(() => import('@marcbachmann/cel-js'))

/**
 * The library.
 *
 * @throws LibraryNotLoaded as long as it is not there
 */
export const neededLibrary = library.needed

/** Loads what reads rules and patterns, which is done once and only where there may be any; undefined where it is there. */
export function loadLibrary(): Promise<void> | undefined {
  const loading = [library.load(), loadPatterns()].filter((one) => one !== undefined)
  return loading.length === 0 ? undefined : Promise.all(loading).then(() => undefined)
}
