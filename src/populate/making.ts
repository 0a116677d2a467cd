import { trackUpdate } from '../apply/track.js'
import { issueText } from '../base/issue.js'
import { mustHave } from '../base/must-have.js'
import { formatTime } from '../base/time.js'
import type { KindDef } from '../registry/kind-def.js'
import { readAs } from '../registry/read.js'
import { type RestContext, keyOf, tableOf } from '../rest/context.js'
import { convertedTransaction } from '../rest/storage-conversion.js'
import { place } from '../rest/write/import.js'
import type { ObjectMeta } from '../schema/metadata.js'
import type { KubeObject } from '../schema/object.js'
import type { Transaction } from '../store/transaction.js'
import type { Chance } from './chance.js'
import type { Sizes } from './options.js'

/** Who wrote an object, and who its status, at times in milliseconds since 1970. */
type Writers = {
  readonly by: string
  readonly at: number
  readonly status?: { readonly by: string; readonly at: number }
}

/** An object to be stored: of its metadata what nobody else can say. */
export type Made = KubeObject

/** What a world is made with. */
export type Making = {
  readonly chance: Chance
  readonly sizes: Sizes
  /** When it is, in milliseconds since 1970. */
  readonly now: number
  readonly context: RestContext
  /** Stores an object as one that was written before, and gives it as it is stored. */
  readonly store: (object: Made, writers: Writers) => KubeObject
  /**
   * Stores an object whose metadata says all; what it shares with one that was read already, or is stored, is not read
   * again.
   */
  readonly storeLike: (object: Made, like?: KubeObject) => KubeObject
  /** An object as admission and defaults leave it, to be stored. */
  readonly filled: (object: Made) => Made
}

/** Makes what stores a world in a transaction. */
export function createMaking(
  context: RestContext,
  transaction: Transaction<KubeObject>,
  parts: Pick<Making, 'chance' | 'sizes'>,
): Making {
  const { registry, env, admission } = context
  const defOf = ({ apiVersion, kind }: Made): KindDef =>
    mustHave(registry.of(apiVersion, kind), `the kind ${kind} of ${apiVersion}`)
  const storeLike = (object: Made, like?: KubeObject): KubeObject => {
    const def = defOf(object)
    const { namespace = '', name = '' } = object.metadata
    const through = convertedTransaction(transaction, { def })
    const [issue] = place(context, through, def, object, { manager: 'fixtures', ...(like ? { like } : {}) })
    if (issue) throw new Error(`fakecluster has a bug: populate made ${def.kind} ${name}: ${issueText(issue)}`)
    return mustHave(through.get(tableOf({ def }), keyOf(namespace, name)), 'an object that was stored')
  }
  const filled = (object: Made): Made => {
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

/** Who owns the fields of an object, as it was read, that was written so. */
export function ownersOf(def: KindDef, read: Made, { by, at, status }: Writers): Pick<ObjectMeta, 'managedFields'> {
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
