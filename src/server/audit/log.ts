import type { AuditEvent, AuditListener } from './event.js'

/** The number of events that are kept; of more the oldest are dropped. */
const MOST = 10_000

/** The latest events, and who hears of new ones. */
export type AuditLog = {
  readonly tell: AuditListener
  readonly events: () => readonly AuditEvent[]
  /** Calls a listener with each event; returns a function that ends it. */
  readonly listen: (listener: AuditListener) => () => void
  readonly clear: () => void
}

/** Makes an empty log. */
export function createAuditLog(): AuditLog {
  let kept: AuditEvent[] = []
  const listeners = new Set<AuditListener>()
  return {
    events: () => kept.slice(-MOST),
    clear: () => void (kept = []),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(event) {
      // Shortened once in a while, as that takes time.
      if (kept.push(event) >= 2 * MOST) kept = kept.slice(-MOST)
      for (const listener of listeners) listener(event)
    },
  }
}
