import { jsonEqual, withPath } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'
import type { WriteContext } from './warnings.js'

/** When duplicates are looked for: in what the client sent, or in what admission made of it. */
type Moment = 'sent' | 'admitted'

/** The object with each owner reference once; of those left out the client is warned. */
export function withUniqueOwners({ warn }: WriteContext, object: KubeObject, moment: Moment): KubeObject {
  const { ownerReferences = [] } = object.metadata
  if (ownerReferences.length < 2) return object
  const unique = ownerReferences.filter((reference, i) => !ownerReferences.slice(0, i).some((earlier) => jsonEqual(earlier, reference)))
  if (unique.length === ownerReferences.length) return object
  const uids = ownerReferences.filter((reference) => !unique.includes(reference)).map(({ uid }) => uid)
  warn(
    `.metadata.ownerReferences contains duplicate entries${moment === 'admitted' ? ' after mutating admission happens' : ''}; API server dedups owner references in 1.20+, ` +
      `and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids.join(', ')}`,
  )
  return withPath(object, ['metadata', 'ownerReferences'], unique)
}
