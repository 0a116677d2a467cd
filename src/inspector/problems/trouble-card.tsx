import { humanAge } from '../../base/time/time.js'
import { type Subject, type Trouble, type TroubleLine, kindText } from '../model/trouble.js'
import type { Walk } from '../parts/use-walk.js'
import { TroubleWords } from './trouble-words.js'

type CardProps = {
  readonly trouble: Trouble
  readonly now: number
  /** The kind and key of the object that is open. */
  readonly current: string | undefined
  readonly walk: Walk
  readonly onOpen: (subject: Subject) => void
}

/** An object in trouble: what is wrong with it and with what it owns; a line opens the object that it is about. */
export function TroubleCard({ trouble, now, current, walk, onOpen }: CardProps) {
  const { top, tone, since, lines } = trouble
  return (
    <li class={`trouble ${tone}`}>
      <h4>
        <span class="dim">{kindText(top.kind)}</span> {top.key}
        {!top.row && <span class="dim"> (is gone)</span>}
        {!Number.isNaN(since) && (
          <time class="dim" dateTime={new Date(since).toISOString()} title={new Date(since).toISOString()}>
            {humanAge(now - since)}
          </time>
        )}
      </h4>
      {lines.map((line) => (
        <button
          key={lineId(trouble, line)}
          type="button"
          {...walk.button(lineId(trouble, line))}
          aria-current={subjectKey(line.subject) === current}
          disabled={!line.subject.row}
          onClick={() => onOpen(line.subject)}
        >
          <TroubleWords line={line} of={top} />
        </button>
      ))}
    </li>
  )
}

/** Returns a unique key of an object among all kinds. */
export const subjectKey = ({ kind, key }: Subject): string => `${kind} ${key}`

/** Returns a unique key of a line among all troubles. */
export const lineId = ({ top }: Trouble, { tone, reason, subject }: TroubleLine): string =>
  `${subjectKey(top)} ${tone} ${subject.kind} ${reason}`
