import type { Problem } from './words.js'

/** The fields of a library error that are used. */
export type LibraryError = {
  readonly code?: string
  readonly summary?: string
  readonly message?: string
  readonly range?: { readonly start: number; readonly end: number }
  readonly node?: LibraryNode
}

type LibraryNode = {
  readonly op?: string
  /** Where it begins, if its position is inside of it. */
  readonly from?: number
  readonly pos?: number
  readonly end?: number
  readonly args?: readonly (LibraryNode | undefined)[]
}

/** Converts a library error to a problem. */
export function problemOf(error: LibraryError): Problem {
  const { code = '', summary, message = '', range, node } = error
  const operands = Array.isArray(node?.args)
    ? node.args.flatMap((one) => (typeof one?.end === 'number' ? [{ start: one.pos ?? 0, end: one.end }] : []))
    : undefined
  return { code, summary: summary ?? message.split('\n', 1).join(), range, operands }
}
