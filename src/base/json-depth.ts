/** How deep JSON may be nested: what a body has, and what is stored. */
// The server's parser gives up at 10,000. Ours must do so before the walks over a value's parts run out of stack, near
// whose end a regular expression does not throw but ends the process. No object is that deep.
export const MAX_JSON_DEPTH = 1000

/** Ends what Go's parser says of a bracket that opens one level too many. */
export const TOO_DEEP = 'exceeded max depth'

/** What Go's parser says of a bracket that opens one level too many. */
export const tooDeepText = (bracket: string): string => `invalid character '${bracket}' ${TOO_DEEP}`

type Members = { readonly [key: string]: unknown }

/**
 * What is wrong with a value that is nested too deeply; undefined for one that is not. Parts it shares with a stored
 * object it is made of were found right when that was stored.
 */
export function depthProblem(value: unknown, stored?: unknown, left = MAX_JSON_DEPTH): string | undefined {
  if (typeof value !== 'object' || value === null || value === stored) return undefined
  if (left === 0) return tooDeepText(Array.isArray(value) ? '[' : '{')
  const known = (typeof stored === 'object' && stored !== null ? stored : {}) as Members // an array has keys too
  for (const key in value) {
    const problem = depthProblem((value as Members)[key], known[key], left - 1) // as above
    if (problem !== undefined) return problem
  }
  return undefined
}
