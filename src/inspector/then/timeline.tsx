import { useMemo } from 'preact/hooks'
import type { ViewProps } from '../view-props.js'
import type { Changes } from '../model/changes.js'
import { clockTime } from '../model/clock-text.js'
import { lanesOf } from '../model/lanes.js'
import { Lanes } from './lanes.js'
import { Slider } from './slider.js'

type TimelineProps = ViewProps & {
  readonly changes: Changes
  /** The number of changes up to the selected revision. */
  readonly count: number
  readonly hidden: ReadonlySet<string>
}

/** A lane for each cause with a mark for each of its changes, and a slider over all of them. */
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
  const time = bundle.changes[count - 1]?.time
  const moment = `revision ${revisionAt(count)}${time === undefined ? '' : `, ${clockTime(time, bundle.made)}`}`
  return (
    <section class="timeline" aria-label="Timeline">
      <Lanes lanes={lanes} hidden={hidden} onToggle={toggle} onPick={(part) => look(Math.round(part * total))} />
      <Slider count={count} total={total} moment={moment} onLook={look} />
      <div class="cursor-room" aria-hidden="true">
        <div class="cursor" style={{ left: `${total === 0 ? 0 : (count / total) * 100}%` }} />
      </div>
    </section>
  )
}
