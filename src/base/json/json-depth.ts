/** The maximum nesting of JSON, in bodies and in stored objects. */
// The server's parser gives up at 10,000. Ours must give up before recursive functions run out of stack: close to that,
// a regular expression crashes the process instead of throwing. No real object is nested that deeply.
export const MAX_JSON_DEPTH = 1000

/** The end of the error of Go's parser for a bracket that opens one level too many. */
export const TOO_DEEP = 'exceeded max depth'

/** Returns the error of Go's parser for a bracket that opens one level too many. */
export const tooDeepText = (bracket: string): string => `invalid character '${bracket}' ${TOO_DEEP}`

type Members = { readonly [key: string]: unknown }

/**
 * Returns the error for a value that is nested too deeply; undefined if it is not. Parts that are identical in the
 * stored object are skipped: they were checked when that was stored.
 */
export function depthProblem(value: unknown, stored?: unknown, left = MAX_JSON_DEPTH): string | undefined {
  if (typeof value !== 'object' || value === null || value === stored) return undefined
  if (left === 0) return tooDeepText(Array.isArray(value) ? '[' : '{')
  const known = (typeof stored === 'object' && stored !== null ? stored : {}) as Members // an array has keys too
  for (const key in value) {
    const member = (value as Members)[key] // as above
    const problem = typeof member === 'object' ? depthProblem(member, known[key], left - 1) : undefined
    if (problem !== undefined) return problem
  }
  return undefined
}
