/** How every file begins. */
export const HEAD = '// Written by `npm run generate`; not to be changed by hand.\n'

/** The file of a package's data and types: `core-v1` for `core.v1`. */
export const fileName = (short: string): string => short.replaceAll('.', '-')

/** What the data of a package is called: `coreV1` for `core.v1`. */
export const constantName = (short: string): string =>
  short.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Structs of versions that no server has unless it is told to are kept for later, and loaded by nobody. */
export const isLoaded = (short: string): boolean =>
  !/\.v\d+(alpha|beta)\d+$/.test(short) || SERVED_BETAS.includes(short)
const SERVED_BETAS = ['coordination.v1beta1', 'metrics.v1beta1', 'storage.v1beta1']

/** `core.v1` for `io.k8s.api.core.v1.Pod`. */
export const packageOfComponent = (name: string): string => name.split('.').slice(-3, -1).join('.')
