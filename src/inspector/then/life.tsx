import { type Changes, type ToldChange, chainOf } from '../model/changes.js'
import { clockTime } from '../model/clock-text.js'
import { summarize } from '../model/summary.js'
import type { Go } from '../parts/use-where.js'
import { ChangeLine } from './change-line.js'

/** All changes of an object, each with the affected fields and what led to it. */
export function Life({
  steps,
  changes,
  current,
  today,
  go,
}: {
  readonly steps: readonly ToldChange[]
  readonly changes: Changes
  /** A time on the day whose date is left out. */
  readonly today: number
  readonly current?: ToldChange | undefined
  readonly go: Go
}) {
  if (steps.length === 0) return <p class="empty">It has not changed since the beginning of what is known.</p>
  return (
    <ol class="life">
      {steps.map((told) => (
        <li
          key={told.change.revision}
          class={`step cause-${told.color}`}
          aria-current={told === current ? 'step' : undefined}
        >
          <p>
            <time class="dim">{clockTime(told.change.time, today)}</time> <ChangeLine told={told} go={go} />
          </p>
          <ul class="summary">
            {summarize(told).map(({ sign, path, text }) => (
              <li key={sign + path}>
                <span class={`sign ${sign}`}>{sign}</span> <code>{path}</code> <code class="dim">{text}</code>
              </li>
            ))}
          </ul>
          {chainOf(told, changes).map((each) => (
            <p key={each.change.revision} class="because">
              because of <ChangeLine told={each} go={go} named />
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}
