import { useMemo } from 'preact/hooks'
import type { ViewProps } from '../app.js'
import { causeKey } from '../model/causes.js'
import type { Changes } from '../model/changes.js'
import { clockTime } from '../model/clock-text.js'
import { lanesOf } from '../model/lanes.js'
import { CauseMark } from '../parts/cause-mark.js'

type TimelineProps = ViewProps & {
  readonly changes: Changes
  /** How many changes there are up to the moment looked at. */
  readonly count: number
  readonly hidden: ReadonlySet<string>
}

/** A lane for each cause with a mark for each of its changes, and a slider through all of them. */
export function Timeline({ session, go, changes, count, hidden }: TimelineProps) {
  const { bundle } = session
  const total = bundle.changes.length
  const lanes = useMemo(() => lanesOf(changes), [changes])
  const revisionAt = (place: number) => bundle.changes[place - 1]?.revision ?? bundle.from
  const look = (place: number) => go({ at: place >= total ? 0 : revisionAt(place) }, { replace: true })
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    go({ hidden: [...next].join('\n') }, { replace: true })
  }
  const pick = (event: MouseEvent & { readonly currentTarget: Element }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    look(Math.max(0, Math.min(total, Math.round(((event.clientX - left) / width) * total))))
  }
  const time = bundle.changes[count - 1]?.time
  const moment = `revision ${revisionAt(count)}${time === undefined ? '' : `, ${clockTime(time)}`}`
  return (
    <section class="timeline" aria-label="Timeline">
      <ul class="lanes">
        {lanes.map(({ cause, color, path, size }) => {
          const key = causeKey(cause)
          return (
            <li key={key} class={hidden.has(key) ? 'off' : ''}>
              <button type="button" aria-pressed={!hidden.has(key)} onClick={() => toggle(key)}>
                <CauseMark cause={cause} color={color} /> <span class="count">{size}</span>
              </button>
              <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" onClick={pick}>
                <path d={path} class={`stroke-${color}`} vector-effect="non-scaling-stroke" />
              </svg>
            </li>
          )
        })}
      </ul>
      <div class="slider">
        <span class="steps">
          <button
            type="button"
            class="small"
            aria-label="One change back"
            disabled={count === 0}
            onClick={() => look(count - 1)}
          >
            ‹
          </button>
          <button
            type="button"
            class="small"
            aria-label="One change on"
            disabled={count === total}
            onClick={() => look(count + 1)}
          >
            ›
          </button>
          <output>{moment}</output>
        </span>
        <input
          type="range"
          aria-label="Revision"
          aria-valuetext={moment}
          min={0}
          max={total}
          value={count}
          onInput={(event) => look(Number(event.currentTarget.value))}
        />
      </div>
      <div class="cursor-room" aria-hidden="true">
        <div class="cursor" style={{ left: `${total === 0 ? 0 : (count / total) * 100}%` }} />
      </div>
    </section>
  )
}
