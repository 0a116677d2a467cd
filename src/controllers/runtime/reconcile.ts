import { LibraryNotLoaded } from '../../base/late-library.js'
import { mustHave } from '../../base/must-have.js'
import { isPromise } from '../../base/promises.js'
import { StatusError } from '../../base/status.js'
import { isRead } from '../../registry/verb.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import { isNotedLarge } from '../../rest/write/steps.js'
import { delayOf } from './again.js'
import { isBuiltIn } from './choose.js'
import { UNCHAINED, enqueue } from './enqueue.js'
import { ControllerFault } from './faults.js'
import { noteOf, setNote } from './notes.js'
import { arm, keep, plan } from './plans.js'
import { type Task, entryId, memoriesOf, mergeTasks, timeOf, toldOf, valuesOf } from './state.js'
import type { Again, Controller, Key, Reconcile, WorkSteps, World } from './types.js'
import { type Before, ROOM, type Unfinished, type Work } from './work.js'
import type { Access } from './accesses.js'

/**
 * Runs a controller's loaded code for one key. If that needs a library which is not loaded yet, returns the promise of
 * loading it, after which the task has to run again.
 */
export function reconcile(work: Work, queued: Task, code: Reconcile): Promise<void> | undefined {
  const { key, id } = queued
  const { entries, due } = work.known
  const known = entries.get(id)
  if (known?.due !== undefined) due.delete(known.due)
  if (known) keep(work, id, { ...known, due: undefined, told: undefined })
  const task = known?.told ? { ...queued, told: toldOf([...known.told, ...valuesOf(queued.told)]) } : queued
  const before: Before = {
    tries: known?.tries ?? 0,
    planned: known?.due === undefined ? undefined : timeOf(known.due),
  }
  const { epoch, current: outer } = work
  work.current = task
  work.spent++
  try {
    const result = code(key, worldOf(work, task, known?.memory, before.tries))
    if (isPromise(result)) follow(work, task, { result, before, epoch })
    else if (work.epoch !== epoch) return undefined
    else if (result && 'next' in result) work.unfinished = { task, steps: result, before }
    else finish(work, task, result, 0)
  } catch (error) {
    if (work.epoch !== epoch) return undefined
    if (error instanceof LibraryNotLoaded) return error.load()
    fail(work, task, error, before)
  } finally {
    work.current = outer
    if (work.epoch === epoch) goLast(work, id)
  }
  return undefined
}

/**
 * Throws if the state was replaced, or the cluster closed, since an epoch: what began then must have no effect now.
 *
 * @throws Error
 */
export function mustBeCurrent(work: Work, epoch: number): void {
  if (work.epoch !== epoch)
    throw new Error('the state was replaced, or the cluster closed, since this reconciliation began')
}

/** Moves a key that its own reconciliation has woken to the end of the queue, as a workqueue does. */
function goLast({ queue }: Work, id: string): void {
  const again = queue.get(id)
  if (again && queue.delete(id)) queue.set(id, again)
}

/**
 * Continues a reconciliation of several steps while the turn has room; returns whether it has ended. If it needs a
 * library which is not loaded yet, returns the promise of loading it, after which the task has to start again.
 */
export function continueWith(work: Work, { task, steps, before }: Unfinished, room: number): boolean | Promise<void> {
  const { epoch, current: outer } = work
  work.current = task
  work.isLater ||= work.left !== work.context.store.revision()
  try {
    for (;;) {
      const { isLater } = work
      work.isLater = false
      const { done, value } = steps.next(isLater)
      if (work.epoch !== epoch) return true
      if (done) {
        work.unfinished = undefined
        finish(work, task, value, 0)
        return true
      }
      if (work.spent >= room) return false
    }
  } catch (error) {
    if (work.epoch !== epoch) return true
    work.unfinished = undefined
    if (error instanceof LibraryNotLoaded) return Promise.resolve(error.load())
    fail(work, task, error, before)
    return true
  } finally {
    work.current = outer
  }
}

/** Creates the world of a reconciliation. */
function worldOf(work: Work, { controller, key, id, stated, told }: Task, memory: unknown, tries: number): World {
  const { epoch } = work
  // The access has thirty members and is shared: there are as many worlds as reconciliations.
  return Object.assign(Object.create(work.accessOf(controller)) as Access, {
    memory,
    stated,
    noted: (name) => noteOf(work.known.notes, name),
    note(name, value) {
      mustBeCurrent(work, epoch)
      setNote(work.known.notes, name, value)
    },
    remember(value, other = key) {
      mustBeCurrent(work, epoch)
      const place = other === key ? id : entryId(controller.name, other)
      const known = work.known.entries.get(place)
      const kept = place === id ? tries : (known?.tries ?? 0)
      keep(work, place, {
        ...known,
        controller: controller.name,
        key: other,
        tries: kept,
        due: known?.due,
        memory: value,
      })
    },
    told: valuesOf(told),
    wake(other) {
      mustBeCurrent(work, epoch)
      enqueue(work, controller, other, 'built-in')
    },
    recall: (other) => work.known.entries.get(entryId(controller.name, other))?.memory,
    memories: () => memoriesOf(work.known, controller.name),
  } satisfies Omit<World, keyof Access>)
}

/** The result of an asynchronous reconciliation to come, and what it began with. */
type Pending = {
  readonly result: PromiseLike<Again | undefined | void>
  readonly before: Before
  readonly epoch: number
}

/** Tracks an asynchronous reconciliation; if its key is woken meanwhile, it is queued again at the end. */
function follow(work: Work, task: Task, pending: Pending): void {
  const { controller, id } = task
  // The restore that has abandoned it came while it ran up to its first await.
  if (work.epoch !== pending.epoch) return void pending.result.then(undefined, () => undefined)
  let abandon = () => {}
  const abandoned = new Promise<void>((resolve) => (abandon = resolve))
  const done = Promise.race([endOf(work, task, pending), abandoned])
  // It may have woken its own key before its first await.
  const own = work.queue.get(id)
  work.queue.delete(id)
  work.running.set(id, { task, next: own && { ...own, ...UNCHAINED }, done, abandon })
  // The clock waits for asynchronous built-in controllers, which never wait for time to pass.
  if (isBuiltIn(controller)) work.context.env.hold(done)
}

/** Resolves when an asynchronous reconciliation has ended; nothing follows from one of an earlier epoch. */
async function endOf(work: Work, task: Task, { result, before, epoch }: Pending): Promise<void> {
  try {
    const again = await result
    if (work.epoch === epoch) finish(work, task, again, 0)
  } catch (error) {
    if (work.epoch === epoch) await failLater(work, task, error, before)
  } finally {
    if (work.epoch === epoch) endRunning(work, task)
  }
}

/** Like {@link fail}, but a reconciliation that needs a library is started again once it is loaded. */
async function failLater(work: Work, task: Task, error: unknown, before: Before): Promise<void> {
  if (!(error instanceof LibraryNotLoaded)) return fail(work, task, error, before)
  const { epoch } = work
  try {
    await error.load()
  } catch (reason) {
    return work.epoch === epoch ? noteFault(work, task.controller, reason, task) : undefined
  }
  const underWay = work.running.get(task.id)
  if (work.epoch === epoch && underWay) underWay.next = underWay.next ? mergeTasks(task, underWay.next) : task
}

function endRunning(work: Work, { id }: Task): void {
  const { next } = mustHave(work.running.get(id), 'the reconciliation under way to end')
  work.running.delete(id)
  if (next) work.queue.set(id, next)
  void work.drain()
  arm(work)
}

function finish(
  work: Work,
  { controller, key, id, told }: Task,
  again: Again | undefined | void,
  tries: number,
  planned = Infinity,
): void {
  const asked = delayOf(again, tries, controller)
  const known = work.known.entries.get(id)
  // Fast path: most keys need no entry.
  if (asked === undefined && !known) return
  // Its own writes may have planned it for later.
  const woken = known?.due
  if (woken !== undefined) work.known.due.delete(woken)
  const latest = Math.min(asked === undefined ? Infinity : planned, woken === undefined ? Infinity : timeOf(woken))
  const wait = Math.min(asked ?? Infinity, latest - work.context.env.now())
  const due = wait === Infinity ? undefined : plan(work, id, wait)
  const memory = known?.memory
  // A key whose retries are exhausted starts afresh when it is woken next.
  const failures = asked === undefined ? 0 : tries
  const unheard = failures > 0 && told ? { told: valuesOf(told) } : {}
  keep(work, id, { controller: controller.name, key, tries: failures, due, memory, ...unheard })
}

/**
 * Retries after a refused write, no later than planned before the key was woken. Any other error is a fault that no
 * request is answered with: it is journaled and reported.
 */
function fail(work: Work, task: Task, error: unknown, { tries, planned }: Before): void {
  if (error instanceof StatusError) return finish(work, task, undefined, tries + 1, planned)
  noteFault(work, task.controller, error, task)
}

/** Reports the fault of a controller. */
export function noteFault(
  work: Work,
  controller: Controller,
  error: unknown,
  { key, woken }: { readonly key?: Key; readonly woken?: number | undefined },
): void {
  const fault = new ControllerFault(controller.name, key, error)
  work.faults.add(fault)
  work.context.failed?.(fault, woken)
}

/** Executes a call for a controller. */
export function executeFor(work: Work, call: Call, controller: Controller): Outcome {
  const { context, isDraining, drain } = work
  const outcome = context.execute(call, writerOf(work, call, controller))
  // An asynchronous reconciliation writes outside of `drain`. A read needs no drain, and must not start one: it may
  // come while controllers are being told of a change.
  if (isRead(call.target.verb)) return outcome
  work.spent += outcome.type === 'object' && isNotedLarge(outcome.object) ? ROOM : 1
  if (!isDraining) void drain()
  return outcome
}

/**
 * Like {@link executeFor}, in several turns for a write that may take long; at its next step the reconciliation is told
 * whether others have written meanwhile.
 */
export function* executeInTurnsFor(
  work: Work,
  call: Call,
  isLong: boolean,
  controller: Controller,
): WorkSteps<Outcome> {
  const steps = work.context.executeInSteps(call, isLong, writerOf(work, call, controller))
  for (;;) {
    const { done, value } = steps.next()
    if (done) {
      work.spent += value.type === 'object' && isNotedLarge(value.object) ? ROOM : 1
      return value
    }
    yield* pauseFor(work)
  }
}

/** Continues a reconciliation in a later turn. */
export function* pauseFor(work: Work): WorkSteps<void> {
  work.spent += ROOM
  if (yield) work.isLater = true
}

/** Returns the writer as the journal names it; undefined if the write is not journaled. */
function writerOf(work: Work, call: Call, controller: Controller) {
  const { name, quiet } = controller
  const current = work.current ?? waitedFor(work, controller)
  if (quiet === true || (Array.isArray(quiet) && quiet.includes(call.target.def.kind))) return undefined
  return {
    controller: name,
    ...(current && { key: current.key }),
    ...(current?.woken !== undefined && { woken: current.woken }),
  }
}

/**
 * Returns the task of a controller's asynchronous reconciliation, which writes after it has waited; undefined if there
 * are several, as a write does not tell of which of them it is.
 */
function waitedFor({ running }: Work, controller: Controller): Task | undefined {
  const [only, ...others] = [...running.values()].filter(({ task }) => task.controller === controller)
  return others.length === 0 ? only?.task : undefined
}
