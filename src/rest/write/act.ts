import { worded } from '../../base/errors/wording.js'
import { mustHave } from '../../base/must-have.js'
import { checkedDeleteOptions, type DeleteMembers } from '../../model/call/option-rules.js'
import { subresourceOf } from '../../model/registry/subresource-of.js'
import { deepFreeze, isObject, jsonEqual } from '../../base/json/json.js'
import { badRequest, notFound, plainError } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import type { ActContext, ActResult } from '../../model/registry/act-context.js'
import type { SubresourceAct } from '../../model/registry/kind-def.js'
import { inOrder } from '../../model/registry/read.js'
import { splitApiVersion } from '../../model/registry/type-meta.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { Transaction } from '../../store/transaction.js'
import { readObject } from './body.js'
import { type Steps, Done } from '../../base/turns/steps.js'
import { withRevision } from './stored-form.js'
import { requestedKey, tableOf } from '../context.js'
import { inNamespace } from './metadata.js'
import { checkPreconditions, removeOne } from './delete.js'
import { mutate } from './mutate.js'
import { inTurns, transact } from './turns.js'
import { track } from './ownership.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { carriedCall } from './view.js'
import type { WriteContext } from './warnings.js'

/** POST to a subresource of an object: does what the body says; the body itself is not stored. */
export function* act(context: WriteContext, call: Call): Steps<Outcome> {
  const { def, subresource } = call.target
  const subject = mustHave(subresourceOf(def, subresource).act, 'the act of a subresource that is posted to')
  const carried = carriedCall(call)
  const read = () => inNamespace(carried, readBody(context, carried, subject))
  const body = context.turns.isLong ? yield* inTurns(context, read) : read()
  const owned = subject.signs ? yield* track(context, carried, undefined, body) : body
  return yield* perform(context, call, subject, owned)
}

/** Carries out an act (such as a binding or an eviction) on the object that a call is for; admission sees `posted`. */
export function* perform(
  context: WriteContext,
  call: Call,
  subject: SubresourceAct,
  body: KubeObject,
  posted = call,
): Steps<Outcome> {
  const result = yield* transact(context, call, (transaction) =>
    carryOut(context, { call, posted, transaction }, subject, body),
  )
  // What the act has written (such as a disruption charged to a budget) stays, even if the deletion fails.
  if (result.type === 'end') {
    const deleting = deletion(call, body['deleteOptions'])
    yield* transact(context, call, (transaction) => end(context, deleting, transaction, result.last))
  }
  if (result.type === 'shown') return { type: 'object', code: 201, def: subject.def, object: result.object }
  const said = result.type === 'said' ? result.status : ({ status: 'Success', code: 201 } as const)
  return { type: 'status', code: said.code ?? 201, status: { kind: 'Status', apiVersion: 'v1', metadata: {}, ...said } }
}

type Calls = { readonly call: Call; readonly posted: Call; readonly transaction: Transaction<KubeObject> }

function* carryOut(
  context: WriteContext,
  { call, posted, transaction }: Calls,
  subject: SubresourceAct,
  body: KubeObject,
): Steps<ActResult> {
  const { name, namespace } = call.target
  const write = { operation: 'create', call: posted, name, object: body, oldObject: undefined, transaction } as const
  const admitted = (yield* context.admission.admit(context, write)) ?? body
  if (subject.checkName) subject.checkName(body, name)
  else if ((body.metadata.name ?? '') !== name)
    throw badRequest(`name in URL does not match name in ${body.kind} object`)
  const dryRun = isDryRun(call, body['deleteOptions'])
  worded(subject.def.wording, () => subject.check?.(admitted))
  const { accounts, featureGates } = context
  const now = formatTime(context.env.now())
  const object = subject.prepare?.(objectOf(call, transaction), admitted, { now, accounts }) ?? admitted
  yield* context.admission.validate(context, { ...write, object })
  const old = objectOf(call, transaction)
  const acting: ActContext = {
    now,
    dryRun,
    featureGates,
    uuid: context.env.uuid,
    get: transaction.get,
    accounts,
    objects: (table) => objectsOf(transaction.table(table), namespace ? `${namespace}/` : ''),
    writeStatus: (other) => context.writeStatus(context, transaction, dryRun, other),
  }
  const done = worded(subject.def.wording, () => subject.perform(old, object, acting))
  if (done.type === 'change') yield* mutate(context, call, transaction, old, () => new Done(done.object))
  return done
}

/** Decodes the body, which may state another accepted version: errors name that one. */
function readBody(context: WriteContext, call: Call, { def, accepts = [] }: SubresourceAct): KubeObject {
  const { target, body } = call
  const { apiVersion: stated } = isObject(body?.value) ? body.value : {}
  const accepted = accepts.find((version) => version === stated)
  if (accepted === undefined) return readObject(context, call)
  const [, version] = splitApiVersion(accepted)
  const asStated = { ...target, def: { ...target.def, apiVersion: accepted, version } }
  return { ...readObject(context, { ...call, target: asStated }), apiVersion: def.apiVersion }
}

function objectOf({ target }: Call, transaction: Transaction<KubeObject>): KubeObject {
  if (target.name === '') throw badRequest('Name parameter required.')
  const old = transaction.get(tableOf(target), requestedKey(target))
  if (!old) throw notFound(target.def.resourceSubject, target.name)
  return old
}

/** Tells whether an act is only tried: the options in its body may say so too, if those of the request say the same. */
function isDryRun({ options }: Call, given: unknown): boolean {
  const { dryRun = [] } = (isObject(given) ? given : {}) as DeleteMembers // as its schema says
  const differ = options.dryRun && dryRun.length > 0 && dryRun.join() !== 'All'
  if (differ) throw plainError(`Non-matching dry-run options in request and content: [All] and [${dryRun.join(' ')}]`)
  return options.dryRun || dryRun.length > 0
}

/** Returns the call as the DELETE that the options in its body are for. */
function deletion(call: Call, given: unknown): Call {
  const members = (isObject(given) ? given : {}) as DeleteMembers // as its schema says
  const checked = checkedDeleteOptions(members, call.target.def.serverVersion, call.options)
  const options = { ...checked, dryRun: call.options.dryRun || checked.dryRun }
  return { ...call, options, target: { ...call.target, verb: 'delete', subresource: 'main' } }
}

/** Deletes an object after a last change to it, provided that the preconditions hold. */
function* end(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  last: (object: KubeObject) => KubeObject,
): Steps<void> {
  const { target, options } = call
  const old = objectOf(call, transaction)
  checkPreconditions(call, old)
  const next = inOrder(target.def, last(old))
  if (!options.dryRun && !jsonEqual(next, old))
    transaction.put(tableOf(target), requestedKey(target), (revision) => deepFreeze(withRevision(next, revision)))
  const { resourceVersion: _, ...preconditions } = options.preconditions
  yield* removeOne(context, { ...call, options: { ...options, preconditions } }, transaction, null)
}
