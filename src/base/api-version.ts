/** The group and the version of an apiVersion; the core group is the empty text. */
export function splitApiVersion(apiVersion: string): readonly [group: string, version: string] {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  return [group, version]
}

/** An apiVersion as Go prints a group and version: that of the core group has a slash too. */
export const goGroupVersion = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion : `/${apiVersion}`)
