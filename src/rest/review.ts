import { withPath } from '../base/json/json.js'
import { mustHave } from '../base/must-have.js'
import type { Steps } from '../base/turns/steps.js'
import { invalidStatus } from '../base/errors/status.js'
import { formatTime } from '../base/time/time.js'
import type { KindDef } from '../model/registry/kind-def.js'
import { omitsUnsetCreation } from '../model/registry/root-schema.js'
import { inOrder } from '../model/registry/read.js'
import type { KubeObject } from '../schema/object.js'
import type { Transaction } from '../store/transaction.js'
import { readObject } from './write/body.js'
import { withoutSystemMetadata } from './write/create.js'
import { ruleContext } from './write/rule-context.js'
import { inNamespace } from './write/in-namespace.js'
import { track } from './write/ownership.js'
import { inTurns, transact } from './write/turns.js'
import type { Call } from '../model/call/call.js'
import type { Outcome } from '../model/call/outcome.js'
import type { WriteContext } from './write/warnings.js'

/** Returns a review without system metadata, its unset creationTimestamp as a server writes it. */
function asked({ serverVersion }: KindDef, question: KubeObject): KubeObject {
  const object = withoutSystemMetadata(question)
  if (object === question || omitsUnsetCreation(serverVersion)) return object
  return withPath(object, ['metadata', 'creationTimestamp'], null)
}

/**
 * POST of a review: replies with the request and its result, and stores nothing.
 *
 * @throws StatusError 400 or 422 for an invalid review
 */
export function* review(context: WriteContext, call: Call): Steps<Outcome> {
  const { def } = call.target
  const read = yield* inTurns(context, () => inNamespace(call, asked(def, readObject(context, call))))
  const sent = inOrder(def, yield* track(context, call, undefined, read))
  const isAsked = context.admission.isAsked(context, 'create', call)
  const question = isAsked
    ? yield* transact(context, call, (transaction) => admitted(context, call, transaction, sent))
    : yield* valid(context, call, sent)
  return {
    type: 'object',
    code: 201,
    def,
    object: yield* inTurns(context, () => answerTo(context, call, question)),
  }
}

/** Returns a review as admission leaves it, which sees it unanswered. */
function* admitted(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  sent: KubeObject,
): Steps<KubeObject> {
  const write = { operation: 'create', call, name: '', object: sent, oldObject: undefined, transaction } as const
  const question = yield* valid(context, call, yield* context.admission.admit(context, write))
  yield* context.admission.validate(context, { ...write, object: question })
  return question
}

function* valid(context: WriteContext, { target: { def } }: Call, question: KubeObject): Steps<KubeObject> {
  const issues = yield* inTurns(context, () => def.create.validate(question, ruleContext(context, def)))
  // The server's message leaves out the kind.
  if (issues.length > 0) throw invalidStatus({ group: def.group, resource: '' }, '', issues)
  return question
}

const answerTo = (context: WriteContext, { target, user }: Call, question: KubeObject): KubeObject =>
  mustHave(target.def.create.review, 'the answer of a kind that is a question')(question, {
    now: formatTime(context.env.now()),
    user,
    accounts: context.accounts,
    authorize: context.rules?.decide ?? context.authorize,
    rules: context.rules,
    userOf: context.userOf ?? (() => undefined),
  })
