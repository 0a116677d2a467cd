import { useMemo } from 'preact/hooks'
import { type Row, type World } from '../model/rows.js'
import { troubleOf } from '../model/trouble.js'
import { TroubleWords } from '../problems/trouble-words.js'

/** Maximum number of problems shown at an object. */
const MOST = 4

type TroubleProps = { readonly row: Row; readonly world: World; readonly onOpen: (row: Row) => void }

/** What is wrong with an object and with what it owns, if anything is. */
export function ObjectTrouble({ row, world, onOpen }: TroubleProps) {
  const lines = useMemo(() => troubleOf(row, world).filter(({ tone }) => tone !== 'told'), [row, world])
  if (lines.length === 0) return null
  return (
    <ul class="object-trouble" aria-label="What is wrong with it">
      {lines.slice(0, MOST).map((line) => {
        const { subject, reason, tone } = line
        const other = subject.row === row ? undefined : subject.row
        return (
          <li key={`${subject.kind} ${reason}`} class={`trouble ${tone}`}>
            {other ? (
              <button type="button" onClick={() => onOpen(other)}>
                <TroubleWords line={line} of={row} />
              </button>
            ) : (
              <TroubleWords line={line} of={row} />
            )}
          </li>
        )
      })}
      {lines.length > MOST && <li class="dim">and {lines.length - MOST} more</li>}
    </ul>
  )
}
