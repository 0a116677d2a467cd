import type { World, Row } from './rows.js'

/** The owner relations in a world. */
type Families = {
  readonly byUid: ReadonlyMap<string, Row>
  /** Dependents by the UID of their owner. */
  readonly dependents: ReadonlyMap<string, readonly Row[]>
}

/** A node in the tree of owners and dependents. */
export type Branch = { readonly row: Row; readonly below: readonly Branch[] }

/** The trees that contain an object: each of its topmost owners with all dependents. */
type FamilyTree = {
  readonly roots: readonly Branch[]
  /** Owners in owner references that do not exist. */
  readonly missing: readonly { readonly kind: string; readonly name: string }[]
}

const known = new WeakMap<World, Families>()

/** Returns the owner relations of a world; the result is cached. */
export function familiesOf(world: World): Families {
  const found = known.get(world)
  if (found) return found
  const byUid = new Map<string, Row>()
  const dependents = new Map<string, Row[]>()
  for (const rows of world.values())
    for (const row of rows.values()) {
      const { uid, ownerReferences } = row.object.metadata
      if (uid !== undefined) byUid.set(uid, row)
      for (const owner of ownerReferences ?? []) {
        const others = dependents.get(owner.uid)
        if (others) others.push(row)
        else dependents.set(owner.uid, [row])
      }
    }
  const made = { byUid, dependents }
  known.set(world, made)
  return made
}

/** Returns the family of an object: its owners up to the top, and all dependents of these. */
export function familyOf(row: Row, families: Families): FamilyTree {
  const missing: { kind: string; name: string }[] = []
  const tops = new Set<Row>()
  const climb = (at: Row, seen: ReadonlySet<Row>): void => {
    const owners = (at.object.metadata.ownerReferences ?? []).flatMap(({ uid, kind, name }) => {
      const owner = families.byUid.get(uid)
      if (!owner) missing.push({ kind, name })
      return owner && !seen.has(owner) ? [owner] : []
    })
    if (owners.length === 0) tops.add(at)
    for (const owner of owners) climb(owner, new Set([...seen, owner]))
  }
  climb(row, new Set([row]))
  return { roots: [...tops].map((top) => branchOf(top, families, new Set())), missing }
}

function branchOf(row: Row, families: Families, seen: ReadonlySet<Row>): Branch {
  const around = new Set([...seen, row])
  const below = (families.dependents.get(row.object.metadata.uid ?? '') ?? []).filter((each) => !around.has(each))
  return { row, below: below.map((each) => branchOf(each, families, around)) }
}
