import { act } from './write/act.js'
import { settlingAllotments } from './write/allocation-records.js'
import { review } from './review.js'
import type { RestContext } from './context.js'
import { create } from './write/create.js'
import { remove } from './write/delete.js'
import { removeCollection } from './write/delete-collection.js'
import { converted, fromCache } from './storage-conversion.js'
import { get } from './read/get.js'
import { list } from './read/list.js'
import { patch } from './write/patch.js'
import type { Call } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { RequestVerb } from '../api/target.js'
import { createThrough } from './write/through.js'
import { update } from './write/update.js'
import { shown } from './write/view.js'
import { type WriteContext, warned } from './write/warnings.js'
import { writeStatus } from './write/write-status.js'
import { watch } from './watch/watch.js'

/** The implementation of each verb. All are synchronous: nothing happens between reading and committing. */
export const verbs: { readonly [verb in RequestVerb]: (context: RestContext, call: Call) => Outcome } = {
  get: viewed(converted(get)),
  list: fromCache(converted(list)),
  watch: fromCache(converted(watch)),
  create: writing(post),
  update: viewed(writing(update)),
  patch: viewed(writing(patch)),
  delete: writing(advised(remove)),
  deletecollection: writing(advised(removeCollection)),
}

function post(context: WriteContext, call: Call): Outcome {
  const { def, subresource } = call.target
  if (subresource !== 'main') return act(context, call)
  return (def.create.review ? review : def.create.through ? createThrough : create)(context, call)
}

type Writing = (context: WriteContext, call: Call) => Outcome

function writing(verb: Writing): (context: RestContext, call: Call) => Outcome {
  return warned(
    converted((context, call) => settlingAllotments(context, call, () => verb(context, call))),
    writeStatus,
  )
}

function viewed(verb: (context: RestContext, call: Call) => Outcome): (context: RestContext, call: Call) => Outcome {
  return (context, call) => shown(call, verb(context, call))
}

/** Warns clients that delete without stating what happens to dependents, for kinds with such advice. */
function advised(verb: Writing): Writing {
  return (context, call) => {
    const { advice } = call.target.def.delete
    if (advice !== undefined && call.options.propagationPolicy === undefined) context.warn(advice)
    return verb(context, call)
  }
}
