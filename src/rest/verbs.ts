import { act } from './write/act.js'
import { settlingAllotments } from './write/allocation-records.js'
import { type Steps, finish } from '../base/turns/steps.js'
import type { RestContext } from './context.js'
import { create } from './write/create.js'
import { remove } from './write/delete.js'
import { removeCollection } from './write/delete-collection.js'
import { converted, fromCache, fromStorage } from './storage-conversion.js'
import { get } from './read/get.js'
import { list } from './read/list.js'
import { patch } from './write/patch.js'
import type { Call, RequestVerb } from '../model/call/call.js'
import type { Outcome } from '../model/call/outcome.js'
import { createThrough } from './write/through.js'
import { update } from './write/update.js'
import { shown } from './write/view.js'
import { type WriteContext, warned } from './write/warnings.js'
import { writeStatus } from './write/write-status.js'
import { watch } from './watch/watch.js'
import { withPath } from '../base/json/json.js'
import { mustHave } from '../base/must-have.js'
import { invalidStatus } from '../base/errors/status.js'
import { formatTime } from '../base/time/time.js'
import type { KindDef } from '../model/registry/kind-def.js'
import { worded } from '../base/errors/wording.js'
import { omitsUnsetCreation } from '../model/registry/root-schema.js'
import { inOrder } from '../model/registry/read.js'
import type { KubeObject } from '../schema/object.js'
import type { Transaction } from '../store/transaction.js'
import { readObject } from './write/body.js'
import { ruleContext } from './write/admit.js'
import { inNamespace, withoutSystemMetadata } from './write/metadata.js'
import { track } from './write/ownership.js'
import { inTurns, transact } from './write/turns.js'

/** The verbs that read: at once. */
const reads: { readonly [verb in Reading]: (context: RestContext, call: Call) => Outcome } = {
  get: (context, call) => (isInView(call) ? shown(call, seen(context, call)) : seen(context, call)),
  list: fromCache(converted(list)),
  watch: fromCache(converted(watch)),
}

/** The verbs that write: in steps, of which most writes have one. */
const writes: {
  readonly [verb in Exclude<RequestVerb, Reading>]: (context: RestContext, call: Call) => Steps<Outcome>
} = {
  create: writing(post),
  update: viewed(writing(update)),
  patch: viewed(writing(patch)),
  delete: writing(advised(remove)),
  deletecollection: fromStorage(writing(advised(removeCollection))),
}

type Reading = 'get' | 'list' | 'watch'

/** Executes a call that reads. */
export function read(context: RestContext, call: Call): Outcome {
  const verb = call.target.verb as Reading // as its caller has made sure
  return reads[verb](context, call)
}

/** Executes a call that writes. */
export function write(context: RestContext, call: Call): Steps<Outcome> {
  const verb = call.target.verb as keyof typeof writes // likewise
  return writes[verb](context, call)
}

/** Executes a call that writes, for a caller that cannot wait. */
export const writeAtOnce = (context: RestContext, call: Call): Outcome => finish(write(context, call))

const seen = converted(get)

function post(context: WriteContext, call: Call): Steps<Outcome> {
  const { def, subresource } = call.target
  if (subresource !== 'main') return act(context, call)
  return (def.create.review ? review : def.create.through ? createThrough : create)(context, call)
}

type Writing = (context: WriteContext, call: Call) => Steps<Outcome>

function writing(verb: Writing): (context: RestContext, call: Call) => Steps<Outcome> {
  return warned(
    converted((context, call) =>
      call.target.def.storage.allotments
        ? settlingAllotments(context, call, () => verb(context, call))
        : verb(context, call),
    ),
    writeStatus,
  )
}

function viewed(verb: (context: RestContext, call: Call) => Steps<Outcome>): typeof verb {
  return (context, call) => (isInView(call) ? inView(call, verb(context, call)) : verb(context, call))
}

/** Tells whether the subresource of a call shows the object in another form, as Scale does. */
const isInView = ({ target: { def, subresource } }: Call): boolean => def.subresources[subresource]?.view !== undefined

function* inView(call: Call, steps: Steps<Outcome>): Steps<Outcome> {
  return shown(call, yield* steps)
}

/** Warns clients that delete without stating what happens to dependents, for kinds with such advice. */
function advised(verb: Writing): Writing {
  return (context, call) => {
    const { propagationPolicy, ifUnreadable } = call.options
    const { advice } = call.target.def.delete
    if (advice !== undefined && propagationPolicy === undefined && !ifUnreadable) context.warn(advice)
    return verb(context, call)
  }
}

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
function* review(context: WriteContext, call: Call): Steps<Outcome> {
  const { def } = call.target
  const { isLong } = context.turns
  const decoded = () => inNamespace(call, asked(def, readObject(context, call)))
  const read = isLong ? yield* inTurns(context, decoded) : decoded()
  const sent = inOrder(def, yield* track(context, call, undefined, read))
  const isAsked = context.admission.isAsked(context, 'create', call)
  const question = isAsked
    ? yield* transact(context, call, (transaction) => admitted(context, call, transaction, sent))
    : yield* valid(context, call, sent)
  const answer = () => answerTo(context, call, question)
  return { type: 'object', code: 201, def, object: isLong ? yield* inTurns(context, answer) : answer() }
}

/** Returns a review as admission leaves it, which sees it unanswered. */
function* admitted(
  context: WriteContext,
  call: Call,
  transaction: Transaction<KubeObject>,
  sent: KubeObject,
): Steps<KubeObject> {
  const write = { operation: 'create', call, name: '', object: sent, oldObject: undefined, transaction } as const
  const question = yield* valid(context, call, (yield* context.admission.admit(context, write)) ?? sent)
  yield* context.admission.validate(context, { ...write, object: question })
  return question
}

function* valid(context: WriteContext, { target: { def } }: Call, question: KubeObject): Steps<KubeObject> {
  const rules = ruleContext(context, def)
  const find = () => worded(def.wording, () => def.create.validate(question, rules))
  const issues = context.turns.isLong ? yield* inTurns(context, find) : find()
  // The server's message leaves out the kind.
  if (issues.length > 0) throw invalidStatus({ group: def.group, resource: '' }, '', issues)
  return question
}

function answerTo(context: WriteContext, { target: { def }, user }: Call, question: KubeObject): KubeObject {
  const review = mustHave(def.create.review, 'the answer of a kind that is a question')
  const answer = review(question, {
    now: formatTime(context.env.now()),
    user,
    accounts: context.accounts,
    authorize: context.rules?.decide ?? context.authorize,
    rules: context.rules,
    userOf: context.userOf ?? (() => undefined),
  })
  return inOrder(def, answer)
}
