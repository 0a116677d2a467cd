/** Formats a count: `1 change`, `47 changes`, or `3 of 47 changes` if a filter is active. */
export const counted = (found: number, one: string, all = found): string =>
  `${found === all ? '' : `${found} of `}${all} ${all === 1 ? one : `${one}s`}`
