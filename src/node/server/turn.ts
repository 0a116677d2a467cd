type Work = () => void

// Bodies that arrive in one turn of the event loop are processed together, which makes writes a tenth faster, as their
// code stays in the processor's caches. The responses are sent together afterwards: each would wake its client, which
// then competes with the rest of the turn.
const begun: Work[] = []
let leaving: Work[] = []
let following: Work[] = []
let isPlanned = false

/** Schedules the processing of a body after all bodies of this turn have arrived. */
export function atBegin(work: Work): void {
  begun.push(work)
  plan()
}

/** Schedules the sending of a response after the requests of this turn have been processed. */
export function atEnd(send: Work): void {
  leaving.push(send)
  plan()
}

/** Schedules what is done after the responses of this turn have been sent. */
export function afterEnd(work: Work): void {
  following.push(work)
  plan()
}

/** The most bodies of one turn. */
const MOST = 16
/** Milliseconds for the bodies of one turn, after which requests of other clients are received. */
const TURN = 10
// How many bodies the next turn processes: fewer if those of the last one took long.
let most = MOST

function plan(): void {
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
