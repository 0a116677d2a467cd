import { useMemo } from 'preact/hooks'
import type { ViewProps } from '../view-props.js'
import { diffWorlds } from '../model/world-diff.js'
import { SideBySide } from '../parts/side-by-side.js'

const SIGNS = { added: '+', changed: '~', removed: '−' }

/** Two moments side by side: the objects that differ, and how each does. */
export function Compare({ session, where, go, at }: ViewProps & { readonly at: number }) {
  const { past, bundle } = session
  const than = where.than || bundle.from
  const [first, last] = [Math.min(than, at), Math.max(than, at)]
  // A world looked at is remembered only as long as it is the last: both are asked for here alone.
  const differences = useMemo(() => diffWorlds(past.at(first), past.at(last)), [past, first, last])
  const open = differences.find(({ row }) => `${row.kind} ${row.key}` === where.differing) ?? differences[0]
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
      <ul class="differences" aria-label="Objects that differ">
        {differences.slice(0, 500).map(({ type, row }) => {
          const key = `${row.kind} ${row.key}`
          return (
            <li key={key}>
              <button
                type="button"
                aria-current={open?.row === row}
                onClick={() => go({ differing: key }, { replace: true })}
              >
                <span class={`sign ${type}`} title={type}>
                  {SIGNS[type]}
                </span>{' '}
                <span class="dim">{row.object.kind}</span> {row.key}
              </button>
            </li>
          )
        })}
      </ul>
      {open ? <SideBySide before={open.before} after={open.after} /> : <p class="empty">Nothing differs.</p>}
    </div>
  )
}
