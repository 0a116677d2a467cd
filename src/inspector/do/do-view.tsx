import type { ViewProps } from '../view-props.js'
import { ClockCard } from './clock-card.js'
import { HooksCard } from './hooks-card.js'
import { ScriptCard } from './script-card.js'
import { StatesCard } from './states-card.js'
import { WatchesCard } from './watches-card.js'

/** Acts on a live cluster: its clock, watches, faults and states. */
export function DoView(props: ViewProps) {
  const { remote } = props.shown
  if (!remote) return <p class="empty">There is no cluster behind a file. Start one, and open its inspector.</p>
  const given = { ...props, remote }
  return (
    <div class="do-view">
      <div>
        <ClockCard {...given} />
        <StatesCard {...given} />
        <WatchesCard {...given} />
      </div>
      <div>
        <ScriptCard {...given} />
        <HooksCard {...given} />
      </div>
    </div>
  )
}
