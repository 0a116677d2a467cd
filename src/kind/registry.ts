import type { KindDef } from './define.js'
import type { Profile } from './profile.js'

/** The kinds one server serves, and the names they go by. */
export type Registry = {
  readonly profile: Profile
  readonly kinds: readonly KindDef[]
  /** The kind at `group/version/plural` (core: `/v1/nodes`). */
  readonly at: (group: string, version: string, plural: string) => KindDef | undefined
  /** The kind of an apiVersion and kind, as written in a body. */
  readonly of: (apiVersion: string, kind: string) => KindDef | undefined
  /** The kind of that name alone, whatever its group; the first declared wins. */
  readonly named: (kind: string) => KindDef | undefined
  /** Versions served of a group, best first; undefined for a group not served. */
  readonly versions: (group: string) => readonly string[] | undefined
}

/** Indexes a list of kinds. Throws where two claim one path. */
export function createRegistry(profile: Profile, kinds: readonly KindDef[]): Registry {
  const paths = new Map<string, KindDef>()
  const types = new Map<string, KindDef>()
  const names = new Map<string, KindDef>()
  const groups = new Map<string, string[]>()
  for (const def of kinds) {
    const path = `${def.group}/${def.version}/${def.plural}`
    if (paths.has(path)) throw new Error(`two kinds are declared at ${path}: ${paths.get(path)!.kind} and ${def.kind}`)
    paths.set(path, def)
    types.set(`${def.apiVersion} ${def.kind}`, def)
    if (!names.has(def.kind)) names.set(def.kind, def)
    const versions = groups.get(def.group) ?? []
    if (!versions.includes(def.version)) groups.set(def.group, [...versions, def.version].sort(compareVersions))
  }
  return {
    profile,
    kinds,
    at: (group, version, plural) => paths.get(`${group}/${version}/${plural}`),
    of: (apiVersion, kind) => types.get(`${apiVersion} ${kind}`),
    named: (kind) => names.get(kind),
    versions: (group) => groups.get(group),
  }
}

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
