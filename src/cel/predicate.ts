import type { Predicate } from './compiled.js'
import { neededEngine } from './library.js'

/**
 * Compiles an expression over `object` and `oldObject`, whose members have no types, as those of admission policies.
 *
 * @throws LibraryNotLoaded as long as the library is not there
 */
export const compilePredicate = (expression: string): Predicate => neededEngine().compilePredicate(expression)
