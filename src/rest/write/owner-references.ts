import { withPath } from '../../base/json/json.js'
import type { OwnerReference } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import type { WriteContext } from './warnings.js'

/** When duplicates are looked for: in the request, or after admission. */
type Moment = 'sent' | 'admitted'

/** Removes duplicate owner references, and warns the client about them. */
export function withUniqueOwners({ warn }: WriteContext, object: KubeObject, moment: Moment): KubeObject {
  const { ownerReferences = [] } = object.metadata
  if (ownerReferences.length < 2) return object
  // Equal references have equal JSON once they are decoded.
  const seen = new Set<string>()
  const [unique, repeated]: [OwnerReference[], OwnerReference[]] = [[], []]
  for (const reference of ownerReferences) {
    const text = JSON.stringify(reference)
    const list = seen.has(text) ? repeated : unique
    list.push(reference)
    seen.add(text)
  }
  if (repeated.length === 0) return object
  warn(
    `.metadata.ownerReferences contains duplicate entries${moment === 'admitted' ? ' after mutating admission happens' : ''}; API server dedups owner references in 1.20+, ` +
      `and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.map(({ uid }) => uid).join(', ')}`,
  )
  return withPath(object, ['metadata', 'ownerReferences'], unique)
}
