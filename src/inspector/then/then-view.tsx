import { useMemo } from 'preact/hooks'
import type { ViewProps } from '../view-props.js'
import { changesOf } from '../model/changes.js'
import { causeKey } from '../model/causes.js'
import { countUpTo } from '../model/past.js'
import { TabPanel, Tabs } from '../parts/tabs.js'
import { ChangeDetail } from './change-detail.js'
import { ChangeList } from './change-list.js'
import { Compare } from './compare.js'
import { PastState } from './past-state.js'
import { Timeline } from './timeline.js'

const TABS = [
  { id: 'change', label: 'Change' },
  { id: 'life', label: 'Life of the object' },
  { id: 'state', label: 'State then' },
  { id: 'compare', label: 'Compare' },
]

/** The timeline of all changes, and the change and state at any revision. */
export function ThenView(props: ViewProps) {
  const { session, where, go } = props
  const { bundle } = session
  const changes = changesOf(bundle)
  const at = where.at || bundle.to
  const count = countUpTo(bundle.changes, at)
  const current = changes.all[count - 1]
  const hidden = useMemo(() => new Set(where.hidden.split('\n').filter(Boolean)), [where.hidden])
  const shown = useMemo(() => changes.all.filter(({ cause }) => !hidden.has(causeKey(cause))), [changes, hidden])
  const tab = TABS.find(({ id }) => id === where.show)?.id ?? 'change'
  return (
    <div class="then-view">
      <Timeline {...props} changes={changes} count={count} hidden={hidden} />
      <div class={`then-body show-${tab}`}>
        <ChangeList {...props} changes={shown} current={current} />
        <section class="then-detail">
          <Tabs
            name="then"
            label="What to see of this moment"
            tabs={TABS}
            current={tab}
            onChoose={(show) => go({ show }, { replace: true })}
          />
          <TabPanel name="then" current={tab}>
            {tab === 'state' && <PastState {...props} at={at} time={current?.change.time ?? bundle.made} />}
            {tab === 'compare' && <Compare {...props} at={at} />}
            {tab === 'change' && <ChangeDetail {...props} changes={changes} told={current} life={false} />}
            {tab === 'life' && <ChangeDetail {...props} changes={changes} told={current} life={true} />}
          </TabPanel>
        </section>
      </div>
    </div>
  )
}
