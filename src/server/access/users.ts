import type { Identified } from '../../model/registry/account-tokens.js'

const PREFIX = 'system:node:'

/** Returns the node whose kubelet a user is: undefined for other users, empty if the name tells of none. */
export const nodeOf = ({ name, groups }: Identified): string | undefined =>
  name.startsWith(PREFIX) && groups.includes('system:nodes') ? name.slice(PREFIX.length) : undefined

/** The number of users, and of different things about one of them, that something is kept for. */
export const MOST_KEPT = 1000

/** Keeps something for each user, by name and groups; at most that of {@link MOST_KEPT}. */
export function createKeptOfUsers<T>(make: (user: Identified) => T): {
  readonly of: (user: Identified) => T
  readonly clear: () => void
} {
  let ofNames = new Map<string, T>()
  // Most requests come with an object that is known.
  let ofUsers = new WeakMap<Identified, T>()
  return {
    of(user) {
      const known = ofUsers.get(user)
      if (known !== undefined) return known
      const name = JSON.stringify([user.name, user.groups])
      let found = ofNames.get(name)
      if (found === undefined) {
        if (ofNames.size >= MOST_KEPT) ofNames.clear()
        ofNames.set(name, (found = make(user)))
      }
      ofUsers.set(user, found)
      return found
    },
    clear() {
      ofNames = new Map()
      ofUsers = new WeakMap()
    },
  }
}
