import { enqueue, isLeftAlone } from './enqueue.js'
import type { Origin } from './standing.js'
import { type Entry, entryId, planAt, timeOf } from './state.js'
import type { Controller, LaterKey } from './types.js'
import type { Work } from './work.js'

/** Stores the entry of a key, or deletes it if it holds nothing. */
export function keep({ known: { entries } }: Work, id: string, entry: Entry): void {
  const isKnown = entry.due !== undefined || entry.memory !== undefined || entry.tries > 0 || entry.atOnce !== undefined
  if (isKnown) entries.set(id, entry)
  // Most keys have no entry, and a lookup is cheaper than a deletion.
  else if (entries.has(id)) entries.delete(id)
}

/** Plans a reconciliation at a time; returns its place among all plans. */
export function plan({ known }: Work, id: string, time: number): string {
  // Rounded up: a fraction of a millisecond too early it would find nothing to do, again and again.
  const place = planAt(Math.ceil(time), ++known.plans)
  known.due.set(place, id)
  return place
}

/**
 * Requeues a key after a delay, once however often it is woken meanwhile; a key that is queued already sees the change
 * when it is reconciled.
 */
export function planLater(work: Work, controller: Controller, { key, after }: LaterKey, origin: Origin): void {
  const id = entryId(controller.name, key)
  const { queue, running, known, context } = work
  if (isLeftAlone(work, controller, key, origin) || queue.has(id) || running.get(id)?.next) return
  const entry = known.entries.get(id) ?? {
    controller: controller.name,
    key,
    due: undefined,
    memory: undefined,
    tries: 0,
  }
  const time = context.env.now() + after
  if (entry.due !== undefined) {
    if (timeOf(entry.due) <= time) return
    known.due.delete(entry.due)
  }
  const due = plan(work, id, time)
  keep(work, id, { ...entry, due })
  // Most are planned behind others: an Event for the end of its hour, for one.
  if (!work.timer || due < work.timer.place) arm(work)
}

/** Sets the single timer to the first plan; without plans there is no timer. Work that was left is due at once. */
export function arm(work: Work): void {
  const { env } = work.context
  const first = work.isBehind ? planAt(env.now(), 0) : work.known.due.minKey()
  if (first === work.timer?.place) return
  disarm(work)
  if (first === undefined) return
  const fire = () => {
    work.timer = undefined
    wakeDue(work)
    void work.drain({ isWhole: true })
    // The timer may have woken nothing: it may fire early, and controllers may have been removed.
    arm(work)
  }
  work.timer = { place: first, cancel: env.setTimer(fire, timeOf(first) - env.now(), { background: true }) }
}

/** Cancels the timer. */
export function disarm(work: Work): void {
  work.timer?.cancel()
  work.timer = undefined
}

/** Moves due plans to the queue; plans of controllers that have been removed are dropped. */
function wakeDue(work: Work): void {
  const { context, known } = work
  const ids: (readonly [place: string, id: string])[] = []
  known.due.forRange('', planAt(context.env.now() + 1, 0), false, (place, id) => {
    ids.push([place, id])
    return undefined
  })
  for (const [place, id] of ids) {
    known.due.delete(place)
    const entry = known.entries.get(id)
    if (!entry) continue
    keep(work, id, { ...entry, due: undefined })
    const controller = known.team.controllers.find(({ name }) => name === entry.controller)
    if (controller) enqueue(work, controller, entry.key, 'built-in')
  }
}
