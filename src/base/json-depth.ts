/** How deep JSON may be nested: what a body has, and what is stored. */
// The server's parser gives up at 10,000. Ours must do so before the walks over a value's parts run out of stack, near whose
// end a regular expression does not throw but ends the process. No object is that deep.
export const MAX_JSON_DEPTH = 1000

/** Ends what Go's parser says of a bracket that opens one level too many. */
export const TOO_DEEP = 'exceeded max depth'

/** What Go's parser says of a bracket that opens one level too many. */
export const tooDeepText = (bracket: string): string => `invalid character '${bracket}' ${TOO_DEEP}`

/** What is wrong with a value that is nested too deeply; undefined for one that is not. */
export function depthProblem(value: unknown, left = MAX_JSON_DEPTH): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (left === 0) return tooDeepText(Array.isArray(value) ? '[' : '{')
  for (const key in value) {
    const problem = depthProblem((value as { readonly [key: string]: unknown })[key], left - 1) // an array has keys too
    if (problem !== undefined) return problem
  }
  return undefined
}
