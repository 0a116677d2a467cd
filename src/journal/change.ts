import { identityOf } from '../schema/identity.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { JournalChange } from './types.js'

/** A change of the store as the journal tells it. */
export function changeOf({
  revision,
  prev,
  next,
}: Pick<Change<KubeObject>, 'revision' | 'prev' | 'next'>): JournalChange {
  return {
    type: prev === undefined ? 'added' : next === undefined ? 'removed' : 'changed',
    revision,
    // One of the two is there.
    ...identityOf(next ?? prev!),
    before: prev,
    after: next,
  }
}
