type Work = () => void

/** What is done in one turn of the event loop, in this order. */
type Turns = {
  /** Schedules the processing of a body after all bodies of this turn have arrived. */
  readonly atBegin: (work: Work) => void
  /** Schedules the sending of a response after the requests of this turn have been processed. */
  readonly atEnd: (send: Work) => void
  /** Schedules what is done after the responses of this turn have been sent. */
  readonly afterEnd: (work: Work) => void
}

/** The most bodies of one turn. */
const MOST = 16
/** Milliseconds for the bodies of one turn, after which requests of other clients are received. */
const TURN = 10

/**
 * Groups the work of each turn. Bodies that arrive in one turn of the event loop are processed together, which makes
 * writes a tenth faster, as their code stays in the processor's caches. The responses are sent together afterwards:
 * each would wake its client, which then competes with the rest of the turn.
 */
function createTurns(): Turns {
  const begun: Work[] = []
  let leaving: Work[] = []
  let following: Work[] = []
  let isPlanned = false
  // How many bodies the next turn processes: fewer if those of the last one took long.
  let most = MOST
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    let [count, start] = [0, 0]
    // Microtasks run between the two.
    setImmediate(() => {
      const all = begun.splice(0, most)
      count = all.length
      start = performance.now()
      for (const work of all) work()
    })
    setImmediate(() => {
      if (count > 0) most = Math.min(MOST, Math.max(1, Math.floor((TURN * count) / (performance.now() - start))))
      isPlanned = false
      const all = [...leaving, ...following]
      leaving = []
      following = []
      for (const work of all) work()
      if (begun.length > 0) plan()
    })
  }
  return {
    atBegin(work) {
      begun.push(work)
      plan()
    },
    atEnd(send) {
      leaving.push(send)
      plan()
    },
    afterEnd(work) {
      following.push(work)
      plan()
    },
  }
}

/** The turns of this process, which all its servers share as they share its event loop. */
export const { atBegin, atEnd, afterEnd } = createTurns()
