import type { JsonObject } from '../../../base/json.js'
import { StatusError } from '../../../base/status.js'
import { storedName } from '../../../schema/stored-metadata.js'
import { renumber } from '../../history/keep-revisions.js'
import { REVISION_HASH, revisionHash, revisionName } from '../../history/revision-name.js'
import { type Revision, isSame, keepSame, nextNumber } from '../../history/revisions.js'
import { templatePatch, textOfPatch } from '../../history/template-patch.js'
import { controllerRef, refOf } from '../../pods/owner.js'
import { createInTurns } from '../../runtime/in-turns.js'
import type { WorkSteps, World } from '../../runtime/types.js'
import type { StatefulSet } from './stateful-set.js'

/** What a StatefulSet's pods are of, and what they are to become. */
export type SetRevisions = {
  readonly current: Revision
  readonly update: Revision
  /** How often a name of a revision was taken. */
  readonly collisions: number
}

/**
 * Finds the revision that a StatefulSet is now, or makes it; one that it was before becomes the newest again.
 *
 * @param revisions oldest first
 */
export function* findRevisions(
  world: World,
  set: StatefulSet,
  revisions: readonly Revision[],
): WorkSteps<SetRevisions> {
  const before = set.status?.collisionCount ?? 0
  const wanted = newRevision(set, nextNumber(revisions), before)
  const same = revisions.findLast((revision) => isSame(revision, wanted))
  const newest = revisions.at(-1)
  const { update, collisions } =
    same && newest && isSame(newest, same)
      ? { update: newest, collisions: before }
      : same
        ? { update: renumber(world, same, wanted.revision), collisions: before }
        : yield* createRevision(world, set, wanted, before)
  const current = revisions.find(({ metadata }) => metadata.name === set.status?.currentRevision)
  return { current: current ?? update, update, collisions }
}

/** What is kept of a template, and the hashes of it by how often their names were taken. */
type Kept = { readonly data: JsonObject; readonly hashes: Map<number, string> }

// A StatefulSet is looked at whenever a pod of it changes.
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

/** Creates a revision; where its name is taken by one that keeps something else, the next name is tried. */
function* createRevision(
  world: World,
  set: StatefulSet,
  wanted: ReturnType<typeof newRevision>,
  before: number,
): WorkSteps<{ readonly update: Revision; readonly collisions: number }> {
  const { namespace } = refOf(set)
  for (let collisions = before; ; collisions++) {
    const name = revisionName(storedName(set), hashOf(set, collisions))
    try {
      const metadata = { ...wanted.metadata, namespace, name }
      const draft = { ...wanted, metadata }
      return { update: yield* createInTurns<Revision>(world, 'ControllerRevision', draft, set), collisions }
    } catch (error) {
      const taken = error instanceof StatusError && error.status.reason === 'AlreadyExists'
      const other = taken ? world.get('ControllerRevision', { namespace, name }) : undefined
      if (!other) throw error
      if (keepSame(other, wanted)) return { update: other, collisions }
    }
  }
}
