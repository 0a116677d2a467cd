import { type Profile, profiles } from './profile.js'

/** Translates the names of all profiles into those of one. */
export type ProfileNames = {
  /** Returns this profile's name of a group of any profile; other groups unchanged. */
  readonly group: (group: string) => string
  /** The same for an apiVersion. */
  readonly apiVersion: (apiVersion: string) => string
  /** The same for a member that contains the name of the node agent. */
  readonly member: (member: string) => string
}

/** The groups in the service's own domain; `snapshot.storage` is only referred to. */
const OWN_GROUPS = ['apiregistration', 'coordination', 'events', 'networking', 'node', 'snapshot.storage']

/**
 * Makes a translator from the names of any profile to those of `profile`, so that objects written for one load in
 * another. Only known groups of the service's own domain are translated, not any group with the same ending.
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
