import { change } from '../../change.js'
import type { Steps } from '../../../base/turns/steps.js'
import { StatusError } from '../../../base/errors/status.js'
import { storedName } from '../../../schema/object.js'
import { deleteOldest, renumber, revisionsOf } from '../../history/keep-revisions.js'
import { type Revision, nextNumber } from '../../history/revisions.js'
import { templatePatch, textOfPatch } from '../../history/template-patch.js'
import { controllerRef, refOf } from '../../pods/owner.js'
import type { Pod } from '../../pods/pod-state.js'
import { templateHash } from '../../pods/template-hash.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { type DaemonSet, HASH_LABEL, KIND } from './daemon-set.js'

const REVISION = 'ControllerRevision'

/** The hash of a DaemonSet's current revision, and its old revisions. */
type DaemonHistory = {
  readonly hash: string
  /** Oldest first. */
  readonly old: readonly Revision[]
}

/** Returns the hash label of a revision or a pod. */
const hashOf = ({ metadata }: Pick<Revision, 'metadata'>): string => metadata.labels?.[HASH_LABEL] ?? ''

/**
 * Finds or creates the revision of a DaemonSet's current template. Of several equal ones the newest is kept.
 *
 * @param pods the pods of the DaemonSet
 */
export function* findHistory(world: WorldInSteps, set: DaemonSet, pods: readonly Pod[]): Steps<DaemonHistory> {
  const text = textOfPatch(templatePatch(set))
  const known: Revision[] = []
  for (const revision of yield* revisionsOf(world, set, set.spec?.selector))
    known.push(yield* withHash(world, revision))
  const isNow = ({ data }: Revision) => textOfPatch(data) === text
  const old = known.filter((revision) => !isNow(revision))
  const number = nextNumber(old)
  const same = known.filter(isNow)
  const newest = same.at(-1)
  if (!newest) return { hash: hashOf(yield* createRevision(world, set, number)), old }
  yield* keepOne(world, newest, same, pods)
  if (newest.revision < number) yield* renumber(world, newest, number)
  return { hash: hashOf(newest), old }
}

/** Sets the hash label of a revision that has none to the revision's name. */
function* withHash(world: WorldInSteps, revision: Revision): Steps<Revision> {
  if (hashOf(revision)) return revision
  const { metadata } = revision
  const labels = { ...metadata.labels, [HASH_LABEL]: storedName(revision) }
  return yield* world.update(REVISION, { ...revision, metadata: { ...metadata, labels } })
}

/** Labels all pods with the hash of one of several equal revisions, and deletes the others. */
function* keepOne(world: WorldInSteps, kept: Revision, same: readonly Revision[], pods: readonly Pod[]): Steps<void> {
  if (same.length < 2) return
  const labels = { [HASH_LABEL]: hashOf(kept) }
  for (const pod of pods)
    if (pod.metadata.labels?.[HASH_LABEL] !== hashOf(kept))
      yield* world.patch('Pod', refOf(pod), { metadata: { labels } })
  for (const revision of same) if (revision !== kept) yield* world.delete(REVISION, refOf(revision))
}

/**
 * Creates the revision of a DaemonSet's current template.
 *
 * @throws StatusError if its name is taken by a different revision, after incrementing collisionCount
 */
function* createRevision(world: WorldInSteps, set: DaemonSet, number: number): Steps<Revision> {
  const { metadata, spec, status } = set
  const hash = templateHash(spec?.template, world.profile.version, status?.collisionCount)
  const ref = { ...refOf(set), name: `${storedName(set)}-${hash}` }
  const data = templatePatch(set)
  try {
    return yield* world.create(REVISION, {
      metadata: {
        ...ref,
        labels: { ...spec?.template.metadata?.labels, [HASH_LABEL]: hash },
        ...(metadata.annotations ? { annotations: metadata.annotations } : {}),
        ownerReferences: [controllerRef(set)],
      },
      data,
      revision: number,
    })
  } catch (error) {
    const taken = error instanceof StatusError && error.reason === 'AlreadyExists'
    const other = taken ? world.get(REVISION, ref) : undefined
    if (!other) throw error
    if (textOfPatch(other.data) === textOfPatch(data)) return other
    const collisionCount = (status?.collisionCount ?? 0) + 1
    yield* change(world, KIND, refOf(set), { status: { collisionCount } }, { subresource: 'status' })
    throw error
  }
}

/** Deletes the oldest revisions beyond revisionHistoryLimit that have no pods. */
export function* forgetOldest(
  world: WorldInSteps,
  { spec }: DaemonSet,
  old: readonly Revision[],
  pods: readonly Pod[],
): Steps<void> {
  const live = new Set(pods.map(hashOf))
  yield* deleteOldest(
    world,
    old,
    (revision) => live.has(hashOf(revision)),
    old.length - (spec?.revisionHistoryLimit ?? 10),
  )
}
