import { type Profile, profiles } from './profile.js'

/** The names of other profiles in terms of one. */
export type ProfileNames = {
  /** The group of that name in any profile as this one calls it; any other group as it is. */
  readonly group: (group: string) => string
  /** The same for an apiVersion. */
  readonly apiVersion: (apiVersion: string) => string
  /** The same for a member that carries the node agent's name. */
  readonly member: (member: string) => string
}

/** The groups of the service's own domain; `snapshot.storage` is only ever referred to. */
const OWN_GROUPS = ['apiregistration', 'coordination', 'events', 'networking', 'node', 'snapshot.storage']

/**
 * Reads names of any profile as those of `profile`, so that what was written for one loads in the other. Only the
 * groups of the service's own domain are translated, not whatever ends like them.
 */
export function namesOf(profile: Profile): ProfileNames {
  const all = Object.values(profiles)
  const groups = new Map(
    all.flatMap((from) => OWN_GROUPS.map((prefix) => [from.group(prefix), profile.group(prefix)] as const)),
  )
  const roles = Object.keys(profile.members) as (keyof Profile['members'])[] // Object.keys widens
  const members = new Map(
    all.flatMap((from) => roles.map((role) => [from.members[role], profile.members[role]] as const)),
  )
  const group = (name: string) => groups.get(name) ?? name
  return {
    group,
    apiVersion(apiVersion) {
      const slash = apiVersion.indexOf('/')
      return slash < 0 ? apiVersion : group(apiVersion.slice(0, slash)) + apiVersion.slice(slash)
    },
    member: (name) => members.get(name) ?? name,
  }
}
