import type { BundleKind } from '../../bundle/types.js'
import type { Row } from './rows.js'

/** Where the API has an object. */
export function objectPath({ apiVersion, resource, namespaced }: BundleKind, { namespace, name }: Row): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${group}${namespaced ? `/namespaces/${namespace}` : ''}/${resource}/${encodeURIComponent(name)}`
}
