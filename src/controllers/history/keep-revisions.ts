import { type LabelSelector, selects } from '../../registry/label-selector.js'
import type { KubeObject } from '../../schema/object.js'
import { claim, claimable } from '../pods/claim.js'
import { refOf } from '../pods/owner.js'
import type { World } from '../runtime/types.js'
import { type Revision, inOrder } from './revisions.js'

const KIND = 'ControllerRevision'

/**
 * The revisions of an owner, oldest first. Orphans that its selector selects are adopted, what it no longer selects is
 * released.
 */
export const revisionsOf = (
  world: World,
  owner: KubeObject,
  selector: LabelSelector | undefined,
): readonly Revision[] => inOrder(claim(world, { owner, selector }, claimable<Revision>(world, KIND, owner)))

/** The revisions of an owner that its selector selects, oldest first. Orphans are adopted, nothing is released. */
export function selectedRevisionsOf(
  world: World,
  owner: KubeObject,
  selector: LabelSelector | undefined,
): readonly Revision[] {
  const selected = claimable<Revision>(world, KIND, owner).filter(({ metadata }) => selects(selector, metadata.labels))
  return inOrder(claim(world, { owner, selector }, selected))
}

/** Gives a revision another number, as its owner is what it was then once more. */
export const renumber = (world: World, revision: Revision, number: number): Revision =>
  revision.revision === number ? revision : world.update(KIND, { ...revision, revision: number })

/** Deletes the oldest revisions that nothing lives by, so many of them. */
export function deleteOldest(
  world: World,
  revisions: readonly Revision[],
  isLive: (revision: Revision) => boolean,
  count: number,
): void {
  const dead = revisions.filter((revision) => !isLive(revision))
  for (const revision of dead.slice(0, Math.max(0, count))) world.delete(KIND, refOf(revision))
}
