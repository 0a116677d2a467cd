import type { Call } from '../../model/call/call.js'
import { type Outcome, outcomeOf } from '../../model/call/outcome.js'
import { StatusError } from '../../base/errors/status.js'
import { LibraryNotLoaded } from '../../base/turns/late-library.js'
import { type Steps, finish, passedOn, resumption, waitFor } from '../../base/turns/steps.js'
import { type Phases, isOutcome } from '../hooks/phases.js'
import type { Note } from '../journal/note.js'
import type { By } from '../journal/types.js'
import { subresourceOf } from '../../model/registry/subresource-of.js'
import { isRead } from '../../model/registry/verb.js'
import { Unconverted } from '../../model/registry/storage-conversion.js'
import { underFaults } from '../../rest/faults.js'
import { callerIn, convertAhead } from '../../rest/storage-conversion.js'
import { read, write } from '../../rest/verbs.js'
import { loadForPatch } from '../../rest/write/patch.js'
import { refused } from '../../rest/write/warnings.js'
import { stateReplaced } from '../../store/epoch.js'
import { TIMED_OUT } from '../wire/timeout.js'
import type { PipelineContext } from './context.js'
import { longTurn } from './long-turns.js'
import { later } from '../../base/turns/later.js'

/** Returns the outcome of a call that was under way when the state was replaced. */
const overtaken = (): Outcome => outcomeOf(stateReplaced())

/** Processes a call: hooks before it, its verb in one transaction, hooks after it. Its journal entry is `note`. */
function performNoted(context: PipelineContext, call: Call, note: Note): Outcome | Promise<Outcome> {
  const { phases, recorder, store } = context
  const epoch = store.epoch()
  note.call = call
  const react = (result: Call, outcome: Outcome, reactions: Promise<void> | undefined): Outcome | Promise<Outcome> => {
    const end = () => phases.after(result, withDeprecation(result, outcome))
    return reactions ? reactions.then(end) : end()
  }
  const work = (result: Call): Outcome | Promise<Outcome> => {
    if (store.epoch() !== epoch) return overtaken()
    if (result !== call) note.done = result
    if (isRead(result.target.verb)) {
      let outcome: Outcome
      try {
        outcome = recorder.during(note, () => executeRead(context, result))
      } catch (error) {
        if (!(error instanceof Unconverted)) throw error
        // Stored after what was there had been converted.
        const { conversion, object } = error
        return recorder.during(note, () => conversion.read([object], callerIn(context))).then(() => work(result))
      }
      return react(result, outcome, reactionsTo(context, result))
    }
    const steps = executeWrite(context, result)
    const isLong = result.body?.long && !result.faults
    const first = isLong ? undefined : recorder.during(note, () => steps.next())
    if (first?.done) return react(result, first.value, reactionsTo(context, result))
    return inTurns(context, steps, first, note).then((found) =>
      // This turn has done enough: controllers start in the next one.
      react(result, found, context.committed({ inNextTurn: true }) ?? context.env.turn()),
    )
  }
  return later(phases.before(call), (result) => {
    if (isOutcome(result)) return result
    const waiting = preparationFor(context, result, note)
    return waiting ? waiting.then(() => work(result)) : work(result)
  })
}

/**
 * Lets controllers react to a write, or do more of what earlier requests have left; returns what the reply waits for.
 * What else they have to do while something is read is due to a request of several turns, which has them do it at its
 * end.
 */
function reactionsTo({ committed, hasRead }: PipelineContext, { target: { verb } }: Call): Promise<void> | undefined {
  return isRead(verb) ? hasRead() : committed()
}

/** Returns what a call has to wait for before it is executed, in a turn of its own; undefined if nothing. */
function preparationFor(context: PipelineContext, call: Call, note: Note): Promise<void> | undefined {
  const { verb, def } = call.target
  if (isRead(verb) || verb === 'deletecollection') {
    const converting = context.recorder.during(note, () =>
      convertAhead(context, call.target, () => longTurn(context.env, note)),
    )
    if (converting || isRead(verb)) return converting
  }
  const changes = verb === 'update' || verb === 'patch' ? def.update.ready() : undefined
  const waits = [def.ready?.(), changes, loadForPatch(call), keyFor(context, call)].filter((one) => one !== undefined)
  if (waits.length === 0) return undefined
  const prepared = Promise.all(waits).then(() => longTurn(context.env, note))
  // Code is loaded in real time, in which a virtual clock must not run away from the request.
  context.env.hold(prepared)
  return prepared
}

/** Returns what a call that signs or verifies tokens has to wait for. To sign takes milliseconds, so it has a turn. */
function keyFor({ accounts }: PipelineContext, { target: { def, subresource } }: Call): Promise<void> | undefined {
  if (subresourceOf(def, subresource).act?.signs) return Promise.resolve(accounts.load())
  return def.create.judgesTokens ? accounts.load() : undefined
}

/**
 * Processes a call of an HTTP request, with a timeout in milliseconds: a call that a hook holds until then is no longer
 * executed.
 */
export function performWithin(
  context: PipelineContext,
  ms: number | undefined,
  call: Call,
  note: Note,
): Outcome | Promise<Outcome> {
  if (ms === undefined) return performNoted(context, call, note)
  let isOver = false
  const phases: Phases = {
    ...context.phases,
    before: (given) => later(context.phases.before(given), (result) => (isOver ? TIMED_OUT : result)),
  }
  const outcome = performNoted({ ...context, phases }, { ...call, timeout: ms }, note)
  if (!(outcome instanceof Promise)) return outcome
  return new Promise((resolve, reject) => {
    const cancel = context.env.setTimer(() => {
      isOver = true
      resolve(TIMED_OUT)
    }, ms)
    outcome.then(resolve, reject).finally(cancel)
  })
}

/** Processes a call that did not come over HTTP, including hooks, with a journal entry of its own. */
export function performCall(context: PipelineContext, call: Call, ms?: number): Outcome | Promise<Outcome> {
  const { recorder } = context
  const note = recorder.call(call)
  const end = (outcome: Outcome): Outcome => {
    recorder.end(note, outcome)
    return outcome
  }
  const fail = (error: unknown): never => {
    recorder.fault(note, error)
    throw error
  }
  try {
    context.access?.needed().passCall(call, note)
    const outcome = performWithin(context, ms, call, note)
    return outcome instanceof Promise ? outcome.then(end, fail) : end(outcome)
  } catch (error) {
    return error instanceof StatusError ? end(outcomeOf(error)) : fail(error)
  }
}

/** Executes a call without the hooks for requests and replies, at once and without a journal entry. */
export const executeAtOnce = (context: PipelineContext, call: Call): Outcome =>
  isRead(call.target.verb) ? readAtOnce(context, call) : finish(executeWrite(context, call))

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
  const { recorder, store } = context
  const access = context.access?.needed()
  const note = by ? recorder.call(call, by) : undefined
  const epoch = store.epoch()
  const refusal = access && orRefusal(() => access.passCall(call, note))
  if (refusal) {
    if (note) recorder.end(note, refusal)
    return refusal
  }
  const steps = executeWrite(context, isLong && call.body ? { ...call, body: { ...call.body, long: true } } : call)
  // What waits when the state is replaced has no effect on the new one.
  let outcome: Outcome | undefined = overtaken()
  try {
    for (let next = () => steps.next(); ;) {
      const step = note ? recorder.during(note, next) : next()
      if (step.done) return (outcome = step.value)
      next = yield* passedOn(steps, step.value)
      if (store.epoch() !== epoch) return outcome
    }
  } catch (error) {
    if (note) recorder.fault(note, error)
    outcome = undefined
    throw error
  } finally {
    if (note && outcome) recorder.end(note, outcome)
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

/** Goes on with the steps of a call, while other requests are answered in between. */
async function inTurns(
  context: PipelineContext,
  steps: Steps<Outcome>,
  first: ReturnType<typeof steps.next> | undefined,
  note: Note,
): Promise<Outcome> {
  const { recorder, env, store } = context
  const epoch = store.epoch()
  for (let waited = first?.done ? undefined : first?.value; ;) {
    const resume = await resumption(steps, waited, () => longTurn(env, note))
    if (store.epoch() !== epoch) return overtaken()
    const step = recorder.during(note, resume)
    if (step.done) return step.value
    waited = step.value
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

/** Executes a write; once more from the start when code that it turned out to need is loaded. */
function* executeWrite(context: PipelineContext, call: Call): Steps<Outcome> {
  const during = call.faults ? underFaults(context, call, call.faults) : context
  for (;;)
    try {
      return yield* write(during, call)
    } catch (error) {
      if (!(error instanceof LibraryNotLoaded)) throw error
      const loading = Promise.resolve(error.load())
      // Code is loaded in real time, in which a virtual clock must not run away from the write.
      context.env.hold(loading)
      yield* waitFor(loading)
    }
}

function withDeprecation({ target: { def } }: Call, outcome: Outcome): Outcome {
  if (def.discovery.deprecation === undefined) return outcome
  return { ...outcome, warnings: [def.discovery.deprecation, ...(outcome.warnings ?? [])] }
}
