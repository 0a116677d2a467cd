import { act } from './act.js'
import { answer } from './answer.js'
import type { RestContext } from './context.js'
import { create } from './create.js'
import { remove } from './delete.js'
import { removeCollection } from './delete-collection.js'
import { faced } from './face.js'
import { get } from './get.js'
import { list } from './list.js'
import { patch } from './patch.js'
import type { Call, Outcome, RequestVerb } from './types.js'
import { update } from './update.js'
import { shown } from './view.js'
import { type WriteContext, warned } from './warnings.js'
import { watch } from './watch.js'

/** What each verb does. All are synchronous: nothing happens between reading and committing. */
export const verbs: { readonly [verb in RequestVerb]: (context: RestContext, call: Call) => Outcome } = {
  get: viewed(faced(get)),
  list: faced(list),
  watch: faced(watch),
  create: warned(faced(post)),
  update: viewed(warned(faced(update))),
  patch: viewed(warned(faced(patch))),
  delete: faced(remove),
  deletecollection: faced(removeCollection),
}

function post(context: WriteContext, call: Call): Outcome {
  const { def, endpoint } = call.target
  if (endpoint !== 'main') return act(context, call)
  return (def.answer ? answer : create)(context, call)
}

function viewed(verb: (context: RestContext, call: Call) => Outcome): (context: RestContext, call: Call) => Outcome {
  return (context, call) => shown(call, verb(context, call))
}
