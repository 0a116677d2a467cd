/** Where those who come wait until they are let through. */
export type Gate = {
  /** Calls `go` once whoever it is may pass: now, where a release is left over for them. */
  readonly enter: (who: object, go: () => void) => void
  /** Forgets who waits or waited. */
  readonly leave: (who: object) => void
  /** Lets each of those who wait, or one of them, pass so many times (default 1). Returns how many waited. */
  readonly release: (count?: number, who?: object) => number
  /** Lets everyone pass, from now on. */
  readonly open: () => void
  /** How many wait. */
  readonly waiting: () => number
}

/** Makes a gate that is closed. */
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
