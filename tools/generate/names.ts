/** The first line of every generated file. */
export const HEAD = '// Written by `npm run generate`; not to be changed by hand.\n'

/** Returns the file name of a package's data and types: `core-v1` for `core.v1`. */
export const fileName = (short: string): string => short.replaceAll('.', '-')

/** Returns the constant name of a package's data: `coreV1` for `core.v1`. */
export const constantName = (short: string): string =>
  short.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Whether the kinds of a package are served. */
export const isServed = (short: string): boolean => !/\.v\d+(alpha|beta)\d+$/.test(short) || SERVED.includes(short)
const SERVED = [
  'admissionregistration.v1alpha1',
  'admissionregistration.v1beta1',
  'certificates.v1beta1',
  'coordination.v1beta1',
  'metrics.v1beta1',
  'resource.v1beta1',
  'resource.v1beta2',
  'storage.v1beta1',
  'storagemigration.v1beta1',
]

/** `core.v1` for `io.k8s.api.core.v1.Pod`. */
export const packageOfComponent = (name: string): string => name.split('.').slice(-3, -1).join('.')
