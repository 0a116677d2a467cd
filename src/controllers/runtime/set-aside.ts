import { UNCHAINED } from './enqueue.js'
import type { WriteWaits } from './execute.js'
import { type Task, mergeTasks } from './state.js'
import type { Running, Unfinished, Work } from './work.js'

/**
 * Notes a reconciliation that goes on outside of the queue. If its key is woken meanwhile, it is queued again at the
 * end.
 */
export function noteRunning(work: Work, task: Task, running: Pick<Running, 'done' | 'abandon'>): Running {
  const { id } = task
  // It may have woken its own key.
  const own = work.queue.get(id)
  work.queue.delete(id)
  const noted = { task, next: own && { ...own, ...UNCHAINED }, ...running }
  work.running.set(id, noted)
  return noted
}

/** Sets aside a reconciliation that waits for something outside: others are done meanwhile. */
export function setAside(work: Work, { task, steps, before }: Unfinished, waited: Promise<unknown>): void {
  before.instant.isOver()
  let end = () => {}
  const done = new Promise<void>((resolve) => (end = resolve))
  const abandon = () => {
    steps.return(undefined)
    end()
  }
  const running = noteRunning(work, task, { done, abandon })
  const goOn = (resume: Unfinished['resume']) => {
    if (work.running.get(task.id) !== running) return
    work.ready.push({ task, steps, before, resume })
    void work.drain()
    end()
  }
  waited.then(
    (value) => goOn(() => steps.next(value as never)), // as the step expects that waited for it
    (error: unknown) => goOn(() => steps.throw(error)),
  )
}

/** Has a reconciliation begin again once the write is made that it cannot wait for. */
export function beginAgain(work: Work, task: Task, { made }: WriteWaits): void {
  const { id } = task
  let end = () => {}
  const done = new Promise<void>((resolve) => (end = resolve))
  const running = noteRunning(work, task, { done, abandon: () => end() })
  void made.then((answer) => {
    if (work.running.get(id) !== running) return
    work.running.delete(id)
    work.answers.get(id)?.all.push(answer)
    work.queue.set(id, mergeTasks(task, running.next))
    void work.drain()
    end()
  })
}

/** Takes the first of the reconciliations that have what they waited for, to be continued. */
export function takeReady(work: Work): Unfinished | undefined {
  const unfinished = work.ready.shift()
  if (!unfinished) return undefined
  const { id } = unfinished.task
  const next = work.running.get(id)?.next
  work.running.delete(id)
  if (next) work.queue.set(id, next)
  work.unfinished = unfinished
  work.isLater = true
  return unfinished
}
