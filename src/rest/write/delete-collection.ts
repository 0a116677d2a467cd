import { type KubeObject, storedName } from '../../schema/object.js'
import { StatusError } from '../../base/errors/status.js'
import type { Steps } from '../../base/turns/steps.js'
import { settlingAllotments } from './allocation-records.js'
import { removeOne } from './delete.js'
import { listObjects } from '../read/list.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { transact } from './turns.js'
import type { WriteContext } from './warnings.js'

/** Number of objects deleted per turn. */
const AT_ONCE = 64

/** DELETE of a collection: each listed object is deleted by itself; the first failure other than 404 ends it. */
export function* removeCollection(context: WriteContext, call: Call): Steps<Outcome> {
  const { def } = call.target
  const { items, metadata } = listObjects(context, call)
  let done = 0
  for (const item of items) {
    yield* removeItem(context, call, item)
    if (++done % AT_ONCE === 0 && !call.faults) yield
  }
  if (def.delete.replies.collection === 'list') return { type: 'list', code: 200, def, items, metadata }
  const details = { ...(def.group ? { group: def.group } : {}), kind: def.plural }
  return {
    type: 'status',
    code: 200,
    status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details },
  }
}

function* removeItem(context: WriteContext, call: Call, item: KubeObject): Steps<void> {
  const { namespace = '' } = item.metadata
  const one: Call = { ...call, target: { ...call.target, verb: 'delete', namespace, name: storedName(item) } }
  try {
    yield* settlingAllotments(context, one, () =>
      transact(context, one, (transaction) => removeOne(context, one, transaction, '')),
    )
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 404) throw error
  }
}
