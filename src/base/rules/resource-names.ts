import { qualifiedName } from './names.js'

/** Tells whether a resource is native to Kubernetes: unqualified, or of its domain. */
export const isNativeResource = (resource: string): boolean =>
  !resource.includes('/') || resource.includes('kubernetes.io/')

/**
 * Tells whether a resource is an extended one: of another domain, and with a name that is also valid in a quota
 * (prefixed with `requests.`).
 */
export const isExtendedResource = (resource: string): boolean =>
  !isNativeResource(resource) && !resource.startsWith('requests.') && qualifiedName(`requests.${resource}`).length === 0
