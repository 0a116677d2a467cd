import { forbiddenStatus } from '../../base/errors/status.js'
import type { Steps } from '../../base/turns/steps.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { isAllowed } from '../../model/registry/authorizer.js'
import type { KubeObject } from '../../schema/object.js'
import type { Transaction } from '../../store/transaction.js'
import { accessOf } from '../access.js'
import type { RestContext } from '../context.js'
import { transact } from '../write/turns.js'
import { type WriteContext, warned } from '../write/warnings.js'
import { writeStatus } from '../write/write-status.js'

/** Tells whether admission has a say about connections of a kind. */
export const isConnectionAsked = (context: RestContext, call: Call): boolean =>
  context.admission.isAsked(context, 'connect', call)

/**
 * Asks admission about a connection, whose options are the call's body; the outcome is what it leaves of them, or a
 * Status.
 */
export const admitConnection: (context: RestContext, call: Call) => Steps<Outcome> = warned(ask, writeStatus)

function* ask(context: WriteContext, call: Call): Steps<Outcome> {
  const object = yield* transact(context, call, (transaction) => admit(context, call, transaction))
  return { type: 'object', code: 200, def: call.target.def, object }
}

function* admit(context: WriteContext, call: Call, transaction: Transaction<KubeObject>): Steps<KubeObject> {
  const object = call.body?.value as KubeObject // made by connectionOptions
  const { name } = call.target
  const write = { operation: 'connect', call, name, object, oldObject: undefined, transaction } as const
  const admitted = (yield* context.admission.admit(context, write)) ?? object
  yield* context.admission.validate(context, { ...write, object: admitted })
  return admitted
}

const SESSIONS: readonly unknown[] = ['exec', 'attach', 'portforward']

/**
 * Checks that whoever opens a session with a pod may create one: a WebSocket begins with a GET, for which its user need
 * not have more than the right to `get` (pkg/registry/core/pod/rest: ensureAuthorizedForVerb).
 *
 * @throws StatusError 403
 */
export function mustBeAllowedToCreate({ authorize, featureGates }: RestContext, call: Call): void {
  const { user, target, connect } = call
  if (!featureGates.AuthorizePodWebsocketUpgradeCreatePermission) return
  if (!SESSIONS.includes(connect) || target.verb === 'create') return
  const request = accessOf(call, 'create')
  const decision = authorize(user, request)
  if (!isAllowed(decision)) throw forbiddenStatus(request, target.name, decision.reason)
}
