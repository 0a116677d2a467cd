import { printDifference } from './format-diff.js'
import { syntaxOf } from './go-syntax.js'
import { compareValues } from './nodes.js'
import { goType } from './types.js'

/** Formats the difference of two values of a Go type like cmp.Diff of go-cmp v0.7. */
export const differenceOf = (type: string, x: unknown, y: unknown): string =>
  printDifference(compareValues(goType(type), x, y))

/** Formats a value of a Go type like Go's `%#v`. */
export const goSyntaxOf = (type: string, value: unknown): string => syntaxOf(goType(type), value)
