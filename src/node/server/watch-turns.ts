/** The most frames and bytes that watches send in one turn of the event loop; other requests arrive in between. */
const MOST = { frames: 1000, bytes: 8 * 1024 * 1024 }

let frames = 0
let bytes = 0
let waiting = new Set<() => void>()
let isPlanned = false

/** Counts a frame that is sent in this turn, by its length. */
export function noteSent(length: number): void {
  frames++
  bytes += length
  if (!isPlanned) plan()
}

/** Tells whether as many frames as one turn may send have been sent in this one. */
export const isTurnFull = (): boolean => frames >= MOST.frames || bytes >= MOST.bytes

/** Continues a watch in the next turn that has room, after those that wait already. */
export function continueLater(send: () => void): void {
  waiting.add(send)
  if (!isPlanned) plan()
}

function plan(): void {
  isPlanned = true
  setImmediate(() => {
    isPlanned = false
    frames = 0
    bytes = 0
    const due = waiting
    waiting = new Set()
    // Those for which there is no room wait again, in the same order.
    for (const send of due) send()
  })
}
