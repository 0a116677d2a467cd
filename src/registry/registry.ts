import { ageColumn, nameColumn } from './columns.js'
import type { Column } from './column.js'
import type { Kind, RestMapping } from './kind.js'
import type { KindDef } from './kind-def.js'
import type { Profile } from './profile.js'

/** What custom resources share with other kinds. */
export type Standard = {
  readonly nameColumn: Column
  readonly ageColumn: Column
  /** The kind of `/scale`; without it the subresource is not served. */
  readonly scale?: Kind
}

/** The kinds one server serves, and the names they go by. */
export type Registry = {
  readonly profile: Profile
  /** What custom resources share with the kinds that are built in. */
  readonly standard: Standard
  /** All of them; those not made yet are made for it. */
  readonly kinds: () => readonly KindDef[]
  /** Where each of them is served; none is made for it. */
  readonly mappings: () => readonly RestMapping[]
  /** The kind at `group/version/plural` (core: `/v1/nodes`). */
  readonly at: (group: string, version: string, plural: string) => KindDef | undefined
  /** The kind of an apiVersion and kind, as written in a body. */
  readonly of: (apiVersion: string, kind: string) => KindDef | undefined
  /**
   * The kind of an apiVersion and kind in one (`apps/v1/Deployment`), or of that name alone, whatever its group; the
   * first declared wins.
   */
  readonly named: (name: string) => KindDef | undefined
  /** Versions served of a group, best first; undefined for a group not served. */
  readonly versions: (group: string) => readonly string[] | undefined
  /** Tells whether all of a group are custom resources. */
  readonly isCustom: (group: string) => boolean
  /** A value that is the same as long as the kinds are; what is made of them is known by it. */
  readonly state: () => object
}

/**
 * Indexes a list of kinds; one that is not made yet is made when it is first asked for. Throws where two claim one
 * path.
 */
export function createRegistry(
  profile: Profile,
  kinds: readonly (KindDef | Kind)[],
  standard: Standard = { nameColumn, ageColumn },
): Registry {
  const entries = new Map<string, Entry>()
  for (const kind of kinds) {
    const entry = entryOf(kind, profile)
    const path = pathOf(entry.mapping)
    const other = entries.get(path)
    if (other) throw new Error(`two kinds are declared at ${path}: ${other.mapping.kind} and ${entry.mapping.kind}`)
    entries.set(path, entry)
  }
  const types = new Map<string, Entry>()
  const names = new Map<string, Entry>()
  const served = new Map<string, Set<string>>()
  for (const entry of entries.values()) {
    const { group, version, kind } = entry.mapping
    const type = `${group ? `${group}/${version}` : version} ${kind}`
    if (!types.has(type)) types.set(type, entry)
    if (!names.has(kind)) names.set(kind, entry)
    const versions = served.get(group)
    if (versions) versions.add(version)
    else served.set(group, new Set([version]))
  }
  const groups = new Map([...served].map(([group, versions]) => [group, [...versions].sort(compareVersions)]))
  let all: readonly KindDef[] | undefined
  const of: Registry['of'] = (apiVersion, kind) => types.get(`${apiVersion} ${kind}`)?.def()
  // Controllers ask for the same few all the time.
  const known = new Map<string, KindDef>()
  return {
    profile,
    standard,
    kinds: () => (all ??= [...entries.values()].map((entry) => entry.def())),
    mappings: () => [...entries.values()].map(({ mapping }) => mapping),
    at: (group, version, plural) => entries.get(pathOf({ group, version, plural }))?.def(),
    of,
    named(name) {
      const before = known.get(name)
      if (before) return before
      const slash = name.lastIndexOf('/')
      const def = slash < 0 ? names.get(name)?.def() : of(name.slice(0, slash), name.slice(slash + 1))
      if (def) known.set(name, def)
      return def
    },
    versions: (group) => groups.get(group),
    isCustom: () => false,
    state: () => groups,
  }
}

type Entry = { readonly mapping: RestMapping; readonly def: () => KindDef }

const entryOf = (kind: KindDef | Kind, profile: Profile): Entry =>
  typeof kind === 'function'
    ? { mapping: kind.mapping(profile), def: () => kind(profile) }
    : { mapping: kind, def: () => kind }

/** The path a kind is known by: `group/version/plural`. */
export const pathOf = ({ group, version, plural }: Omit<RestMapping, 'kind'>) => `${group}/${version}/${plural}`

const PLATFORM_VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/

/** Orders version strings best first: GA, beta, alpha, then higher numbers, then any other string. */
export function compareVersions(a: string, b: string): number {
  const x = rank(a)
  const y = rank(b)
  if (!x || !y) return x ? -1 : y ? 1 : a < b ? -1 : a > b ? 1 : 0
  return y[0] - x[0] || y[1] - x[1] || y[2] - x[2]
}

function rank(version: string): readonly [number, number, number] | undefined {
  const m = PLATFORM_VERSION.exec(version)
  if (!m) return undefined
  return [m[2] === undefined ? 2 : m[2] === 'beta' ? 1 : 0, Number(m[1]), Number(m[3] ?? 0)]
}
