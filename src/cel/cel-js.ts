import * as cel from '@marcbachmann/cel-js'

/** The library that parses and evaluates expressions. */
export type Library = typeof cel

/** The library. Only modules that load with the first rule import it. */
export const library: Library = cel
