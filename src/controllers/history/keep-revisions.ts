import type { Steps } from '../../base/turns/steps.js'
import { type LabelSelector, selects } from '../../model/registry/label-selector.js'
import type { KubeObject } from '../../schema/object.js'
import { claim, claimable } from '../pods/claim.js'
import { refOf } from '../pods/owner.js'
import type { WorldInSteps } from '../runtime/types.js'
import { type Revision, inOrder } from './revisions.js'

const KIND = 'ControllerRevision'

/**
 * Returns the revisions of an owner, oldest first. Adopts matching orphans, and releases revisions that its selector no
 * longer matches.
 */
export function* revisionsOf(
  world: WorldInSteps,
  owner: KubeObject,
  selector: LabelSelector | undefined,
): Steps<readonly Revision[]> {
  return inOrder(yield* claim(world, { owner, selector }, claimable<Revision>(world, KIND, owner)))
}

/**
 * Returns the revisions of an owner that match its selector, oldest first. Adopts matching orphans, but releases
 * nothing.
 */
export function* selectedRevisionsOf(
  world: WorldInSteps,
  owner: KubeObject,
  selector: LabelSelector | undefined,
): Steps<readonly Revision[]> {
  const selected = claimable<Revision>(world, KIND, owner).filter(({ metadata }) => selects(selector, metadata.labels))
  return inOrder(yield* claim(world, { owner, selector }, selected))
}

/** Updates the number of a revision, when its owner's template is the same again. */
export function* renumber(world: WorldInSteps, revision: Revision, number: number): Steps<Revision> {
  return revision.revision === number ? revision : yield* world.update(KIND, { ...revision, revision: number })
}

/** Deletes a number of the oldest revisions that are not live. */
export function* deleteOldest(
  world: WorldInSteps,
  revisions: readonly Revision[],
  isLive: (revision: Revision) => boolean,
  count: number,
): Steps<void> {
  const dead = revisions.filter((revision) => !isLive(revision))
  for (const revision of dead.slice(0, Math.max(0, count))) yield* world.delete(KIND, refOf(revision))
}
