import { type LabelSelector, selects } from '../../model/registry/label-selector.js'
import type { KubeObject } from '../../schema/object.js'
import { claim, claimable } from '../pods/claim.js'
import { refOf } from '../pods/owner.js'
import type { World } from '../runtime/types.js'
import { type Revision, inOrder } from './revisions.js'

const KIND = 'ControllerRevision'

/**
 * Returns the revisions of an owner, oldest first. Adopts matching orphans, and releases revisions that its selector no
 * longer matches.
 */
export const revisionsOf = (
  world: World,
  owner: KubeObject,
  selector: LabelSelector | undefined,
): readonly Revision[] => inOrder(claim(world, { owner, selector }, claimable<Revision>(world, KIND, owner)))

/**
 * Returns the revisions of an owner that match its selector, oldest first. Adopts matching orphans, but releases
 * nothing.
 */
export function selectedRevisionsOf(
  world: World,
  owner: KubeObject,
  selector: LabelSelector | undefined,
): readonly Revision[] {
  const selected = claimable<Revision>(world, KIND, owner).filter(({ metadata }) => selects(selector, metadata.labels))
  return inOrder(claim(world, { owner, selector }, selected))
}

/** Updates the number of a revision, when its owner's template is the same again. */
export const renumber = (world: World, revision: Revision, number: number): Revision =>
  revision.revision === number ? revision : world.update(KIND, { ...revision, revision: number })

/** Deletes a number of the oldest revisions that are not live. */
export function deleteOldest(
  world: World,
  revisions: readonly Revision[],
  isLive: (revision: Revision) => boolean,
  count: number,
): void {
  const dead = revisions.filter((revision) => !isLive(revision))
  for (const revision of dead.slice(0, Math.max(0, count))) world.delete(KIND, refOf(revision))
}
