import { type KubeObject, changedObject, identityOf } from '../../schema/object.js'
import type { Change } from '../../store/history.js'
import type { JournalChange } from './types.js'

/** Returns whether a change added, changed or removed the object. */
export const typeOfChange = ({ prev, next }: Pick<Change<KubeObject>, 'prev' | 'next'>): JournalChange['type'] =>
  prev === undefined ? 'added' : next === undefined ? 'removed' : 'changed'

/** Returns a change of the store as a journal entry shows it. */
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
