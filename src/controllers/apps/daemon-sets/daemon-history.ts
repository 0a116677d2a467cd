import { StatusError } from '../../../base/errors/status.js'
import { storedName } from '../../../schema/stored-metadata.js'
import { deleteOldest, renumber, revisionsOf } from '../../history/keep-revisions.js'
import { type Revision, nextNumber } from '../../history/revisions.js'
import { templatePatch, textOfPatch } from '../../history/template-patch.js'
import { controllerRef, refOf } from '../../pods/owner.js'
import type { Pod } from '../../pods/pod-state.js'
import { templateHash } from '../../pods/template-hash.js'
import type { World } from '../../runtime/types.js'
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
export function findHistory(world: World, set: DaemonSet, pods: readonly Pod[]): DaemonHistory {
  const text = textOfPatch(templatePatch(set))
  const known = revisionsOf(world, set, set.spec?.selector).map((revision) => withHash(world, revision))
  const isNow = ({ data }: Revision) => textOfPatch(data) === text
  const old = known.filter((revision) => !isNow(revision))
  const number = nextNumber(old)
  const same = known.filter(isNow)
  const newest = same.at(-1)
  if (!newest) return { hash: hashOf(createRevision(world, set, number)), old }
  keepOne(world, newest, same, pods)
  if (newest.revision < number) renumber(world, newest, number)
  return { hash: hashOf(newest), old }
}

/** Sets the hash label of a revision that has none to the revision's name. */
function withHash(world: World, revision: Revision): Revision {
  if (hashOf(revision)) return revision
  const { metadata } = revision
  const labels = { ...metadata.labels, [HASH_LABEL]: storedName(revision) }
  return world.update(REVISION, { ...revision, metadata: { ...metadata, labels } })
}

/** Labels all pods with the hash of one of several equal revisions, and deletes the others. */
function keepOne(world: World, kept: Revision, same: readonly Revision[], pods: readonly Pod[]): void {
  if (same.length < 2) return
  const labels = { [HASH_LABEL]: hashOf(kept) }
  for (const pod of pods)
    if (pod.metadata.labels?.[HASH_LABEL] !== hashOf(kept)) world.patch('Pod', refOf(pod), { metadata: { labels } })
  for (const revision of same) if (revision !== kept) world.delete(REVISION, refOf(revision))
}

/**
 * Creates the revision of a DaemonSet's current template.
 *
 * @throws StatusError if its name is taken by a different revision, after incrementing collisionCount
 */
function createRevision(world: World, set: DaemonSet, number: number): Revision {
  const { metadata, spec, status } = set
  const hash = templateHash(spec?.template, status?.collisionCount)
  const ref = { ...refOf(set), name: `${storedName(set)}-${hash}` }
  const data = templatePatch(set)
  try {
    return world.create(REVISION, {
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
    world.patch(KIND, refOf(set), { status: { collisionCount } }, { subresource: 'status' })
    throw error
  }
}

/** Deletes the oldest revisions beyond revisionHistoryLimit that have no pods. */
export function forgetOldest(world: World, { spec }: DaemonSet, old: readonly Revision[], pods: readonly Pod[]): void {
  const live = new Set(pods.map(hashOf))
  deleteOldest(world, old, (revision) => live.has(hashOf(revision)), old.length - (spec?.revisionHistoryLimit ?? 10))
}
