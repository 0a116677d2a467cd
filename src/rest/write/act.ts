import { mustHave } from '../../base/must-have.js'
import { subresourceOf } from '../../registry/subresource-of.js'
import { isObject } from '../../base/json.js'
import { badRequest, notFound } from '../../base/status.js'
import { formatTime } from '../../base/time.js'
import { objectsOf } from '../../store/page.js'
import { readObject } from './body.js'
import { causeOf } from '../../api/cause.js'
import { keyOf, tableOf } from '../context.js'
import { inNamespace } from './in-namespace.js'
import { removeOne } from './delete.js'
import { mutate } from './mutate.js'
import { track } from './ownership.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import { carriedCall } from './view.js'
import { askAdmission } from './ask-admission.js'
import type { WriteContext } from './warnings.js'

/** POST to an subresource of an object: does what the body tells, which is stored nowhere. */
export function act(context: WriteContext, call: Call): Outcome {
  const { target } = call
  const { def, namespace, name } = target
  const { perform } = mustHave(subresourceOf(def, target.subresource).act, 'the act of a subresource that is posted to')
  const carried = carriedCall(call)
  const body = inNamespace(carried, readObject(context, carried))
  const ending = deletion(call, body['deleteOptions'])
  const isEnding = context.store.transact((transaction): boolean => {
    const write = { operation: 'create', call, name, object: body, oldObject: undefined, transaction } as const
    const asked = askAdmission(context, write)
    const admitted = context.admission.admit(asked)
    if (body.metadata.name !== name) throw badRequest(`name in URL does not match name in ${body.kind} object`)
    context.admission.validate({ ...asked, object: admitted })
    const old = transaction.get(tableOf(target), keyOf(namespace, name))
    if (!old) throw notFound(def.resourceSubject, name)
    const next = perform(old, admitted, {
      now: formatTime(context.env.now()),
      objects: (table) => objectsOf(transaction.table(table), namespace ? `${namespace}/` : ''),
      writeStatus: (other) => context.writeStatus(context, transaction, ending.options.dryRun, other),
    })
    if (next) mutate(context, call, transaction, old, () => track(context, call, old, next))
    return !next
  }, causeOf(call))
  // What it cost is paid even where the object stays in the end.
  if (isEnding) context.store.transact((transaction) => removeOne(context, ending, transaction), causeOf(call))
  return {
    type: 'status',
    code: 201,
    status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
  }
}

/** The call as the DELETE that its body's options are for. */
function deletion(call: Call, given: unknown): Call {
  const { dryRun, preconditions } = isObject(given) ? given : {}
  const options = {
    ...call.options,
    dryRun: call.options.dryRun || (Array.isArray(dryRun) && dryRun.includes('All')),
    ...(isObject(preconditions) ? { preconditions } : {}),
  }
  return { ...call, options, target: { ...call.target, verb: 'delete', subresource: 'main' } }
}
