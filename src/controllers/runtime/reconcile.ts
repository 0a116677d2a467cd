import { LibraryNotLoaded } from '../../base/late-library.js'
import { mustHave } from '../../base/must-have.js'
import { StatusError } from '../../base/status.js'
import { isRead } from '../../registry/verb.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import { isNotedLarge } from '../../rest/write/steps.js'
import { delayOf } from './again.js'
import { isBuiltIn } from './choose.js'
import { enqueue } from './enqueue.js'
import { ControllerFault } from './faults.js'
import { arm, keep, plan } from './plans.js'
import { type Task, entryId, memoriesOf, noteValue, timeOf, valuesOf } from './state.js'
import type { Again, Controller, Key, Reconcile, WorkSteps, World } from './types.js'
import { type Before, ROOM, type Unfinished, type Work } from './work.js'
import type { Access } from './accesses.js'

/**
 * Has a controller, whose code is there, do what is to be done for one key. Where that needs a library that is not
 * there yet, it is to be done again once that has loaded, which is returned.
 */
export function reconcile(work: Work, task: Task, code: Reconcile): Promise<void> | undefined {
  const { key, id } = task
  const { entries, due } = work.known
  const known = entries.get(id)
  if (known?.due !== undefined) due.delete(known.due)
  if (known) keep(work, id, { ...known, due: undefined })
  const before: Before = {
    tries: known?.tries ?? 0,
    planned: known?.due === undefined ? undefined : timeOf(known.due),
  }
  const outer = work.current
  work.current = task
  work.spent++
  try {
    const result = code(key, worldOf(work, task, known?.memory, before.tries))
    if (result instanceof Promise) follow(work, task, result, before)
    else if (result && 'next' in result) work.unfinished = { task, steps: result, before }
    else finish(work, task, result, 0)
  } catch (error) {
    if (error instanceof LibraryNotLoaded) return error.load()
    fail(work, task, error, before)
  } finally {
    work.current = outer
    goLast(work, id)
  }
  return undefined
}

/** A key that its own reconciliation has woken waits for all else that has been woken meanwhile, as in a workqueue. */
function goLast({ queue }: Work, id: string): void {
  const again = queue.get(id)
  if (again && queue.delete(id)) queue.set(id, again)
}

/** Goes on with a reconciliation of several steps for as long as the turn has room; tells whether it has ended. */
export function continueWith(work: Work, { task, steps, before }: Unfinished, room: number): boolean {
  const outer = work.current
  work.current = task
  work.isLater ||= work.left !== work.context.store.revision()
  try {
    for (;;) {
      const { isLater } = work
      work.isLater = false
      const { done, value } = steps.next(isLater)
      if (done) {
        work.unfinished = undefined
        finish(work, task, value, 0)
        return true
      }
      if (work.spent >= room) return false
    }
  } catch (error) {
    work.unfinished = undefined
    fail(work, task, error, before)
    return true
  } finally {
    work.current = outer
  }
}

/** What a reconciliation sees and does. */
function worldOf(work: Work, { controller, key, id, stated, told }: Task, memory: unknown, tries: number): World {
  // The access has thirty members, and there are as many worlds as reconciliations.
  return Object.assign(Object.create(work.accessOf(controller)) as Access, {
    memory,
    stated,
    noted: (name) => work.known.notes.get(name),
    note: (name, value) => noteValue(work.known, name, value),
    remember(value, other = key) {
      const place = other === key ? id : entryId(controller.name, other)
      const known = work.known.entries.get(place)
      const kept = place === id ? tries : (known?.tries ?? 0)
      keep(work, place, { controller: controller.name, key: other, tries: kept, due: known?.due, memory: value })
    },
    told: told ? valuesOf(told) : NOTHING,
    wake: (other) => enqueue(work, controller, other, 'built-in'),
    recall: (other) => work.known.entries.get(entryId(controller.name, other))?.memory,
    memories: () => memoriesOf(work.known, controller.name),
  } satisfies Omit<World, keyof Access>)
}

const NOTHING: readonly unknown[] = []

/** A reconciliation that takes its time; wakes of its key wait for its end. */
function follow(work: Work, task: Task, result: Promise<Again | undefined | void>, before: Before): void {
  const { controller, key, id } = task
  const done = result
    .then(
      (again) => finish(work, task, again, 0),
      (error: unknown) => fail(work, task, error, before),
    )
    .then(() => {
      const { woken } = mustHave(work.running.get(id), 'the reconciliation under way to end')
      work.running.delete(id)
      if (woken) enqueue(work, controller, key, 'built-in')
      void work.drain()
      arm(work)
    })
  // It may have woken its own key before it first waited.
  work.running.set(id, { woken: work.queue.delete(id), done })
  // Time waits for those that wait for no time themselves.
  if (isBuiltIn(controller)) work.context.env.hold(done)
}

function finish(
  work: Work,
  { controller, key, id }: Task,
  again: Again | undefined | void,
  tries: number,
  planned = Infinity,
): void {
  const asked = delayOf(again, tries, controller)
  const known = work.known.entries.get(id)
  // Most keys are done with.
  if (asked === undefined && !known) return
  // What it did may have woken it for later.
  const woken = known?.due
  if (woken !== undefined) work.known.due.delete(woken)
  const latest = Math.min(asked === undefined ? Infinity : planned, woken === undefined ? Infinity : timeOf(woken))
  const wait = Math.min(asked ?? Infinity, latest - work.context.env.now())
  const due = wait === Infinity ? undefined : plan(work, id, wait)
  const memory = known?.memory
  // A key that is given up is forgotten: what wakes it next is tried as often as the first was.
  keep(work, id, { controller: controller.name, key, tries: asked === undefined ? 0 : tries, due, memory })
}

/**
 * A refused write is tried again, and not later than was planned before something else woke its key. Anything else is a
 * fault and nobody's request: it is in the journal, and whoever waits is told.
 */
function fail(work: Work, task: Task, error: unknown, { tries, planned }: Before): void {
  if (error instanceof StatusError) return finish(work, task, undefined, tries + 1, planned)
  noteFault(work, task.controller, error, task)
}

/** Notes what a controller did wrong. */
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

/** Does what a controller asks. */
export function executeFor(work: Work, call: Call, controller: Controller): Outcome {
  const { context, isDraining, drain } = work
  const outcome = context.execute(call, writerOf(work, call, controller))
  // A reconciliation that has gone on without us writes outside any run of everything. What only reads may be asked
  // while a change is told.
  if (isRead(call.target.verb)) return outcome
  work.spent += outcome.type === 'object' && isNotedLarge(outcome.object) ? ROOM : 1
  if (!isDraining) void drain()
  return outcome
}

/**
 * The same of a write that may be long, in turns: at the next step after them a reconciliation is told whether others
 * have written.
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

/** Leaves the rest of a reconciliation to another turn. */
export function* pauseFor(work: Work): WorkSteps<void> {
  work.spent += ROOM
  if (yield) work.isLater = true
}

/** Whom the journal names as the writer; nobody where it is not to have the write. */
function writerOf({ current }: Work, call: Call, { name, quiet }: Controller) {
  if (quiet === true || (Array.isArray(quiet) && quiet.includes(call.target.def.kind))) return undefined
  return {
    controller: name,
    ...(current && { key: current.key }),
    ...(current?.woken !== undefined && { woken: current.woken }),
  }
}
