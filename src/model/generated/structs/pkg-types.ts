// Written by `npm run generate`; not to be changed by hand.

/** The structs of pkg.types, a line each. */
export const pkgTypes = `
>34:NodeName=string
UID=string
`
