/** The file of a package's data and types: `core-v1` for `core.v1`. */
export const fileName = (short: string): string => short.replaceAll('.', '-')

/** What the data of a package is called: `coreV1` for `core.v1`. */
export const constantName = (short: string): string =>
  short.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())
