import { mustHave } from '../../base/must-have.js'
import { subresourceOf } from '../../registry/subresource-of.js'
import { isObject } from '../../base/json.js'
import { noOptions } from '../../base/options.js'
import { badRequest, notFound } from '../../base/status.js'
import { formatTime } from '../../base/time.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { Transaction } from '../../store/transaction.js'
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
import type { WriteContext } from './warnings.js'

/** POST to an subresource of an object: does what the body tells, which is stored nowhere. */
export function act(context: WriteContext, call: Call): Outcome {
  const { target } = call
  const { def, namespace, name } = target
  const { perform } = mustHave(subresourceOf(def, target.subresource).act, 'the act of a subresource that is posted to')
  const carried = carriedCall(call)
  const body = inNamespace(carried, readObject(context, carried))
  if (body.metadata.name !== name) throw badRequest(`name in URL does not match name in ${body.kind} object`)
  const ending = deletion(call, body['deleteOptions'])
  const isEnding = context.store.transact((transaction): boolean => {
    const old = transaction.get(tableOf(target), keyOf(namespace, name))
    if (!old) throw notFound(def.resourceSubject, name)
    const next = perform(old, body, {
      now: formatTime(context.env.now()),
      objects: (table) => objectsOf(transaction.table(table), namespace ? `${namespace}/` : ''),
      writeStatus: (other) => writeStatus(context, ending, transaction, other),
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

/** Writes the status of an object as the server's own part in an act. */
function writeStatus(
  context: WriteContext,
  { options: { dryRun } }: Call,
  transaction: Transaction<KubeObject>,
  next: KubeObject,
): void {
  const def = mustHave(context.registry.of(next.apiVersion, next.kind), 'the kind of an object an act found')
  const { name = '', namespace = '' } = next.metadata
  const call: Call = {
    target: { verb: 'update', def, namespace, name, subresource: 'status' },
    options: { ...noOptions, dryRun },
    body: undefined,
    user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
    manager: 'kube-apiserver',
    userAgent: 'kube-apiserver',
  }
  const old = mustHave(transaction.get(tableOf({ def }), keyOf(namespace, name)), 'an object an act found')
  mutate(context, call, transaction, old, () => track(context, call, old, next))
}
