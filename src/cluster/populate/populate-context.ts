import { trackUpdate } from '../../model/apply/track.js'
import { issueText } from '../../base/errors/issue.js'
import { type JsonObject, isObject, withMembers } from '../../base/json/json.js'
import { rememberedSizes, storedSize } from '../../base/json/size.js'
import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { readAs } from '../../model/registry/read.js'
import { type RestContext, keyOf, tableOf } from '../../rest/context.js'
import { convertedTransaction } from '../../rest/storage-conversion.js'
import { place, placeAlike } from '../../rest/write/import.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import type { Chance } from './chance.js'
import type { Sizes } from './options.js'

/** The managers that wrote an object and its status, and when, in milliseconds since 1970. */
type Writers = {
  readonly by: string
  readonly at: number
  readonly status?: { readonly by: string; readonly at: number }
}

/** When an object and its status were written. */
type Times = { readonly at: number; readonly status?: { readonly at: number } }

/** A stored object, and what its managedFields name of it alone: an element of the list at a path of fields. */
export type Alike = {
  readonly like: KubeObject
  readonly path: readonly string[]
  readonly elementOf: (object: Draft) => string
}

/** An object to store, with only the metadata that cannot be generated. */
export type Draft = KubeObject

/** The context for creating a world. */
export type PopulateContext = {
  readonly chance: Chance
  readonly sizes: Sizes
  /** The current time, in milliseconds since 1970. */
  readonly now: number
  readonly context: RestContext
  /**
   * Stores an object as if it had been written earlier, and returns the stored object. One that is told to have the
   * same fields as a stored one is given in wire order, and stored without the rules, which that one has obeyed.
   */
  readonly store: (object: Draft, writers: Writers, alike?: Alike) => KubeObject
  /**
   * Stores an object with complete metadata. Parts it shares with `like`, a decoded or stored object, are not decoded
   * again.
   */
  readonly storeLike: (object: Draft, like?: KubeObject) => KubeObject
  /**
   * Stores an object with complete metadata that differs from `like`, a stored object, by names, times, addresses and
   * numbers, of which it has as many: it is neither decoded nor validated again.
   */
  readonly storeAlike: (object: Draft, like: KubeObject) => KubeObject
  /** Returns an object with defaults and admission applied, ready to store. */
  readonly filled: (object: Draft) => Draft
}

/** Creates the context for storing a world in a transaction. */
export function createMaking(
  context: RestContext,
  transaction: Transaction<KubeObject>,
  parts: Pick<PopulateContext, 'chance' | 'sizes'>,
): PopulateContext {
  const { registry, env, admission } = context
  const defOf = ({ apiVersion, kind }: Draft): KindDef =>
    mustHave(registry.of(apiVersion, kind), `the kind ${kind} of ${apiVersion}`)
  const storeLike = (object: Draft, like?: KubeObject): KubeObject => {
    const def = defOf(object)
    const { namespace = '', name = '' } = object.metadata
    const through = convertedTransaction(transaction, { def })
    const [issue] = place(context, through, def, object, { manager: 'fixtures', ...(like ? { like } : {}) })
    if (issue) throw new Error(`fakecluster has a bug: populate made ${def.kind} ${name}: ${issueText(issue)}`)
    return mustHave(through.get(tableOf({ def }), keyOf(namespace, name)), 'an object that was stored')
  }
  const sizes = rememberedSizes()
  const storeAlike = (object: Draft, like: KubeObject): KubeObject => {
    const def = defOf(object)
    const { namespace = '', name = '' } = object.metadata
    const through = convertedTransaction(transaction, { def })
    const key = keyOf(namespace, name)
    // In place of a stored object, it is an update.
    if (through.get(tableOf({ def }), key)) {
      const { resourceVersion: _, ...metadata } = object.metadata
      return storeLike({ ...object, metadata }, like)
    }
    return placeAlike(through, def, object, () => sizes(like, storedSize))
  }
  const filled = (object: Draft): Draft => {
    const def = defOf(object)
    return def.defaults(readAs(def, admission.fill(def, def.defaults(readAs(def, object).object))).object)
  }
  return {
    ...parts,
    context,
    now: env.now(),
    storeLike,
    storeAlike,
    filled,
    store(object, writers, alike) {
      const { uid = parts.chance.uuid(), creationTimestamp = formatTime(writers.at) } = object.metadata
      if (alike) {
        const { like } = alike
        const own = { ...object.metadata, uid, creationTimestamp, ...ownersAlike(alike, object, writers) }
        return storeAlike(withMembers(like, { ...object, metadata: withMembers(like.metadata, own) }), like)
      }
      const def = defOf(object)
      const read = readAs(def, object).object
      const metadata = { ...read.metadata, uid, creationTimestamp, ...ownersOf(def, read, writers) }
      return storeLike({ ...read, metadata }, read)
    },
  }
}

/** Returns the managedFields of an object with the same fields as a stored one. */
export function ownersAlike(
  { like, path, elementOf }: Alike,
  object: Draft,
  { at, status }: Times,
): Pick<ObjectMeta, 'managedFields'> {
  const { managedFields } = like.metadata
  if (!managedFields) return {}
  const [before, after] = [elementOf(like), elementOf(object)]
  return {
    managedFields: managedFields.map((entry) => {
      const time = formatTime(entry.subresource === 'status' ? (status?.at ?? at) : at)
      const fieldsV1 = entry.fieldsV1 && withElement(entry.fieldsV1, path, before, after)
      if (entry.fieldsV1 !== fieldsV1 && fieldsV1) return withMembers(entry, { time, fieldsV1 })
      return entry.time === time ? entry : withMembers(entry, { time })
    }),
  }
}

/** Returns a set of fields with another element of the list at a path, or the same if it has no such list. */
function withElement(
  fields: JsonObject,
  path: readonly string[],
  before: string,
  after: string,
  depth = 0,
): JsonObject {
  const step = path[depth]
  if (step !== undefined) {
    const inner = fields[step]
    const next = isObject(inner) ? withElement(inner, path, before, after, depth + 1) : inner
    return next === inner ? fields : withMembers(fields, { [step]: next })
  }
  if (before === after) return fields
  const next: Record<string, unknown> = {}
  for (const name in fields) next[name === before ? after : name] = fields[name]
  return next
}

/** Returns the managedFields of an object written by the given managers. */
export function ownersOf(def: KindDef, read: Draft, { by, at, status }: Writers): Pick<ObjectMeta, 'managedFields'> {
  const { status: said, ...rest } = read
  const { apiVersion } = def
  const identity = { manager: by, operation: 'Update', apiVersion, subresource: '' } as const
  const created = trackUpdate({ def, subresource: 'main', identity, now: formatTime(at) }, undefined, rest)
  const { managedFields = [] } =
    status && said
      ? trackUpdate(
          {
            def,
            subresource: 'status',
            identity: { ...identity, manager: status.by, subresource: 'status' },
            now: formatTime(status.at),
          },
          created,
          { ...created, status: said },
        ).metadata
      : created.metadata
  return { managedFields }
}
