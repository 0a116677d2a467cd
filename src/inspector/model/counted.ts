/** How many there are of something: `1 change`, `47 changes`; of some that are left of more, `3 of 47 changes`. */
export const counted = (found: number, one: string, all = found): string =>
  `${found === all ? '' : `${found} of `}${all} ${all === 1 ? one : `${one}s`}`
