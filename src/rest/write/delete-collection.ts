import { storedName } from '../../schema/stored-metadata.js'
import { StatusError } from '../../base/status.js'
import type { KubeObject } from '../../schema/object.js'
import { causeOf } from '../../api/cause.js'
import { settlingAllotments } from './allocation-records.js'
import { removeOne } from './delete.js'
import { listObjects } from '../read/list.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import { askForSteps, slightStep } from './steps.js'
import type { WriteContext } from './warnings.js'

/** Number of objects deleted per turn. */
const AT_ONCE = 64

/** The number of objects deleted so far, and the warnings until then. */
type Progress = { items: number; readonly warnings: Set<string> }

/** DELETE of a collection: each listed object is deleted by itself; the first failure other than 404 ends it. */
export function removeCollection(context: WriteContext, call: Call): Outcome {
  const { def } = call.target
  const { items, metadata } = slightStep(call, 'list', [], () => listObjects(context, call))
  if (items.length > AT_ONCE) askForSteps(call)
  const done = slightStep(call, 'done', [], (): Progress => ({ items: 0, warnings: new Set() }))
  const warn = (text: string) => void done.warnings.add(text)
  for (const item of items.slice(done.items)) {
    removeItem({ ...context, warn }, call, item)
    done.items++
    if (done.items % AT_ONCE === 0) call.steps?.pause()
  }
  done.warnings.forEach(context.warn)
  if (def.delete.replies.collection === 'list') return { type: 'list', code: 200, def, items, metadata }
  const details = { ...(def.group ? { group: def.group } : {}), kind: def.plural }
  return {
    type: 'status',
    code: 200,
    status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details },
  }
}

function removeItem(context: WriteContext, call: Call, item: KubeObject): void {
  const { namespace = '' } = item.metadata
  const one: Call = { ...call, target: { ...call.target, verb: 'delete', namespace, name: storedName(item) } }
  try {
    settlingAllotments(context, one, () =>
      context.store.transact((transaction) => removeOne(context, one, transaction), causeOf(one)),
    )
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 404) throw error
  }
}
