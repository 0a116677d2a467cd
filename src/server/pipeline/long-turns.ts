import type { Env } from '../../base/time/env.js'
import type { Note } from '../journal/note.js'

/** Requests that have had fewer turns are served before all others. */
const FEW_TURNS = 16

type Waiting = { readonly note: Note; readonly go: () => void }

/**
 * The long requests that wait for their next turn. Each turn of the event loop is for one of them: if all had one,
 * other clients would wait for as many, and all would be in memory half done. Those that have had few turns come first,
 * then the oldest.
 */
function createQueue(turn: Env['turn']): (note: Note) => Promise<void> {
  const waiting: Waiting[] = []
  const turns = new WeakMap<Note, number>()
  let isRunning = false
  const rank = ({ note }: Waiting) => ((turns.get(note) ?? 0) < FEW_TURNS ? 0 : 1)
  const isBefore = (a: Waiting, b: Waiting) =>
    rank(a) < rank(b) || (rank(a) === rank(b) && a.note.sequence < b.note.sequence)
  const next = () => {
    const first = waiting.reduce((best, one) => (isBefore(one, best) ? one : best))
    waiting.splice(waiting.indexOf(first), 1)
    turns.set(first.note, (turns.get(first.note) ?? 0) + 1)
    first.go()
  }
  const run = async () => {
    while (waiting.length > 0) {
      await turn()
      next()
    }
    isRunning = false
  }
  return (note) =>
    new Promise((go) => {
      waiting.push({ note, go })
      if (isRunning) return
      isRunning = true
      void run()
    })
}

const queues = new WeakMap<Env, ReturnType<typeof createQueue>>()

/** Waits for the next turn of a long request. */
export function longTurn(env: Env, note: Note): Promise<void> {
  let queue = queues.get(env)
  if (!queue) queues.set(env, (queue = createQueue(env.turn)))
  return queue(note)
}
