import { ageColumn, nameColumn } from './columns.js'
import type { Column } from './column.js'
import type { Kind, KindDef, KindMapping, RestMapping } from './kind-def.js'
import type { Profile } from './profile.js'

/** What custom resources share with built-in kinds. */
export type Standard = {
  readonly nameColumn: Column
  readonly ageColumn: Column
  /** The kind of `/scale`; without it that subresource is not served. */
  readonly scale?: Kind
  /** Built-in kinds that the runtime config does not serve. */
  readonly off?: readonly RestMapping[]
}

/** The kinds that a server serves, and their names. */
export type Registry = {
  readonly profile: Profile
  /** What custom resources share with built-in kinds. */
  readonly standard: Standard
  /** Returns all kinds; builds those that are not built yet. */
  readonly kinds: () => readonly KindDef[]
  /** Returns where each kind is served, without building any. */
  readonly mappings: () => readonly KindMapping[]
  /** Returns the kind at `group/version/plural` (core: `/v1/nodes`). */
  readonly at: (group: string, version: string, plural: string) => KindDef | undefined
  /** Returns the kind of an apiVersion and a kind, as in a body. */
  readonly of: (apiVersion: string, kind: string) => KindDef | undefined
  /**
   * Returns the kind of an apiVersion and kind in one (`apps/v1/Deployment`), or of a kind name in any group; the first
   * declared wins.
   */
  readonly named: (name: string) => KindDef | undefined
  /**
   * Returns the table that lists of a built-in kind named so are read from, without building it; undefined for other
   * kinds, and those that are not stored or not listed.
   */
  readonly listedFrom: (name: string) => string | undefined
  /** Returns the served versions of a group, best first; undefined for a group that is not served. */
  readonly versions: (group: string) => readonly string[] | undefined
  /** Tells whether all kinds of a group are custom resources. */
  readonly isCustom: (group: string) => boolean
  /** Returns an object that stays the same until the kinds change; a cache key for what is derived from them. */
  readonly state: () => object
}

/** Indexes a list of kinds, each of which is built when first needed. Throws if two have the same path. */
export function createRegistry(
  profile: Profile,
  kinds: readonly (KindDef | Kind)[],
  standard: Standard = { nameColumn, ageColumn },
): Registry {
  const entries = new Map<string, Entry>()
  for (const kind of kinds) {
    const entry = entryFor(kind, profile)
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
  const entryOf = (apiVersion: string, kind: string) => types.get(`${apiVersion} ${kind}`)
  const entryNamed = (name: string) => {
    const slash = name.lastIndexOf('/')
    return slash < 0 ? names.get(name) : entryOf(name.slice(0, slash), name.slice(slash + 1))
  }
  // Controllers look up the same few kinds all the time.
  const known = new Map<string, KindDef>()
  return {
    profile,
    standard,
    kinds: () => (all ??= [...entries.values()].map((entry) => entry.def())),
    mappings: () => [...entries.values()].map(({ mapping }) => mapping),
    at: (group, version, plural) => entries.get(pathOf({ group, version, plural }))?.def(),
    of: (apiVersion, kind) => entryOf(apiVersion, kind)?.def(),
    named(name) {
      const before = known.get(name)
      if (before) return before
      const def = entryNamed(name)?.def()
      if (def) known.set(name, def)
      return def
    },
    listedFrom: (name) => entryNamed(name)?.mapping.listedFrom,
    versions: (group) => groups.get(group),
    isCustom: () => false,
    state: () => groups,
  }
}

type Entry = { readonly mapping: KindMapping; readonly def: () => KindDef }

const entryFor = (kind: KindDef | Kind, profile: Profile): Entry =>
  typeof kind === 'function'
    ? { mapping: kind.mapping(profile), def: () => kind(profile) }
    : { mapping: kind, def: () => kind }

/** Returns the path that identifies a kind: `group/version/plural`. */
export const pathOf = ({ group, version, plural }: Omit<RestMapping, 'kind'>) => `${group}/${version}/${plural}`

const PLATFORM_VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/

/** Compares version strings, best first: GA, beta, alpha, then higher numbers, then any other string. */
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
