import type { Steps } from '../../../base/turns/steps.js'
import type { JsonObject } from '../../../base/json/json.js'
import { StatusError } from '../../../base/errors/status.js'
import { storedName } from '../../../schema/object.js'
import { renumber } from '../../history/keep-revisions.js'
import {
  type Revision,
  REVISION_HASH,
  revisionHash,
  revisionName,
  isSame,
  keepSame,
  nextNumber,
} from '../../history/revisions.js'
import { templatePatch, textOfPatch } from '../../history/template-patch.js'
import { controllerRef, refOf } from '../../pods/owner.js'
import type { WorldInSteps } from '../../runtime/types.js'
import type { StatefulSet } from './stateful-set.js'

/** The current revision of a StatefulSet, and the one its pods are updated to. */
export type SetRevisions = {
  readonly current: Revision
  readonly update: Revision
  /** How often the name of a revision was taken (collisionCount). */
  readonly collisions: number
}

/**
 * Finds or creates the revision of a StatefulSet's template; an equal older one becomes the newest again.
 *
 * @param revisions oldest first
 */
export function* findRevisions(
  world: WorldInSteps,
  set: StatefulSet,
  revisions: readonly Revision[],
): Steps<SetRevisions> {
  const before = set.status?.collisionCount ?? 0
  const wanted = newRevision(set, nextNumber(revisions), before)
  const same = revisions.findLast((revision) => isSame(revision, wanted))
  const newest = revisions.at(-1)
  const { update, collisions } =
    same && newest && isSame(newest, same)
      ? { update: newest, collisions: before }
      : same
        ? { update: yield* renumber(world, same, wanted.revision), collisions: before }
        : yield* createRevision(world, set, wanted, before)
  const current = revisions.find(({ metadata }) => metadata.name === set.status?.currentRevision)
  return { current: current ?? update, update, collisions }
}

/** The cached patch of a template, and its hashes by collisionCount. */
type Kept = { readonly data: JsonObject; readonly hashes: Map<number, string> }

// A StatefulSet is synced whenever one of its pods changes.
const known = new WeakMap<object, Kept>()

function contentOf(set: StatefulSet): Kept {
  const template = set.spec?.template ?? {}
  const before = known.get(template)
  if (before) return before
  const content = { data: templatePatch(set), hashes: new Map<number, string>() }
  if (Object.isFrozen(template)) known.set(template, content)
  return content
}

function hashOf(set: StatefulSet, collisions: number): string {
  const { data, hashes } = contentOf(set)
  const hash = hashes.get(collisions) ?? revisionHash(textOfPatch(data), collisions)
  hashes.set(collisions, hash)
  return hash
}

function newRevision(set: StatefulSet, number: number, collisions: number) {
  const { data } = contentOf(set)
  const { annotations } = set.metadata
  const labels = set.spec?.template.metadata?.labels ?? {}
  return {
    metadata: {
      labels: { ...labels, [REVISION_HASH]: hashOf(set, collisions) },
      ...(annotations ? { annotations } : {}),
      ownerReferences: [controllerRef(set)],
    },
    data,
    revision: number,
  }
}

/** Creates a revision; while its name is taken by a different one, tries the next. */
function* createRevision(
  world: WorldInSteps,
  set: StatefulSet,
  wanted: ReturnType<typeof newRevision>,
  before: number,
): Steps<{ readonly update: Revision; readonly collisions: number }> {
  const { namespace } = refOf(set)
  for (let collisions = before; ; collisions++) {
    const name = revisionName(storedName(set), hashOf(set, collisions))
    try {
      const metadata = { ...wanted.metadata, namespace, name }
      const draft = { ...wanted, metadata }
      return { update: yield* world.createFor<Revision>(set, 'ControllerRevision', draft), collisions }
    } catch (error) {
      const taken = error instanceof StatusError && error.status.reason === 'AlreadyExists'
      const other = taken ? world.get('ControllerRevision', { namespace, name }) : undefined
      if (!other) throw error
      if (keepSame(other, wanted)) return { update: other, collisions }
    }
  }
}
