import type { Cancel, Env } from '../../base/env.js'
import { type ControllerState, type Entry, planAt, timeOf } from './state.js'

/** Reconciliations planned for later, with one timer for the first of them. */
export type Plans = {
  /** Keeps what is known of a key, or forgets it where that is nothing. */
  readonly keep: (id: string, entry: Entry) => void
  /** Sets the timer to what is due first; without a plan no timer runs. */
  readonly arm: () => void
  /** Takes the timer back. */
  readonly cancel: () => void
}

/** Makes the plans in a state, which may be replaced; `due` is called with what is due, `done` after each time. */
export function createPlans(
  env: Env,
  state: () => ControllerState,
  due: (entry: Entry) => void,
  done: () => void,
): Plans {
  let timer: { readonly place: string; readonly cancel: Cancel } | undefined
  const keep = (id: string, entry: Entry) => {
    const isKnown = entry.due !== undefined || entry.memory !== undefined || entry.tries > 0
    if (isKnown) state().entries.set(id, entry)
    else state().entries.delete(id)
  }
  const fire = () => {
    timer = undefined
    const ids: (readonly [place: string, id: string])[] = []
    state().due.forRange('', planAt(env.now() + 1, 0), false, (place, id) => {
      ids.push([place, id])
      return undefined
    })
    for (const [place, id] of ids) {
      state().due.delete(place)
      const entry = state().entries.get(id)
      if (!entry) continue
      const { due: _, ...rest } = entry
      keep(id, rest)
      due(rest)
    }
    done()
  }
  return {
    keep,
    arm() {
      let first: string | undefined
      state().due.forRange('', '~', false, (place) => {
        first = place
        return { break: true }
      })
      if (first === timer?.place) return
      timer?.cancel()
      timer =
        first === undefined
          ? undefined
          : { place: first, cancel: env.setTimer(fire, timeOf(first) - env.now(), { background: true }) }
    },
    cancel() {
      timer?.cancel()
      timer = undefined
    },
  }
}
