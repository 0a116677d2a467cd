import type { BundleKind } from '../../cluster/bundle/types.js'
import { type World, kindId } from './rows.js'

/** A kind in the list of kinds. */
type ListedKind = { readonly id: string; readonly kind: BundleKind; readonly count: number }

/** The kinds of one API group. */
export type KindGroup = { readonly group: string; readonly kinds: readonly ListedKind[] }

/** Returns the group of an apiVersion; `core` for `v1`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? 'core' : apiVersion.slice(0, slash)
}

/**
 * Groups kinds by API group: the core group first, then other common groups, then the rest by name. Each kind has its
 * number of objects, in a world or from `counts`.
 */
export function groupKinds(
  kinds: readonly BundleKind[],
  world: World,
  counts?: { readonly [kind: string]: number },
): readonly KindGroup[] {
  const groups = new Map<string, ListedKind[]>()
  for (const kind of kinds) {
    const id = kindId(kind)
    const group = groupOf(kind.apiVersion)
    const listed = { id, kind, count: (counts ? counts[id] : world.get(id)?.size) ?? 0 }
    groups.set(group, [...(groups.get(group) ?? []), listed])
  }
  return [...groups]
    .map(([group, listed]) => ({ group, kinds: listed.sort((a, b) => compare(a.kind.kind, b.kind.kind)) }))
    .sort((a, b) => rankOf(a.group) - rankOf(b.group) || compare(a.group, b.group))
}

const FIRST = ['core', 'apps', 'batch', 'networking.k8s.io']
const rankOf = (group: string) => (FIRST.includes(group) ? FIRST.indexOf(group) : FIRST.length)

/** Compares strings by code units, which is fast and independent of the locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The preferred kinds to display first. */
export const WANTED = ['v1/Pod', 'apps/v1/Deployment', 'v1/Namespace']

/** Returns the kind to display first: a preferred one if it has objects, else the first kind with objects. */
export function pickKind(groups: readonly KindGroup[]): string {
  const there = groups.flatMap(({ kinds }) => kinds).filter(({ count }) => count > 0)
  return WANTED.find((id) => there.some((kind) => kind.id === id)) ?? there[0]?.id ?? ''
}
