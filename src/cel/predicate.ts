import type { Predicate } from './run/compiled.js'
import { neededEngine } from './library.js'

/**
 * Compiles an expression over `object` and `oldObject`, whose fields have no types, as in admission policies.
 *
 * @throws LibraryNotLoaded while the library is not loaded
 */
export const compilePredicate = (expression: string): Predicate => neededEngine().compilePredicate(expression)
