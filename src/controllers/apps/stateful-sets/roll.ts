import type { Steps } from '../../../base/turns/steps.js'
import { storedName } from '../../../schema/stored-metadata.js'
import { deleteMember } from './member-control.js'
import { isGoing, isHealthy } from './members.js'
import type { Sync } from './place-pods.js'

/**
 * Deletes the pod with the highest ordinal that is not of the update revision, if the pods after it are healthy; down
 * to the partition. `maxUnavailable` is behind a feature gate that is off by default in v1.33.
 *
 * @returns the number of pods deleted
 */
export function* rollPods({ world, set, members, revisions }: Sync): Steps<number> {
  const { type, rollingUpdate } = set.spec?.updateStrategy ?? {}
  if (type === 'OnDelete') return 0
  const update = storedName(revisions.update)
  for (const member of members.replicas.slice(rollingUpdate?.partition ?? 0).toReversed()) {
    if (member.revision !== update && !isGoing(member)) {
      yield* deleteMember(world, set, member)
      return 1
    }
    if (!isHealthy(member)) return 0
  }
  return 0
}
