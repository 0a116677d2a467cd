import type { Steps } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'
import { type LabelSelector, selects } from '../../model/registry/label-selector.js'
import { type KubeObject, storedUid } from '../../schema/object.js'
import type { WorldInSteps } from '../runtime/types.js'
import { controllerOf, controllerRef, refOf } from './owner.js'

/** How an owner claims objects. */
type Claim = {
  readonly owner: KubeObject
  readonly selector: LabelSelector | undefined
  /** The finalizers that are added on adoption, and removed on release. */
  readonly finalizers?: readonly string[]
  /** Which of the selected objects the owner wants (default: all). */
  readonly wants?: (object: KubeObject) => boolean
}

/** Returns the objects an owner may claim: those it controls, and orphans in its namespace. */
export const claimable = <T extends KubeObject>(world: WorldInSteps, kind: string, owner: KubeObject): readonly T[] =>
  // The requested kind determines the type.
  [
    ...world.dependents(storedUid(owner), kind),
    ...world.orphans(kind, refOf(owner).namespace),
  ] as unknown as readonly T[]

/**
 * Claims an owner's objects: adopts orphans that match its selector, releases objects that it controls but no longer
 * selects, and ignores those with another controller. An owner that is being deleted does neither. Returns the claimed
 * objects.
 *
 * @throws StatusError if a write was refused, after all were tried
 */
export function* claim<T extends KubeObject>(
  world: WorldInSteps,
  wanted: Claim,
  candidates: readonly T[],
): Steps<readonly T[]> {
  const refusals: StatusError[] = []
  const claimed: T[] = []
  for (const candidate of candidates)
    try {
      if (yield* claimOne(world, wanted, candidate)) claimed.push(candidate)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      refusals.push(error)
    }
  const [refused] = refusals
  if (refused) throw refused
  return claimed
}

function* claimOne(world: WorldInSteps, wanted: Claim, object: KubeObject): Steps<boolean> {
  const { owner, selector, wants } = wanted
  const ref = controllerOf(object)
  if (ref && ref.uid !== owner.metadata.uid) return false
  const isWanted = selects(selector, object.metadata.labels) && (wants?.(object) ?? true)
  if (ref && isWanted) return true
  if (owner.metadata.deletionTimestamp) return false
  if (ref) yield* release(world, wanted, object)
  else if (isWanted && !object.metadata.deletionTimestamp) return yield* adopt(world, wanted, object)
  return false
}

function* adopt(world: WorldInSteps, { owner, finalizers = [] }: Claim, object: KubeObject): Steps<boolean> {
  const metadata = {
    ownerReferences: [controllerRef(owner)],
    uid: storedUid(object),
    ...(finalizers.length > 0 ? { finalizers } : {}),
  }
  try {
    yield* patch(world, object, metadata)
    return true
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return false
    throw error
  }
}

function* release(world: WorldInSteps, { owner, finalizers = [] }: Claim, object: KubeObject): Steps<void> {
  const metadata = {
    uid: storedUid(object),
    ownerReferences: [{ $patch: 'delete', uid: storedUid(owner) }],
    ...(finalizers.length > 0 ? { '$deleteFromPrimitiveList/finalizers': finalizers } : {}),
  }
  try {
    yield* patch(world, object, metadata)
  } catch (error) {
    // It was deleted, or replaced by another object of its name.
    if (!(error instanceof StatusError) || (error.code !== 404 && error.reason !== 'Invalid')) throw error
  }
}

function* patch(world: WorldInSteps, object: KubeObject, metadata: object): Steps<void> {
  yield* world.patch(`${object.apiVersion}/${object.kind}`, refOf(object), { metadata }, { type: 'strategic' })
}
