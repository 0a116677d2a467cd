import { firstPlace } from '../base/first-place.js'

/** When changes were made, also those of no request and those whose request is no longer held. */
type Times = {
  /** Notes that the changes of one write were made at a time. They follow those noted before. */
  readonly note: (changes: readonly { readonly revision: number }[], time: number) => void
  /** When the change of a revision was made, in milliseconds since 1970; undefined where that is not known. */
  readonly of: (revision: number) => number | undefined
}

/** Makes a list of the times of at least the last `limit` changes. */
export function createTimes(limit: number): Times {
  // Two lists of numbers: each write adds to them. A time is that of all revisions after the one before it in the list.
  let revisions: number[] = []
  let times: number[] = []
  return {
    note(changes, time) {
      const [{ revision: from } = NONE, { revision: to } = NONE] = [changes[0], changes.at(-1)]
      if (from === 0) return
      const last = revisions.length - 1
      // A clock that stands still makes one entry of many writes. The first entry only says where the second begins.
      if (last > 0 && times[last] === time) revisions[last] = to
      else {
        if (last < 0) append(from - 1, time)
        append(to, time)
        if (revisions.length > 2 * limit + 2) forget()
      }
    },
    of(revision) {
      if (revision <= (revisions[0] ?? Infinity)) return undefined
      return times[firstPlace(revisions.length, (place) => (revisions[place] ?? Infinity) >= revision)]
    },
  }

  function append(revision: number, time: number): void {
    revisions.push(revision)
    times.push(time)
  }

  function forget(): void {
    revisions = revisions.slice(limit)
    times = times.slice(limit)
  }
}

const NONE = { revision: 0 }
