import type { Call } from '../../model/call/call.js'
import { type Outcome, outcomeOf } from '../../model/call/outcome.js'
import { StatusError } from '../../base/errors/status.js'
import { CodeLoading, LibraryNotLoaded } from '../../base/turns/late-library.js'
import { type Steps, finish, finishSoon, passedOn, waitFor } from '../../base/turns/steps.js'
import { type Phases, isOutcome } from '../hooks/phases.js'
import type { Audited } from '../audit/audit.js'
import type { Note } from '../journal/note.js'
import type { Recorder } from '../journal/recorder.js'
import type { By } from '../journal/types.js'
import { isRead } from '../../model/registry/verb.js'
import { Unconverted } from '../../model/registry/storage-conversion.js'
import { underFaults } from '../../rest/faults.js'
import { callerIn, convertAhead } from '../../rest/storage-conversion.js'
import { read, write } from '../../rest/verbs.js'
import { loadForPatch } from '../../rest/write/patch.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import { refused } from '../../rest/write/warnings.js'
import { stateReplaced } from '../../store/store.js'
import type { Asked } from '../wire/handle.js'
import type { RestContext } from '../../rest/context.js'
import type { PipelineContext } from './context.js'
import { longTurn } from './long-turns.js'

/**
 * The reply to a request that timed out: a Status without its kind, as plain text, as the server's outermost filter
 * writes it.
 */
const TIMED_OUT: Outcome = {
  type: 'document',
  code: 504,
  body: '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
}

/** Returns the outcome of a call that was under way when the state was replaced. */
const overtaken = (): Outcome => outcomeOf(stateReplaced())

/** What a call is made by: its journal entry, and the HTTP request, if it is one. */
type Source = { readonly note: Note; readonly raw?: Asked }

/** Processes a call: hooks before it, its verb in one transaction, hooks after it. */
function* perform(context: PipelineContext, call: Call, source: Source): Steps<Outcome> {
  const { phases, recorder, store } = context
  const { note } = source
  const epoch = store.epoch()
  note.call = call
  const before = phases.before(call)
  const asked = before instanceof Promise ? yield* waitFor(before) : before
  if (asked !== call && isOutcome(asked)) return asked
  const isReading = isRead(asked.target.verb)
  const preparation = preparationFor(context, asked, note, isReading)
  if (preparation) yield preparation
  const earlier = context.following()
  if (earlier) yield earlier
  const hasWaited = before instanceof Promise || preparation !== undefined || earlier !== undefined
  if (hasWaited && store.epoch() !== epoch) return overtaken()
  if (asked !== call) note.done = asked
  let outcome: Outcome
  let reactions: Promise<void> | undefined
  if (isReading) {
    let found = readNoted(context, asked, note)
    while (found instanceof Unconverted) {
      // Stored after what was there had been converted.
      const { conversion, object } = found
      yield recorder.during(note, () => conversion.read([object], callerIn(context)))
      if (store.epoch() !== epoch) return overtaken()
      found = readNoted(context, asked, note)
    }
    outcome = found
    reactions = context.hasRead()
  } else {
    const isLong = asked.body?.long && !asked.faults
    if (isLong) yield
    const { outcome: made, hasPaused } = yield* written(context, asked, note)
    outcome = made
    // A turn that has done enough leaves what follows to the next one.
    const isLate = isLong || hasPaused
    reactions = isLate
      ? (context.committed({ inNextTurn: true }) ?? context.env.turn())
      : context.committed(answerable(asked, source, made))
  }
  context.requestDone()
  if (reactions) yield reactions
  const { deprecation } = asked.target.def.discovery
  if (deprecation !== undefined) outcome = { ...outcome, warnings: [deprecation, ...(outcome.warnings ?? [])] }
  const after = phases.after(asked, outcome)
  return after instanceof Promise ? yield* waitFor(after) : after
}

/** Tells that a write can be answered before what follows from it, unless it is of a large object, which takes long. */
function answerable({ target }: Call, { raw }: Source, made: Outcome): Parameters<PipelineContext['committed']>[0] {
  if (!raw?.sent || (made.type === 'object' && isNotedLarge(made.object))) return {}
  return { after: { kind: target.def.kind, sent: raw.sent } }
}

/** Reads as the work of `note`; returns what a webhook has to convert first, if anything. */
function readNoted(context: PipelineContext, call: Call, note: Note): Outcome | Unconverted {
  try {
    return context.recorder.during(note, () => executeRead(context, call))
  } catch (error) {
    if (error instanceof Unconverted) return error
    throw error
  }
}

/**
 * Executes a write, each step of which is recorded as the work of `note`; once more from the start, with the same names
 * and uids, when code that it turned out to need is loaded.
 */
function* written(
  context: PipelineContext,
  call: Call,
  note: Note | undefined,
): Steps<{ readonly outcome: Outcome; readonly hasPaused: boolean }> {
  const { recorder, store, env } = context
  let faulty: RestContext | undefined
  let hasPaused = false
  for (;;) {
    const draws = env.draws()
    try {
      let steps: Steps<Outcome> | undefined
      let next = () => {
        if (call.faults) faulty ??= underFaults(context, call, call.faults)
        steps = write(faulty ?? context, call)
        return steps.next()
      }
      for (;;) {
        const step = note ? recorder.during(note, next) : next()
        if (step.done) return { outcome: step.value, hasPaused }
        // What a write waits for goes on in a turn of its own, which has done nothing yet.
        hasPaused ||= step.value === undefined
        draws.pause()
        const epoch = store.epoch()
        if (steps) next = yield* passedOn(steps, step.value)
        draws.goOn()
        if (store.epoch() !== epoch) return { outcome: overtaken(), hasPaused }
      }
    } catch (error) {
      if (!(error instanceof LibraryNotLoaded)) throw error
      draws.putBack()
      const epoch = store.epoch()
      const loading = CodeLoading.resolve(error.load())
      // Code is loaded in real time, in which a virtual clock must not run away from the write.
      env.hold(loading)
      yield loading
      hasPaused = true
      if (store.epoch() !== epoch) return { outcome: overtaken(), hasPaused }
    }
  }
}

/** Returns what a call has to wait for before it is executed, in a turn of its own; undefined if nothing. */
function preparationFor(
  context: PipelineContext,
  call: Call,
  note: Note,
  isReading: boolean,
): Promise<void> | undefined {
  const { verb, def, subresource } = call.target
  const { conversion } = def.storage
  // A webhook is asked again about an object that it has failed to convert, also for a write.
  if (conversion && (isReading || verb === 'deletecollection' || (conversion.byWebhook && verb !== 'create'))) {
    const converting = context.recorder.during(note, () =>
      convertAhead(context, call.target, () => longTurn(context.env, note)),
    )
    if (converting) return converting
  }
  if (isReading) return undefined
  const changes = verb === 'update' || verb === 'patch' ? def.update.ready(subresource) : undefined
  const patch = verb === 'patch' ? loadForPatch(call) : undefined
  const { accounts } = context
  const act = def.subresources[subresource]?.act
  // To sign takes milliseconds, so it has a turn.
  const signing = act?.signs && Promise.all([accounts.load(), act.signs()])
  const judging = def.create.judgesTokens && accounts.load()
  // The result of a patch or an update may have what its body has not.
  const reading = def.ready?.(verb === 'create' ? call.body?.value : undefined)
  const waits = [reading, changes, patch, signing ?? judging]
  if (!waits.some(Boolean)) return undefined
  const prepared = Promise.all(waits).then(() => longTurn(context.env, note))
  // Code is loaded in real time, in which a virtual clock must not run away from the request.
  context.env.hold(prepared)
  return prepared
}

/**
 * Processes a call of an HTTP request, with a timeout in milliseconds: a call that a hook holds until then is no longer
 * executed.
 */
export const performWithin = (
  context: PipelineContext,
  ms: number | undefined,
  call: Call,
  source: Source,
): Steps<Outcome> => (ms === undefined ? perform(context, call, source) : performTimed(context, ms, call, source))

function* performTimed(context: PipelineContext, ms: number, call: Call, source: Source): Steps<Outcome> {
  const { env } = context
  let isOver = false
  const phases: Phases = {
    ...context.phases,
    before: (given) => {
      const before = context.phases.before(given)
      return before instanceof Promise ? before.then((result) => (isOver ? TIMED_OUT : result)) : before
    },
  }
  const steps = perform({ ...context, phases }, { ...call, timeout: ms }, source)
  const outcome = finishSoon(steps, () => longTurn(env, source.note))
  if (!(outcome instanceof Promise)) return outcome
  const timeout = new Promise<Outcome>((resolve) => {
    const cancel = env.setTimer(() => {
      isOver = true
      resolve(TIMED_OUT)
    }, ms)
    outcome.finally(cancel).catch(() => undefined)
  })
  return yield* waitFor(Promise.race([outcome, timeout]))
}

/** Processes a call that did not come over HTTP, including hooks, with a journal entry of its own. */
export function performCall(context: PipelineContext, call: Call, ms?: number): Outcome | Promise<Outcome> {
  const { recorder, access, env } = context
  const records = recordsOf(context, call, recorder.call(call))
  const { note } = records
  let outcome: Outcome | Promise<Outcome>
  try {
    access?.needed().passCall(call, note)
    outcome = finishSoon(performWithin(context, ms, call, { note }), () => longTurn(env, note))
  } catch (error) {
    outcome = failed(records, error)
  }
  return outcome instanceof Promise ? endedLater(records, outcome) : ended(records, outcome)
}

/** What is recorded of a call that did not come over HTTP. */
type Records = { readonly recorder: Recorder; readonly note: Note; readonly audited: Audited | undefined }

function recordsOf({ recorder, audit, env }: PipelineContext, call: Call, note: Note): Records {
  const audited = audit?.needed().openCall(call, { note, auditId: env.requestId(), now: env.now })
  audited?.authenticated(call.user)
  return { recorder, note, audited }
}

const endedLater = (records: Records, outcome: Promise<Outcome>): Promise<Outcome> =>
  outcome.catch((error: unknown) => failed(records, error)).then((made) => ended(records, made))

function ended({ recorder, note, audited }: Records, outcome: Outcome): Outcome {
  recorder.end(note, outcome)
  return audited ? audited.respond(outcome) : outcome
}

/** Returns the outcome of a call that was refused before its verb began; any other error is a fault. */
function failed(records: Records, error: unknown): Outcome {
  if (error instanceof StatusError) return outcomeOf(error)
  fault(records, error)
  throw error
}

function fault({ recorder, note, audited }: Records, error: unknown): void {
  recorder.fault(note, error)
  audited?.panic(error)
}

/** Executes a call without the hooks for requests and replies, at once and without a journal entry. */
export const executeAtOnce = (context: PipelineContext, call: Call): Outcome =>
  isRead(call.target.verb) ? readAtOnce(context, call) : finish(written(context, call, undefined)).outcome

/**
 * Executes a write without the hooks for requests and replies, in steps: one per event-loop turn if it is long
 * (`isLong` if that is known). Without `by` it is not journaled.
 */
export function* executeInSteps(
  context: PipelineContext,
  call: Call,
  isLong: boolean,
  by: By | undefined,
): Steps<Outcome> {
  const { recorder } = context
  const access = context.access?.needed()
  const records = by && recordsOf(context, call, recorder.call(call, by))
  const note = records?.note
  const refusal = access && orRefusal(() => access.passCall(call, note))
  if (refusal) return records ? ended(records, refusal) : refusal
  let outcome: Outcome | undefined
  let hasFailed = false
  try {
    const long = isLong && call.body ? { ...call, body: { ...call.body, long: true } } : call
    ;({ outcome } = yield* written(context, long, note))
    return outcome
  } catch (error) {
    if (records) fault(records, error)
    hasFailed = true
    throw error
  } finally {
    // What still waits when the state is replaced has no effect on the new one.
    if (records && !hasFailed) ended(records, outcome ?? overtaken())
  }
}

/** Does a check; returns the outcome of a call that it refuses. */
function orRefusal(check: () => void): Outcome | undefined {
  try {
    return void check()
  } catch (error) {
    if (error instanceof StatusError) return outcomeOf(error)
    throw error
  }
}

/** Reads for who cannot wait for a webhook: what it has not converted is refused. */
function readAtOnce(context: PipelineContext, call: Call): Outcome {
  try {
    return executeRead(context, call)
  } catch (error) {
    return refused(error)
  }
}

function executeRead(context: PipelineContext, call: Call): Outcome {
  try {
    return read(call.faults ? underFaults(context, call, call.faults) : context, call)
  } catch (error) {
    if (error instanceof Unconverted) throw error
    return refused(error)
  }
}
