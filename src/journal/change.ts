import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { JournalChange } from './types.js'

/** A change of the store as the journal tells it. */
export function changeOf({
  revision,
  prev,
  next,
}: Pick<Change<KubeObject>, 'revision' | 'prev' | 'next'>): JournalChange {
  // One of the two is there.
  const { apiVersion, kind, metadata } = next ?? prev!
  return {
    type: prev === undefined ? 'added' : next === undefined ? 'removed' : 'changed',
    revision,
    apiVersion,
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    before: prev,
    after: next,
  }
}
