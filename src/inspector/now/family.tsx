import { useMemo } from 'preact/hooks'
import { type Branch, familiesOf, familyOf } from '../model/family.js'
import type { Row, World } from '../model/rows.js'
import { type Walk, useWalk } from '../parts/use-walk.js'

type FamilyProps = { readonly row: Row; readonly world: World; readonly onOpen: (row: Row) => void }

/** The owners and dependents of an object, as a tree of links. */
export function Family({ row, world, onOpen }: FamilyProps) {
  const { roots, missing } = useMemo(() => familyOf(row, familiesOf(world)), [row, world])
  const walk = useWalk(
    useMemo(() => keysOf(roots), [roots]),
    keyOf(row),
  )
  const [only] = roots
  return (
    <div class="family">
      {missing.map(({ kind, name }) => (
        <p key={`${kind} ${name}`} class="bad">
          Its owner {kind} {name} is not there.
        </p>
      ))}
      {roots.length === 1 && only?.below.length === 0 && <p class="empty">Nothing owns it, and it owns nothing.</p>}
      <ul role="tree" aria-label="Owners and dependents" onKeyDown={walk.onKeyDown}>
        {roots.map((root) => (
          <BranchItem key={keyOf(root.row)} branch={root} level={1} self={row} walk={walk} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

/** Maximum number of dependents shown per owner. */
const MOST = 200

const keyOf = ({ kind, key }: Row) => `${kind} ${key}`

/** Returns the keys of all rows that are shown, from the top. */
const keysOf = (branches: readonly Branch[]): readonly string[] =>
  branches.flatMap(({ row, below }) => [keyOf(row), ...keysOf(below.slice(0, MOST))])

type ItemProps = {
  readonly branch: Branch
  readonly level: number
  readonly self: Row
  readonly walk: Walk
  readonly onOpen: (row: Row) => void
}

function BranchItem({ branch, level, self, walk, onOpen }: ItemProps) {
  const { row, below } = branch
  return (
    <li role="none">
      <button
        type="button"
        role="treeitem"
        {...walk.button(keyOf(row))}
        aria-level={level}
        aria-current={row === self}
        onClick={() => onOpen(row)}
      >
        <span class="dim">{row.object.kind}</span> {row.name}
      </button>
      {below.length > 0 && (
        <ul role="group">
          {below.slice(0, MOST).map((each) => (
            <BranchItem key={keyOf(each.row)} branch={each} level={level + 1} self={self} walk={walk} onOpen={onOpen} />
          ))}
          {below.length > MOST && (
            <li role="none" class="dim">
              and {below.length - MOST} more
            </li>
          )}
        </ul>
      )}
    </li>
  )
}
