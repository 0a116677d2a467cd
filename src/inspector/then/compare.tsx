import { useMemo } from 'preact/hooks'
import type { ViewProps } from '../view-props.js'
import { diffWorlds } from '../model/world-diff.js'
import { SideBySide } from '../parts/side-by-side.js'
import { useWalk } from '../parts/use-walk.js'

const SIGNS = { added: '+', changed: '~', removed: '−' }

/** Maximum number of differences listed. */
const MOST = 500

/** Compares two revisions: the objects that differ, and the differences of one. */
export function Compare({ session, where, go, at }: ViewProps & { readonly at: number }) {
  const { past, bundle } = session
  const than = where.than || bundle.from
  const [first, last] = [Math.min(than, at), Math.max(than, at)]
  // `past.at` caches only the last world, so both are computed only when they change.
  const differences = useMemo(() => diffWorlds(past.at(first), past.at(last)), [past, first, last])
  const shown = differences.slice(0, MOST).map((each) => ({ ...each, key: `${each.row.kind} ${each.row.key}` }))
  const open = differences.find(({ row }) => `${row.kind} ${row.key}` === where.differing) ?? differences[0]
  const walk = useWalk(
    shown.map(({ key }) => key),
    open && `${open.row.kind} ${open.row.key}`,
  )
  return (
    <div class="compare">
      <p class="compare-head">
        <span>
          From revision <strong>{first}</strong> to <strong>{last}</strong>: {differences.length}{' '}
          {differences.length === 1 ? 'object differs' : 'objects differ'}
        </span>
        <button type="button" class="small" onClick={() => go({ than: at }, { replace: true })}>
          Compare with this moment
        </button>
        {where.than !== 0 && (
          <button type="button" class="small" onClick={() => go({ than: 0 }, { replace: true })}>
            With the beginning
          </button>
        )}
      </p>
      <ul class="differences" aria-label="Objects that differ" onKeyDown={walk.onKeyDown}>
        {shown.map(({ type, row, key }) => (
          <li key={key}>
            <button
              type="button"
              {...walk.button(key)}
              aria-current={open?.row === row}
              onClick={() => go({ differing: key }, { replace: true })}
            >
              <span class={`sign ${type}`} title={type}>
                <span aria-hidden="true">{SIGNS[type]}</span>
                <span class="unseen">{type}</span>
              </span>{' '}
              <span class="dim">{row.object.kind}</span> {row.key}
            </button>
          </li>
        ))}
        {differences.length > MOST && <li class="dim">and {differences.length - MOST} more</li>}
      </ul>
      {open ? <SideBySide before={open.before} after={open.after} /> : <p class="empty">Nothing differs.</p>}
    </div>
  )
}
