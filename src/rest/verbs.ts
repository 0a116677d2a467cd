import type { RestContext } from './context.js'
import { create } from './create.js'
import { remove } from './delete.js'
import { removeCollection } from './delete-collection.js'
import { get } from './get.js'
import { list } from './list.js'
import { patch } from './patch.js'
import type { Call, Outcome, RequestVerb } from './types.js'
import { update } from './update.js'
import { warned } from './warnings.js'
import { watch } from './watch.js'

/** What each verb does. All are synchronous: nothing happens between reading and committing. */
export const verbs: { readonly [verb in RequestVerb]: (context: RestContext, call: Call) => Outcome } = {
  get,
  list,
  watch,
  create: warned(create),
  update: warned(update),
  patch: warned(patch),
  delete: remove,
  deletecollection: removeCollection,
}
