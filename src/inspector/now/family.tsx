import { useMemo } from 'preact/hooks'
import { type Branch, familiesOf, familyOf } from '../model/family.js'
import type { Row, World } from '../model/rows.js'

type FamilyProps = { readonly row: Row; readonly world: World; readonly onOpen: (row: Row) => void }

/** The owners and dependents of an object, as a tree that leads to each. */
export function Family({ row, world, onOpen }: FamilyProps) {
  const { roots, missing } = useMemo(() => familyOf(row, familiesOf(world)), [row, world])
  const [only] = roots
  return (
    <div class="family">
      {missing.map(({ kind, name }) => (
        <p key={`${kind} ${name}`} class="bad">
          Its owner {kind} {name} is not there.
        </p>
      ))}
      {roots.length === 1 && only?.below.length === 0 && <p class="empty">Nothing owns it, and it owns nothing.</p>}
      <ul>
        {roots.map((root) => (
          <BranchItem key={root.row.key} branch={root} self={row} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

/** How many dependents are drawn of one owner. */
const MOST = 200

function BranchItem(props: { readonly branch: Branch; readonly self: Row; readonly onOpen: (row: Row) => void }) {
  const { branch, self, onOpen } = props
  const { row, below } = branch
  return (
    <li>
      <button type="button" aria-current={row === self} onClick={() => onOpen(row)}>
        <span class="dim">{row.object.kind}</span> {row.name}
      </button>
      {below.length > 0 && (
        <ul>
          {below.slice(0, MOST).map((each) => (
            <BranchItem key={`${each.row.kind} ${each.row.key}`} branch={each} self={self} onOpen={onOpen} />
          ))}
          {below.length > MOST && <li class="dim">and {below.length - MOST} more</li>}
        </ul>
      )}
    </li>
  )
}
