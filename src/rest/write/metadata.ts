import { type KubeObject, withMetadata, storedMeta } from '../../schema/object.js'
import { withMembers, withPath } from '../../base/json/json.js'
import { badRequest } from '../../base/errors/status.js'
import { formatTime, wholeSecond } from '../../base/time/time.js'
import type { Call } from '../../model/call/call.js'
import type { ObjectMeta, OwnerReference } from '../../schema/metadata.js'
import type { RestContext } from '../context.js'
import type { WriteContext } from './warnings.js'

// The metadata of an object that is written: what the server sets, keeps or removes, whatever the kind.

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Removes the metadata that only the server sets (rest.WipeObjectMetaSystemFields). */
export function withoutSystemMetadata(object: KubeObject): KubeObject {
  const { metadata: sent } = object
  // An absent creationTimestamp is decoded as null; in the other fields a null is a zero time that was sent.
  const isUnset =
    sent.selfLink === undefined &&
    sent.uid === undefined &&
    (sent.creationTimestamp === undefined || sent.creationTimestamp === null) &&
    sent.deletionTimestamp === undefined &&
    sent.deletionGracePeriodSeconds === undefined
  if (isUnset) return object
  const {
    selfLink: _,
    uid: __,
    creationTimestamp: ___,
    deletionTimestamp: ____,
    deletionGracePeriodSeconds: _____,
    ...metadata
  } = sent
  return withMembers(object, { metadata })
}

/** Sets what the server makes of the metadata of a new object: uid, creationTimestamp, and a name if it has none. */
export function withNewMetadata(
  { env }: Pick<RestContext, 'env'>,
  { target: { def } }: Call,
  object: KubeObject,
): KubeObject {
  const {
    name,
    generateName: base,
    namespace,
    resourceVersion: _,
    uid: __,
    creationTimestamp: ___,
    deletionTimestamp: ends,
    ...meta
  } = object.metadata
  const given = name || (base ? (def.create.generateName?.(base) ?? generateName(base, env.random)) : undefined)
  // In wire order, so that nothing needs sorting later.
  const metadata: Writable<ObjectMeta> = {}
  if (given) metadata.name = given
  if (base !== undefined) metadata.generateName = base
  if (namespace !== undefined) metadata.namespace = namespace
  metadata.uid = env.uuid()
  metadata.resourceVersion = ''
  metadata.creationTimestamp = formatTime(env.now())
  if (ends !== undefined) metadata.deletionTimestamp = ends && wholeSecond(ends)
  // Uses the shared string of the kind, since each decoded object brings its own.
  return withMembers(object, { apiVersion: def.apiVersion, metadata: Object.assign(metadata, meta) })
}

/**
 * Sets uid, creationTimestamp and a generated name again after the hooks, as the server sets them last
 * (rest.FillObjectMetaSystemFields).
 */
export function asMade(hooked: KubeObject, made: KubeObject): KubeObject {
  const { name, uid = '', creationTimestamp = '' } = made.metadata
  const { metadata } = hooked
  const given = metadata.name || (metadata.generateName ? name : undefined)
  if (metadata.uid === uid && metadata.creationTimestamp === creationTimestamp && metadata.name === given) return hooked
  return withMetadata(hooked, { ...(given && { name: given }), uid, creationTimestamp })
}

/**
 * Restores the system metadata that a client may send but not change (rest.BeforeUpdate). A selfLink is not stored, but
 * a dry run shows it.
 */
export function withSystemMetadata({ options }: Call, next: KubeObject, stored: KubeObject): KubeObject {
  const old = storedMeta(stored)
  if (hasSystemMetadata(next.metadata, old)) return next
  const { selfLink, generation: _, ...meta } = next.metadata
  const set: Writable<ObjectMeta> = { uid: meta.uid || old.uid, creationTimestamp: old.creationTimestamp }
  if (selfLink && options.dryRun) set.selfLink = selfLink
  if (old.generation) set.generation = old.generation
  if (old.deletionTimestamp) set.deletionTimestamp = old.deletionTimestamp
  const period = meta.deletionGracePeriodSeconds ?? old.deletionGracePeriodSeconds
  if (period !== undefined) set.deletionGracePeriodSeconds = period
  return withMembers(next, { metadata: Object.assign(meta, set) })
}

const hasSystemMetadata = (meta: ObjectMeta, old: ObjectMeta): boolean =>
  meta.uid === old.uid &&
  meta.creationTimestamp === old.creationTimestamp &&
  meta.generation === old.generation &&
  meta.deletionTimestamp === old.deletionTimestamp &&
  meta.deletionGracePeriodSeconds === old.deletionGracePeriodSeconds &&
  meta.selfLink === undefined

const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_LENGTH = 5
const MAX_GENERATED_BASE = 58

/** Makes a name from a generateName: its prefix and five random characters. */
export function generateName(base: string, random: () => number): string {
  let name = base.slice(0, MAX_GENERATED_BASE)
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += SUFFIX_LETTERS[Math.floor(random() * SUFFIX_LETTERS.length)]
  return name
}

/**
 * Sets the namespace of an object to that of its request.
 *
 * @throws StatusError 400 if it states another namespace
 */
export function inNamespace({ target: { def, namespace } }: Call, object: KubeObject): KubeObject {
  const given = object.metadata.namespace
  if (def.scope === 'Cluster')
    return given === undefined ? object : withPath(object, ['metadata', 'namespace'], undefined)
  if (given && given !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  return given ? object : withMetadata(object, { namespace })
}

/** When duplicates are looked for: in the request, or after admission. */
type Moment = 'sent' | 'admitted'

/** Removes duplicate owner references, and warns the client about them. */
export function withUniqueOwners({ warn }: WriteContext, object: KubeObject, moment: Moment): KubeObject {
  const { ownerReferences = [] } = object.metadata
  if (ownerReferences.length < 2) return object
  // Equal references have equal JSON once they are decoded.
  const seen = new Set<string>()
  const [unique, repeated]: [OwnerReference[], OwnerReference[]] = [[], []]
  for (const reference of ownerReferences) {
    const text = JSON.stringify(reference)
    const list = seen.has(text) ? repeated : unique
    list.push(reference)
    seen.add(text)
  }
  if (repeated.length === 0) return object
  warn(
    `.metadata.ownerReferences contains duplicate entries${moment === 'admitted' ? ' after mutating admission happens' : ''}; API server dedups owner references in 1.20+, ` +
      `and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.map(({ uid }) => uid).join(', ')}`,
  )
  return withPath(object, ['metadata', 'ownerReferences'], unique)
}
