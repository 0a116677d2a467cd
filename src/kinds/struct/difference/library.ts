import { printDifference } from './format-diff.js'
import { syntaxOf } from './go-syntax.js'
import { compareValues } from './nodes.js'
import { goType } from './types.js'

/** The difference of two values of a Go type, as cmp.Diff of go-cmp v0.7 tells it. */
export const differenceOf = (type: string, x: unknown, y: unknown): string =>
  printDifference(compareValues(goType(type), x, y))

/** A value of a Go type as Go's `%#v` prints it. */
export const goSyntaxOf = (type: string, value: unknown): string => syntaxOf(goType(type), value)
