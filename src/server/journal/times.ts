import { binarySearch } from '../../base/lists/binary-search.js'

/** The times of changes, including those without a request or whose request is no longer held. */
type Times = {
  /** Records the time of the changes of one write, which follow those recorded before. */
  readonly note: (changes: readonly { readonly revision: number }[], time: number) => void
  /** Returns when the change of a revision was made, in milliseconds since 1970; undefined if it is not known. */
  readonly of: (revision: number) => number | undefined
}

/** Makes a list of the times of at least the last `limit` changes. */
export function createTimes(limit: number): Times {
  // Two parallel lists of numbers, as every write adds to them. An entry gives the time of all revisions after the
  // previous entry, up to its own.
  let revisions: number[] = []
  let times: number[] = []
  return {
    note(changes, time) {
      const [{ revision: from } = NONE, { revision: to } = NONE] = [changes[0], changes.at(-1)]
      if (from === 0) return
      const last = revisions.length - 1
      // While a clock stands still, many writes share an entry. The first entry only marks where the second starts.
      if (last > 0 && times[last] === time) revisions[last] = to
      else {
        if (last < 0) append(from - 1, time)
        append(to, time)
        if (revisions.length > 2 * limit + 2) forget()
      }
    },
    of(revision) {
      if (revision <= (revisions[0] ?? Infinity)) return undefined
      return times[binarySearch(revisions.length, (place) => (revisions[place] ?? Infinity) >= revision)]
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
