import { LibraryNotLoaded } from '../../base/turns/late-library.js'
import { mustHave } from '../../base/must-have.js'
import { isPromise } from '../../base/turns/promises.js'
import { StatusError } from '../../base/errors/status.js'
import { nextTime } from './again.js'
import { isBuiltIn } from '../choose.js'
import { UNCHAINED, enqueue } from './enqueue.js'
import { ControllerFault } from './faults.js'
import { noteOf, setNote } from './notes.js'
import { arm, keep, plan } from './plans.js'
import { type Task, entryId, memoriesOf, mergeTasks, timeOf, toldOf, valuesOf } from './state.js'
import type { Again, Controller, Key, Reconcile, World } from './types.js'
import type { Before, Instant, Unfinished, Work } from './work.js'
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
    instant: createInstant(work.context),
    tries: known?.tries ?? 0,
    planned: known?.due === undefined ? undefined : timeOf(known.due),
  }
  const { epoch, current: outer } = work
  work.current = task
  work.spent++
  try {
    const result = code(key, worldOf(work, task, known?.memory, before))
    if (isPromise(result)) follow(work, task, { result, before, epoch })
    else if (work.epoch !== epoch) return undefined
    else if (result && 'next' in result) work.unfinished = { task, steps: result, before }
    else succeed(work, task, result, before)
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
        succeed(work, task, value, before)
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

/** Creates the clock of a reconciliation that begins: read again after slow work, a time ahead would be past. */
function createInstant({ env }: Work['context']): Instant {
  const began = env.now()
  let hasWaited = false
  return { now: () => (hasWaited ? env.now() : began), isOver: () => void (hasWaited = true) }
}

/** Creates the world of a reconciliation. */
function worldOf(
  work: Work,
  { controller, key, id, stated, told }: Task,
  memory: unknown,
  { tries, instant }: Before,
): World {
  const { epoch } = work
  // The access has thirty members and is shared: there are as many worlds as reconciliations.
  return Object.assign(Object.create(work.accessOf(controller)) as Access, {
    now: instant.now,
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
  } satisfies Omit<World, Exclude<keyof Access, 'now'>>)
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
  pending.before.instant.isOver()
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
    if (work.epoch === epoch) succeed(work, task, again, before)
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

const succeed = (work: Work, task: Task, again: Again | undefined | void, { instant }: Before): void =>
  finish(work, task, again, { now: instant.now(), tries: 0, planned: undefined })

/** How often in a row a controller may ask to be called again at once for a key, after which it counts as looping. */
const MOST_AT_ONCE = 200
const AT_ONCE = `it asked ${MOST_AT_ONCE} times in a row to be called again at once, and so on without an end: give the time until there is something to do`

/** The end of a reconciliation: its time, how many have failed in a row, and when the next was planned before it. */
type End = { readonly now: number } & Pick<Before, 'tries' | 'planned'>

function finish(
  work: Work,
  task: Task,
  again: Again | undefined | void,
  { now, tries, planned = Infinity }: End,
): void {
  const { controller, key, id, told } = task
  const known = work.known.entries.get(id)
  const wanted = nextTime(again, { now, tries }, controller)
  const atOnce = wanted !== undefined && wanted <= now ? (known?.atOnce ?? 0) + 1 : 0
  if (atOnce > MOST_AT_ONCE) noteFault(work, controller, new Error(AT_ONCE), task)
  const asked = atOnce > MOST_AT_ONCE ? undefined : wanted
  // Fast path: most keys need no entry.
  if (asked === undefined && !known) return
  // Its own writes may have planned it for later.
  const woken = known?.due
  if (woken !== undefined) work.known.due.delete(woken)
  const first = asked === undefined ? Infinity : Math.min(asked, planned)
  const time = Math.min(first, woken === undefined ? Infinity : timeOf(woken))
  const due = time === Infinity ? undefined : plan(work, id, time)
  const memory = known?.memory
  // A key whose retries are exhausted starts afresh when it is woken next.
  const failures = asked === undefined ? 0 : tries
  const unheard = failures > 0 && told ? { told: valuesOf(told) } : {}
  const hasty = asked !== undefined && atOnce > 0 ? { atOnce } : {}
  keep(work, id, { controller: controller.name, key, tries: failures, due, memory, ...unheard, ...hasty })
}

/**
 * Retries after a refused write, no later than planned before the key was woken. Any other error is a fault that no
 * request is answered with: it is journaled and reported.
 */
function fail(work: Work, task: Task, error: unknown, { tries, planned }: Before): void {
  const now = work.context.env.now()
  if (error instanceof StatusError) return finish(work, task, undefined, { now, tries: tries + 1, planned })
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
