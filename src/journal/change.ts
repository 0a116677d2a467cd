import { changedObject } from '../schema/changed-object.js'
import { identityOf } from '../schema/identity.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { JournalChange } from './types.js'

/** A change of the store as the journal tells it. */
export function changeOf(change: Pick<Change<KubeObject>, 'revision' | 'prev' | 'next'>): JournalChange {
  const { revision, prev, next } = change
  return {
    type: prev === undefined ? 'added' : next === undefined ? 'removed' : 'changed',
    revision,
    ...identityOf(changedObject(change)),
    before: prev,
    after: next,
  }
}
