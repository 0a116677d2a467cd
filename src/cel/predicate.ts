import type { Asker } from './compile-predicate.js'
import type { Predicate } from './compiled.js'
import { neededEngine } from './library.js'

/**
 * Compiles an expression over `object` and `oldObject`, whose members have no types, as those of admission policies.
 *
 * @throws LibraryNotLoaded as long as the library is not there
 */
export const compilePredicate = (expression: string): Predicate => neededEngine().compilePredicate(expression)

/**
 * What is wrong with an expression by which an admission webhook or policy tells the requests it is for; undefined where it can be run.
 *
 * @throws LibraryNotLoaded as long as the library is not there
 */
export const conditionFault = (expression: string, asker: Asker): string | undefined =>
  neededEngine().conditionFault(expression, asker)

export type { Asker }
