/** A gate at which callers wait until they are released. */
export type Gate = {
  /** Calls `go` once `who` may pass: immediately if a release is left over for it. */
  readonly enter: (who: object, go: () => void) => void
  /** Forgets `who`, waiting or not. */
  readonly leave: (who: object) => void
  /** Lets each waiting caller, or only `who`, pass `count` times (default 1). Returns how many were waiting. */
  readonly release: (count?: number, who?: object) => number
  /** Lets everybody pass from now on. */
  readonly open: () => void
  /** Returns the number of waiting callers. */
  readonly waiting: () => number
}

/** Makes a closed gate. */
export function createGate(): Gate {
  const known = new Map<object, { left: number; go: (() => void) | undefined }>()
  let isOpen = false
  const pass = (place: { left: number; go: (() => void) | undefined }) => {
    const { go } = place
    if (!go || !(isOpen || place.left > 0)) return
    place.go = undefined
    if (!isOpen) place.left--
    go()
  }
  return {
    enter(who, go) {
      const place = known.get(who) ?? { left: 0, go: undefined }
      known.set(who, place)
      place.go = go
      pass(place)
    },
    leave: (who) => void known.delete(who),
    release(count = 1, who) {
      const waiting = [...known]
        .filter(([each, { go }]) => go !== undefined && (who === undefined || each === who))
        .map(([, place]) => place)
      for (const place of waiting) {
        place.left += count
        pass(place)
      }
      return waiting.length
    },
    open() {
      isOpen = true
      for (const place of [...known.values()]) pass(place)
    },
    waiting: () => [...known.values()].filter(({ go }) => go !== undefined).length,
  }
}
