import { forCaller } from '../../base/errors/call-site.js'
import { CodeLoading, LibraryNotLoaded } from '../../base/turns/late-library.js'
import { mustHave } from '../../base/must-have.js'
import { isPromise } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'
import { isBuiltIn } from '../built-in.js'
import { enqueue } from './enqueue.js'
import { type Answer, WriteWaits, atOnce } from './execute.js'
import { ControllerFault } from './faults.js'
import { noteOf, setNote } from './notes.js'
import { arm, keep, plan } from './plans.js'
import { beginAgain, noteRunning, setAside } from './set-aside.js'
import { type Task, entryId, memoriesOf, mergeTasks, timeOf, toldOf, valuesOf } from './state.js'
import { createWrites } from './writes.js'
import type { Again, Work as Code, Controller, Key, Reader, World, WorldInSteps, Writes } from './types.js'
import type { Before, Instant, Unfinished, Work } from './work.js'
import { parseDuration } from '../../base/time/time.js'

/**
 * Runs a controller's loaded code for one key. If that needs a library which is not loaded yet, returns the promise of
 * loading it, after which the task has to run again.
 */
export function reconcile(work: Work, queued: Task, code: Code): Promise<void> | undefined {
  const { id } = queued
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
    const result = begin(work, code, task, known?.memory, before)
    if (isPromise(result)) follow(work, task, { result, before, epoch })
    else if (work.epoch !== epoch) return undefined
    else if (result && 'next' in result) work.unfinished = { task, steps: result, before }
    else succeed(work, task, result, before)
  } catch (error) {
    if (work.epoch !== epoch) return undefined
    if (error instanceof LibraryNotLoaded) return error.load()
    if (error instanceof WriteWaits) beginAgain(work, task, error)
    else fail(work, task, error, before)
  } finally {
    work.current = outer
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

/** Calls the code of a controller. */
function begin(work: Work, code: Code, task: Task, memory: unknown, before: Before) {
  const { reader, of } = work.accesses
  const access = of(task.controller)
  const keeping = keepingOf(work, task, memory, before)
  // What is shared has forty members: there are as many worlds as reconciliations.
  const over = <W>(shared: object): W => Object.create(shared) as W // a world once the other members are assigned
  if (!('reconcile' in code)) return code.reconcileInSteps(task.key, Object.assign(over<WorldInSteps>(access), keeping))
  const known = work.answers.get(task.id)
  if (known) known.given = 0
  const made = createWrites(access, (what, steps) => atOnce(work, task, what, steps))
  return code.reconcile(task.key, Object.assign(over<World>(reader), made, { beat: access.beat }, keeping))
}

/**
 * Continues a reconciliation of several steps while the turn has room; returns whether it has ended. If it needs a
 * library which is not loaded yet, returns the promise of loading it, after which it goes on if it is still unfinished,
 * and otherwise has to start again.
 */
export function continueWith(
  work: Work,
  { task, steps, before, resume }: Unfinished,
  room: number,
): boolean | Promise<void> {
  const { epoch, current: outer } = work
  work.current = task
  work.isLater ||= work.left !== work.context.store.revision()
  const next = () => {
    const { isLater } = work
    work.isLater = false
    return steps.next(isLater as never) // as work in steps expects that asks for it
  }
  try {
    for (let step = resume ?? next; ; step = next) {
      const { done, value } = step()
      if (work.epoch !== epoch) return true
      if (value instanceof CodeLoading) {
        work.unfinished = { task, steps, before }
        return value
      }
      if (done || value) work.unfinished = undefined
      if (done) succeed(work, task, value, before)
      else if (value) setAside(work, { task, steps, before }, value)
      if (done || value) return true
      if (work.spent >= room) return false
    }
  } catch (error) {
    if (work.epoch !== epoch) return true
    work.unfinished = undefined
    if (error instanceof LibraryNotLoaded) return Promise.resolve(error.load())
    if (error instanceof WriteWaits) beginAgain(work, task, error)
    else fail(work, task, error, before)
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

/** The members of a world that belong to one reconciliation. */
function keepingOf(
  work: Work,
  { controller, key, id, stated, told }: Task,
  memory: unknown,
  { tries, instant }: Before,
): Omit<World, keyof Writes<'at once'> | Exclude<keyof Reader, 'now'> | 'beat'> {
  const { epoch } = work
  return {
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
      const entry = known ?? { controller: controller.name, key: other, tries: kept, due: undefined, memory: value }
      keep(work, place, known ? { ...entry, key: other, tries: kept, memory: value } : entry)
    },
    told: valuesOf(told),
    wake(other) {
      mustBeCurrent(work, epoch)
      enqueue(work, controller, other, 'built-in')
    },
    recall: (other) => work.known.entries.get(entryId(controller.name, other))?.memory,
    memories: () => memoriesOf(work.known, controller.name),
  }
}

/** The result of an asynchronous reconciliation to come, and what it began with. */
type Pending = {
  readonly result: PromiseLike<Again | undefined | void>
  readonly before: Before
  readonly epoch: number
}

/** Tracks an asynchronous reconciliation; if its key is woken meanwhile, it is queued again at the end. */
function follow(work: Work, task: Task, pending: Pending): void {
  const { controller } = task
  pending.before.instant.isOver()
  // The restore that has abandoned it came while it ran up to its first await.
  if (work.epoch !== pending.epoch) return void pending.result.then(undefined, () => undefined)
  let abandon = () => {}
  const abandoned = new Promise<void>((resolve) => (abandon = resolve))
  const done = Promise.race([endOf(work, task, pending), abandoned])
  noteRunning(work, task, { done, abandon })
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

/**
 * Like {@link fail}, but a reconciliation that needs a library, or whose write waits, is started again once that is
 * there.
 */
async function failLater(work: Work, task: Task, error: unknown, before: Before): Promise<void> {
  if (!(error instanceof LibraryNotLoaded || error instanceof WriteWaits)) return fail(work, task, error, before)
  const { epoch } = work
  let answer: Answer | undefined
  try {
    if (error instanceof WriteWaits) answer = await error.made
    else await error.load()
  } catch (reason) {
    return work.epoch === epoch ? noteFault(work, task.controller, reason, task) : undefined
  }
  const underWay = work.running.get(task.id)
  if (work.epoch !== epoch || !underWay) return
  if (answer) work.answers.get(task.id)?.all.push(answer)
  underWay.next = mergeTasks(task, underWay.next)
}

function endRunning(work: Work, { id }: Task): void {
  const { next } = mustHave(work.running.get(id), 'the reconciliation under way to end')
  work.running.delete(id)
  if (next) work.queue.set(id, next)
  void work.drain()
  arm(work)
}

const succeed = (work: Work, task: Task, again: Again | undefined | void, { instant }: Before): void =>
  end(work, task, again, { now: instant.now(), tries: 0, planned: undefined })

/** How often in a row a controller may ask to be called again at once for a key, after which it counts as looping. */
const MOST_AT_ONCE = 200
const AT_ONCE = `it asked ${MOST_AT_ONCE} times in a row to be called again at once, and so on without an end: give the time until there is something to do`

/** How a reconciliation has ended: its time, how many have failed in a row, and when the next was planned before it. */
type End = { readonly now: number } & Pick<Before, 'tries' | 'planned'>

function end(work: Work, task: Task, again: Again | undefined | void, { now, tries, planned = Infinity }: End): void {
  const { controller, key, id, told } = task
  close(work, id)
  const known = work.known.entries.get(id)
  const wanted = nextTime(again, { now, tries }, controller)
  const inARow = wanted !== undefined && wanted <= now ? (known?.atOnce ?? 0) + 1 : 0
  if (inARow > MOST_AT_ONCE) noteFault(work, controller, forCaller(new Error(AT_ONCE)), task)
  const asked = inARow > MOST_AT_ONCE ? undefined : wanted
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
  const hasty = asked !== undefined && inARow > 0 ? { atOnce: inARow } : {}
  keep(work, id, { controller: controller.name, key, tries: failures, due, memory, ...unheard, ...hasty })
}

/**
 * Retries after a refused write, no later than planned before the key was woken. Any other error is a fault that no
 * request is answered with: it is journaled and reported.
 */
function fail(work: Work, task: Task, error: unknown, { tries, planned }: Before): void {
  const now = work.context.env.now()
  if (error instanceof StatusError) return end(work, task, undefined, { now, tries: tries + 1, planned })
  close(work, task.id)
  noteFault(work, task.controller, error, task)
}

/** Forgets what writes gave, and moves a key that its own reconciliation has woken to the end of the queue. */
function close({ answers, queue }: Work, id: string): void {
  answers.delete(id)
  const again = queue.get(id)
  // As a workqueue does.
  if (again && queue.delete(id)) queue.set(id, again)
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

const FIRST_RETRY = 5
const LAST_RETRY = 1_000_000

/**
 * Returns when a key is reconciled again, in milliseconds since 1970: exponential backoff after failures, otherwise
 * what the controller asked for; undefined for never.
 */
function nextTime(
  again: Again | undefined | void,
  { now, tries }: { readonly now: number; readonly tries: number },
  { name, retries: { first = FIRST_RETRY, last = LAST_RETRY, most = Infinity } = {} }: Controller,
): number | undefined {
  if (tries > most) return undefined
  if (tries > 0) return now + Math.min(first * 2 ** (tries - 1), last)
  if (!again) return undefined
  if (again.at !== undefined) return Number.isFinite(again.at) ? again.at : failResult(name, `at: ${badTime(again.at)}`)
  const parsed = parseDuration(again.after)
  return parsed.error === undefined ? now + parsed.ms : failResult(name, `after: ${parsed.error}`)
}

function failResult(name: string, what: string): never {
  throw new TypeError(`controller ${name}: ${what}`)
}

const badTime = (at: unknown) => `${String(at)} is not a time: give milliseconds since 1970`
