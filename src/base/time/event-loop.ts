type Later = (run: () => void, ms?: number) => unknown

// Captured at start-up, because test runners replace them with fake timers that never fire by themselves. If they are
// already fake, a MessageChannel is used instead.
const { later, soon } = 'clock' in setTimeout ? { later: bySending, soon: bySending } : ownTimers()

function ownTimers(): { readonly later: Later; readonly soon: Later } {
  const { setTimeout: later, setImmediate: soon = (run: () => void) => later(run, 0) } =
    globalThis as typeof globalThis & { readonly setImmediate?: Later } // absent in browsers
  return { later, soon }
}

function bySending(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    run()
  })
  port1.start()
  port2.postMessage(undefined)
}

/** Runs something at the end of this turn of the event loop. */
export const atTurnEnd = (run: () => void): void => void soon(run)

const machine = globalThis.performance
/** The time of the machine: milliseconds since an arbitrary moment, and a sleep. */
export const real = {
  now: (): number => machine.now(),
  wait: (ms: number): Promise<void> => new Promise((resolve) => void later(() => resolve(), ms)),
}

/** Lets promise callbacks and pending I/O callbacks run. */
export const settle = () => new Promise<void>((resolve) => void later(resolve, 0))

/**
 * Lets promise callbacks run, and I/O callbacks that are already pending. Once more for what these have planned: the
 * replies to the requests that arrived would else be sent after the next turn.
 */
export const turn = () => new Promise<void>((resolve) => void soon(() => void soon(resolve)))

// Who waits for a turn, in the order in which they asked.
const inLine: (() => void)[] = []

function callNext(): void {
  soon(() =>
    soon(() => {
      inLine.shift()?.()
      if (inLine.length > 0) callNext()
    }),
  )
}

/**
 * Like {@link turn}, but each turn is for one of those who wait, of all clusters of the process: what many of them have
 * left to do would else be done at once, and hold up everything else.
 */
export const turnInLine = () =>
  new Promise<void>((resolve) => {
    if (inLine.push(resolve) === 1) callNext()
  })

// Who has begun something in this turn, and what the others wait to begin.
let taker: object | undefined
const untaken = new Set<() => void>()

/**
 * Runs something now, or in a later turn if this one is taken by another than `who`. Returns how to call it off while
 * it waits.
 */
export function takeTurn(who: object, run: () => void): () => void {
  if (taker !== undefined && taker !== who) {
    const later = () => void takeTurn(who, run)
    untaken.add(later)
    return () => void untaken.delete(later)
  }
  if (taker === undefined) atTurnEnd(passOn)
  taker = who
  run()
  return () => undefined
}

function passOn(): void {
  taker = undefined
  const [next] = untaken
  if (next === undefined) return
  untaken.delete(next)
  next()
}
