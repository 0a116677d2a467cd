import { atLeast } from '../../model/registry/kubernetes-version.js'
import { notFound } from '../../base/errors/status.js'
import { checkSent, readObject } from './body.js'
import type { Steps } from '../../base/turns/steps.js'
import { requestedKey, tableOf } from '../context.js'
import { insert } from './create.js'
import { inNamespace, withUniqueOwners } from './metadata.js'
import { checkName, checkUid, mutate, parseVersion } from './mutate.js'
import { becomesLong, inTurns, transact } from './turns.js'
import { track } from './ownership.js'
import { subresourceOf } from '../../model/registry/subresource-of.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { viewOf } from './view.js'
import type { WriteContext } from './warnings.js'

/** PUT on an object, its status or its finalizers; for some kinds it creates a missing object. */
export function* update(context: WriteContext, call: Call): Steps<Outcome> {
  const { carried } = viewOf(call)
  const read = () => inNamespace(carried, readObject(context, carried))
  const sent = context.turns.isLong ? yield* inTurns(context, read) : read()
  checkName(call.target.name, sent.metadata.name)
  const placed = withUniqueOwners(context, sent, 'sent')
  return yield* transact(context, call, (transaction) => replace(context, call, transaction, sent, placed))
}

/** Stores what was sent (`placed` as admission sees it) in place of the object of its name. */
function* replace(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  sent: KubeObject,
  placed: KubeObject,
): Steps<Outcome> {
  const { target } = call
  const { def } = target
  const { carried } = viewOf(call)
  const old = transaction.get(tableOf(target), requestedKey(target))
  if (!old) {
    const mayCreate =
      def.update.allowCreate && (target.subresource === 'main' || subresourceOf(def, target.subresource).mayCreate)
    // Before v1.34, the storage looked at the uid before it was known whether the update may create the object.
    if (mayCreate || !atLeast(def.serverVersion, '1.34')) checkUid(call, placed.metadata.uid, '')
    if (!mayCreate) throw notFound(def.resourceSubject, target.name)
    parseVersion(placed)
    const owned = yield* track(context, call, undefined, placed)
    return { type: 'object', code: 201, def, object: yield* insert(context, call, transaction, owned) }
  }
  checkUid(call, placed.metadata.uid, old.metadata.uid ?? '')
  checkSent(context, carried, sent)
  if (becomesLong(context, old)) yield
  const { object } = yield* mutate(context, call, transaction, old, () => replaced(context, call, old, placed))
  return { type: 'object', code: 200, def, object }
}

function* replaced(context: WriteContext, call: Call, old: KubeObject, placed: KubeObject): Steps<KubeObject> {
  const { carried, show, change } = viewOf(call)
  return change(old, yield* track(context, carried, show(old), placed))
}
