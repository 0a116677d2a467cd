import { ageColumn, nameColumn } from './columns.js'
import type { Column, Kind, KindDef } from './define.js'
import type { Profile } from './profile.js'

/** What custom resources share with other kinds. */
export type Standard = {
  readonly nameColumn: Column
  readonly ageColumn: Column
  /** The kind of `/scale`; without it the endpoint is not served. */
  readonly scale?: Kind
}

/** The kinds one server serves, and the names they go by. */
export type Registry = {
  readonly profile: Profile
  /** What custom resources share with the kinds that are built in. */
  readonly standard: Standard
  /** All of them; the late ones are made for it. */
  readonly kinds: readonly KindDef[]
  /** The kind at `group/version/plural` (core: `/v1/nodes`). */
  readonly at: (group: string, version: string, plural: string) => KindDef | undefined
  /** The kind of an apiVersion and kind, as written in a body. */
  readonly of: (apiVersion: string, kind: string) => KindDef | undefined
  /** The kind of that name alone, whatever its group; the first declared wins. */
  readonly named: (kind: string) => KindDef | undefined
  /** Versions served of a group, best first; undefined for a group not served. */
  readonly versions: (group: string) => readonly string[] | undefined
  /** A value that is the same as long as the kinds are; what is made of them is known by it. */
  readonly state: () => object
}

/** Where a kind is served and what it is called. */
export type Place = Pick<KindDef, 'group' | 'version' | 'plural' | 'kind'>

/** Kinds that are made when they are first asked for, each by itself. */
export type LateKinds = {
  readonly places: readonly Place[]
  /** Makes the kind of one of the places. */
  readonly make: (place: Place) => KindDef
}

const noLateKinds: LateKinds = {
  places: [],
  make({ kind }) {
    throw new Error(`there is no late kind ${kind}`)
  },
}

/** Indexes a list of kinds, before others that come late; a late one gives way to one of the list at its path. Throws where two of the list claim one path. */
export function createRegistry(
  profile: Profile,
  kinds: readonly KindDef[],
  late: LateKinds = noLateKinds,
  standard: Standard = { nameColumn, ageColumn },
): Registry {
  const soon = createIndex(kinds)
  const groups = new Map<string, readonly string[]>()
  const free = late.places.filter((place) => !soon.paths.has(pathOf(place)))
  for (const { group, version } of [...kinds, ...free]) {
    const versions = groups.get(group) ?? []
    if (!versions.includes(version)) groups.set(group, [...versions, version].sort(compareVersions))
  }
  const made = new Map<string, KindDef>()
  const make = (place: Place): KindDef => {
    const path = pathOf(place)
    const def = made.get(path) ?? late.make(place)
    made.set(path, def)
    return def
  }
  const makeAny = (wanted: (place: Place) => boolean): KindDef | undefined => {
    const place = free.find(wanted)
    return place && make(place)
  }
  let all: readonly KindDef[] | undefined
  return {
    profile,
    standard,
    get kinds() {
      return (all ??= [...kinds, ...free.map(make)])
    },
    at(group, version, plural) {
      const path = pathOf({ group, version, plural })
      return soon.paths.get(path) ?? makeAny((place) => pathOf(place) === path)
    },
    of: (apiVersion, kind) =>
      soon.types.get(`${apiVersion} ${kind}`) ??
      makeAny((place) => place.kind === kind && apiVersion === (place.group ? `${place.group}/${place.version}` : place.version)),
    named: (kind) => soon.names.get(kind) ?? makeAny((place) => place.kind === kind),
    versions: (group) => groups.get(group),
    state: () => groups,
  }
}

type Index = {
  readonly kinds: readonly KindDef[]
  readonly paths: ReadonlyMap<string, KindDef>
  readonly types: ReadonlyMap<string, KindDef>
  readonly names: ReadonlyMap<string, KindDef>
}

function createIndex(kinds: readonly KindDef[]): Index {
  const paths = new Map<string, KindDef>()
  const types = new Map<string, KindDef>()
  const names = new Map<string, KindDef>()
  for (const def of kinds) {
    const path = pathOf(def)
    if (paths.has(path)) throw new Error(`two kinds are declared at ${path}: ${paths.get(path)!.kind} and ${def.kind}`)
    paths.set(path, def)
    types.set(`${def.apiVersion} ${def.kind}`, def)
    if (!names.has(def.kind)) names.set(def.kind, def)
  }
  return { kinds, paths, types, names }
}

/** The path a kind is known by: `group/version/plural`. */
export const pathOf = ({ group, version, plural }: Omit<Place, 'kind'>) => `${group}/${version}/${plural}`

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
