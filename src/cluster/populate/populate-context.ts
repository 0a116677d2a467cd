import { trackUpdate } from '../../model/apply/track.js'
import { issueText } from '../../base/errors/issue.js'
import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { readAs } from '../../model/registry/read.js'
import { type RestContext, keyOf, tableOf } from '../../rest/context.js'
import { convertedTransaction } from '../../rest/storage-conversion.js'
import { place } from '../../rest/write/import.js'
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

/** An object to store, with only the metadata that cannot be generated. */
export type Draft = KubeObject

/** The context for creating a world. */
export type PopulateContext = {
  readonly chance: Chance
  readonly sizes: Sizes
  /** The current time, in milliseconds since 1970. */
  readonly now: number
  readonly context: RestContext
  /** Stores an object as if it had been written earlier, and returns the stored object. */
  readonly store: (object: Draft, writers: Writers) => KubeObject
  /**
   * Stores an object with complete metadata. Parts it shares with `like`, a decoded or stored object, are not decoded
   * again.
   */
  readonly storeLike: (object: Draft, like?: KubeObject) => KubeObject
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
  const filled = (object: Draft): Draft => {
    const def = defOf(object)
    return def.defaults(readAs(def, admission.fill(def, def.defaults(readAs(def, object).object))).object)
  }
  return {
    ...parts,
    context,
    now: env.now(),
    storeLike,
    filled,
    store(object, writers) {
      const { uid = parts.chance.uuid(), creationTimestamp = formatTime(writers.at) } = object.metadata
      const def = defOf(object)
      const read = readAs(def, object).object
      const metadata = { ...read.metadata, uid, creationTimestamp, ...ownersOf(def, read, writers) }
      return storeLike({ ...read, metadata }, read)
    },
  }
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
