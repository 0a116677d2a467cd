/** Splits an apiVersion into group and version; the core group is the empty string. */
export function splitApiVersion(apiVersion: string): readonly [group: string, version: string] {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  return [group, version]
}

/** Returns an apiVersion as Go prints a GroupVersion: the core group has a slash too (`/v1`). */
export const goGroupVersion = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion : `/${apiVersion}`)
