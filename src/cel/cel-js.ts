import * as cel from '@marcbachmann/cel-js'

/** The library that reads and evaluates expressions. */
export type Library = typeof cel

/** It, in the part of this folder that is loaded with the first rule. */
export const library: Library = cel
