import { useMemo } from 'preact/hooks'
import type { KindGroup } from '../model/kinds.js'
import { useWalk } from '../parts/use-walk.js'

type KindListProps = {
  readonly groups: readonly KindGroup[]
  readonly current: string
  readonly onChoose: (id: string) => void
}

/** The kinds by API group, with the number of objects of each; a kind with 0 has objects at other times. */
export function KindList(props: KindListProps) {
  const { groups, current, onChoose } = props
  const ids = useMemo(() => groups.flatMap(({ kinds }) => kinds.map(({ id }) => id)), [groups])
  const walk = useWalk(ids, current)
  return (
    <nav class="kinds" aria-label="Kinds" onKeyDown={walk.onKeyDown}>
      {groups.map(({ group, kinds }) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {kinds.map(({ id, kind, count }) => (
              <li key={id} class={count === 0 ? 'none' : ''}>
                <button
                  type="button"
                  {...walk.button(id)}
                  aria-current={id === current}
                  title={kind.apiVersion}
                  onClick={() => onChoose(id)}
                >
                  <span>{kind.kind}</span>
                  <span class="count">{count}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The same for a narrow page, where a list would leave no room for objects. */
export const KindSelect = ({ groups, current, onChoose }: KindListProps) => (
  <select
    class="kind-select"
    aria-label="Kind"
    value={current}
    onChange={(event) => onChoose(event.currentTarget.value)}
  >
    {groups.map(({ group, kinds }) => (
      <optgroup key={group} label={group}>
        {kinds.map(({ id, kind, count }) => (
          <option key={id} value={id}>
            {kind.kind} ({count})
          </option>
        ))}
      </optgroup>
    ))}
  </select>
)
