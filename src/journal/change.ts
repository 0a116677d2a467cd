import { changedObject } from '../schema/changed-object.js'
import { identityOf } from '../schema/identity.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { JournalChange } from './types.js'

/** What became of the object. */
export const typeOfChange = ({ prev, next }: Pick<Change<KubeObject>, 'prev' | 'next'>): JournalChange['type'] =>
  prev === undefined ? 'added' : next === undefined ? 'removed' : 'changed'

/** A change of the store as the journal tells it. */
export function changeOf(change: Pick<Change<KubeObject>, 'revision' | 'prev' | 'next'>): JournalChange {
  const { revision, prev, next } = change
  return {
    type: typeOfChange(change),
    revision,
    ...identityOf(changedObject(change)),
    before: prev,
    after: next,
  }
}
