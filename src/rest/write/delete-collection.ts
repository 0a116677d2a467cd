import { storedName } from '../../schema/stored-metadata.js'
import { StatusError } from '../../base/status.js'
import { causeOf } from '../../api/cause.js'
import { removeOne } from './delete.js'
import { listObjects } from '../read/list.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import type { WriteContext } from './warnings.js'

/** DELETE of a collection: each object listed is deleted by itself; the first failure but 404 ends it. */
export function removeCollection(context: WriteContext, call: Call): Outcome {
  const { def } = call.target
  const { items, metadata } = listObjects(context, call)
  for (const item of items) {
    const one: Call = {
      ...call,
      target: { ...call.target, verb: 'delete', namespace: item.metadata.namespace ?? '', name: storedName(item) },
    }
    try {
      context.store.transact((transaction) => removeOne(context, one, transaction), causeOf(one))
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 404) throw error
    }
  }
  if (def.delete.replies.collection === 'list') return { type: 'list', code: 200, def, items, metadata }
  const details = { ...(def.group ? { group: def.group } : {}), kind: def.plural }
  return {
    type: 'status',
    code: 200,
    status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details },
  }
}
