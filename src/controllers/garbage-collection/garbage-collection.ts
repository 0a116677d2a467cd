import type { Steps } from '../../base/turns/steps.js'
import { type KubeObject, storedUid, changedObject, identityOf } from '../../schema/object.js'
import { jsonEqual } from '../../base/json/json.js'
import type { Controller, Key, ObjectChange, Reader, ToldKey, WorldInSteps } from '../runtime/types.js'
import type { ObjectMeta, OwnerReference } from '../../schema/metadata.js'
import { recordCoreEvent } from '../core/record-core-event.js'

/**
 * The garbage collector: deletes objects whose owners are all gone, and removes dangling owner references from those
 * that still have an owner. An owner deleted in the foreground waits for its dependents; one with the finalizer
 * `orphan` orphans them first.
 */
export const garbageCollection: Controller = {
  name: 'garbage-collection',
  user: 'system:serviceaccount:kube-system:generic-garbage-collector',
  watches: { '*': affected },
  *reconcileInSteps({ apiVersion, kind, namespace, name }, world) {
    const type = `${apiVersion}/${kind}`
    const object = world.serves(type) ? world.get(type, { namespace, name }) : undefined
    if (!object) return undefined
    if (!object.metadata.deletionTimestamp) yield* collect(object, world)
    else if (holds(object, ORPHAN)) yield* orphan(object, world)
    else if (holds(object, FOREGROUND)) yield* release(object, world)
    return undefined
  },
}

const ORPHAN = 'orphan'
const FOREGROUND = 'foregroundDeletion'
const NOTHING: readonly Key[] = []

function affected(change: ObjectChange, world: Reader): Iterable<Key | ToldKey> {
  const { prev, next } = change
  if (!next) return gone(changedObject(change), world)
  const { ownerReferences: owners, deletionTimestamp, finalizers } = next.metadata
  const before = prev?.metadata.ownerReferences
  const ends =
    deletionTimestamp !== undefined && finalizers !== undefined && (holds(next, ORPHAN) || holds(next, FOREGROUND))
  const moved = owners !== before && !jsonEqual(owners, before)
  if (next.kind === 'CustomResourceDefinition' && next['spec'] !== prev?.['spec'])
    return [identityOf(next), ...ownedBy(next as Definition, world)] // by its kind
  if ((!ends && !moved) || isEvent(next, world)) return NOTHING
  const lost = refsOf({ ownerReferences: before ?? [] }).filter(
    (ref) => !owners?.some((other) => jsonEqual(other, ref)),
  )
  return [
    ...(ends && !(prev?.metadata.deletionTimestamp && holds(prev, FOREGROUND))
      ? world.dependents(storedUid(next)).map(identityOf)
      : []),
    identityOf(next),
    ...blocked(lost, next, world),
  ]
}

/**
 * Wakes the dependents of a deleted object, and the owners that may have waited for it. Dependents are told its uid, as
 * its kind may be gone by then, together with its definition.
 */
function gone(object: KubeObject, world: Reader): readonly (Key | ToldKey)[] {
  const { uid = '', namespace } = object.metadata
  const owners = refsOf(object.metadata)
  const dependents = world.dependents(uid)
  if (dependents.length === 0 && owners.length === 0) return NOTHING
  const isInReach = ({ metadata }: KubeObject) => !namespace || metadata.namespace === namespace
  return [
    ...dependents.map((dependent) =>
      isInReach(dependent) ? { key: identityOf(dependent), told: uid } : identityOf(dependent),
    ),
    ...blocked(owners, object, world),
  ]
}

type Definition = KubeObject & {
  readonly spec?: { readonly group?: string; readonly names?: { readonly kind?: string } }
}

/** While an owner's kind was not served, it was not known whether the owner exists. */
function* ownedBy({ spec: { group = '', names } = {} }: Definition, world: Reader): Iterable<Key> {
  for (const object of world.dependents())
    if (
      object.metadata.ownerReferences?.some(
        ({ apiVersion = '', kind }) => kind === names?.kind && apiVersion.startsWith(`${group}/`),
      )
    )
      yield identityOf(object)
}

const blocked = (
  owners: readonly Owned[],
  { metadata: { namespace = '' } }: KubeObject,
  world: Reader,
): readonly Key[] =>
  owners
    .filter(({ blockOwnerDeletion, apiVersion, kind }) => blockOwnerDeletion && world.serves(`${apiVersion}/${kind}`))
    .map(({ apiVersion, kind, name }) => ({
      apiVersion,
      kind,
      namespace: world.resourceOf({ apiVersion, kind }).namespaced ? namespace : '',
      name,
    }))

function* collect(object: KubeObject, world: WorldInSteps): Steps<void> {
  yield* reportStranger(object, world)
  const owners = ownersOf(object, world)
  if (!owners) return
  const solid = owners.filter(({ owner }) => owner && !waits(owner))
  if (solid.length === owners.length) return
  if (solid.length > 0)
    return yield* setOwners(object, world, (ref) => (solid.some((each) => each.ref === ref) ? ref : undefined))
  const foreground = owners.some(({ owner }) => owner) && world.dependents(storedUid(object)).length > 0
  // Objects that own each other would wait for ever.
  if (
    foreground &&
    world
      .dependents(storedUid(object))
      .some((dependent) => dependent.metadata.deletionTimestamp && holds(dependent, FOREGROUND))
  )
    yield* setOwners(object, world, (ref) => ({ ...ref, blockOwnerDeletion: false }))
  const policy =
    foreground || holds(object, FOREGROUND) ? 'Foreground' : holds(object, ORPHAN) ? 'Orphan' : 'Background'
  yield* world.delete(typeOf(object), refOf(object), {
    propagationPolicy: policy,
    preconditions: { uid: storedUid(object) },
  })
}

/** Removes the owner references of an object's dependents, one per step, between which others may write. */
function* orphan(object: KubeObject, world: WorldInSteps): Steps<void> {
  const { uid = '' } = object.metadata
  for (const dependent of world.dependents(uid)) {
    const now = world.get(typeOf(dependent), refOf(dependent))
    if (now) yield* setOwners(now, world, (ref) => (ref.uid === uid ? undefined : ref))
    yield
  }
  const now = world.get(typeOf(object), refOf(object))
  if (now?.metadata.uid === uid) yield* dropFinalizer(now, world, ORPHAN)
}

function* release(object: KubeObject, world: WorldInSteps): Steps<void> {
  const { uid = '' } = object.metadata
  const blocks = (dependent: KubeObject) =>
    dependent.metadata.ownerReferences?.some((ref) => ref.uid === uid && ref.blockOwnerDeletion)
  if (!world.dependents(uid).some(blocks)) yield* dropFinalizer(object, world, FOREGROUND)
}

const waits = (owner: KubeObject): boolean => owner.metadata.deletionTimestamp !== undefined && holds(owner, FOREGROUND)

const holds = ({ metadata }: KubeObject, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) ?? false

// Finalizers and owner references of namespaces are patched on the object itself, like those of all other kinds.
function* setOwners(object: KubeObject, world: WorldInSteps, change: (ref: Owned) => Owned | undefined): Steps<void> {
  const { uid } = object.metadata
  const refs = refsOf(object.metadata)
  const left = refs.map(change).filter((ref) => ref !== undefined)
  if (jsonEqual(left, refs)) return
  yield* world.patch(typeOf(object), refOf(object), {
    metadata: { uid, ownerReferences: left.length > 0 ? left : null },
  })
}

function* dropFinalizer(object: KubeObject, world: WorldInSteps, finalizer: string): Steps<void> {
  const left = (object.metadata.finalizers ?? []).filter((each) => each !== finalizer)
  yield* world.patch(typeOf(object), refOf(object), {
    metadata: { uid: object.metadata.uid, finalizers: left.length > 0 ? left : null },
  })
}

/** Events are ignored by the garbage collector: they expire. */
const isEvent = ({ apiVersion, kind }: KubeObject, { profile }: Reader): boolean =>
  kind === 'Event' && apiVersion === `${profile.group('events')}/v1`

const typeOf = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string => `${apiVersion}/${kind}`
const refOf = ({ metadata: { namespace, name = '' } }: KubeObject) => ({ name, ...(namespace ? { namespace } : {}) })

/** A stored owner reference: validation ensures that no field is missing. */
type Owned = Required<Pick<OwnerReference, 'apiVersion' | 'kind' | 'name' | 'uid'>> & OwnerReference

/** Returns the owner references of an object. */
// Validated.
const refsOf = ({ ownerReferences = [] }: ObjectMeta): readonly Owned[] => ownerReferences as readonly Owned[]

/** An owner reference and its owner; undefined if that does not exist. */
type Owner = { readonly ref: Owned; readonly owner: KubeObject | undefined }

/**
 * Returns the owners of an object; undefined if they cannot be determined: the kind of one that was not seen to go is
 * not served, or a cluster-scoped object has a namespaced owner.
 */
function ownersOf({ metadata }: KubeObject, world: WorldInSteps): readonly Owner[] | undefined {
  const { namespace } = metadata
  const owners: Owner[] = []
  for (const ref of refsOf(metadata)) {
    const type = typeOf(ref)
    const isServed = world.serves(type)
    if (isServed ? !namespace && world.resourceOf(ref).namespaced : !world.told.includes(ref.uid)) return undefined
    const found = isServed ? world.get(type, { name: ref.name, ...(namespace ? { namespace } : {}) }) : undefined
    owners.push({ ref, owner: found?.metadata.uid === ref.uid ? found : undefined })
  }
  return owners
}

/**
 * Records an Event about the first owner reference to an object in another namespace, or from a cluster-scoped object
 * to one in any.
 */
function* reportStranger({ apiVersion, kind, metadata }: KubeObject, world: WorldInSteps): Steps<void> {
  const { name = '', namespace, uid } = metadata
  const ref = refsOf(metadata).find(
    (each) => world.serves(typeOf(each)) && world.resourceOf(each).namespaced && livesElsewhere(each, namespace, world),
  )
  if (!ref) return
  const subject = { name, ...(namespace ? { namespace } : {}), ...(uid ? { uid } : {}) }
  yield* recordCoreEvent(
    world,
    { apiVersion, kind, metadata: subject },
    {
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      message: `ownerRef [${typeOf(ref)}, namespace: ${namespace ?? ''}, name: ${ref.name}, uid: ${ref.uid}] does not exist in namespace "${namespace ?? ''}"`,
      component: 'garbage-collector-controller',
    },
  )
}

const livesElsewhere = (ref: Owned, namespace: string | undefined, world: WorldInSteps): boolean =>
  world.list('Namespace').some(({ metadata: { name = '' } }) => {
    const found = name === namespace ? undefined : world.get(typeOf(ref), { namespace: name, name: ref.name })
    return found?.metadata.uid === ref.uid
  })
