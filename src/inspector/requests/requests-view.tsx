import { TabPanel, Tabs } from '../parts/tabs.js'
import type { ViewProps } from '../view-props.js'
import { HookList } from './hook-list.js'
import { RequestTable } from './request-table.js'
import { WatchList } from './watch-list.js'

/** The journal as a waterfall, open watches, and hooks. */
export function RequestsView(props: ViewProps) {
  const { session, where, go } = props
  const { watches, hooks, dropped } = session.bundle
  const tab = ['watches', 'hooks'].find((each) => each === where.show) ?? 'journal'
  return (
    <div class="requests-view">
      <Tabs
        name="requests"
        label="Requests"
        current={tab}
        onChoose={(show) => go({ show }, { replace: true })}
        tabs={[
          { id: 'journal', label: 'Journal' },
          { id: 'watches', label: `Open watches ${watches.length || ''}` },
          { id: 'hooks', label: `Hooks ${hooks.length || ''}` },
        ]}
      />
      <TabPanel name="requests" current={tab}>
        {tab === 'journal' && <RequestTable {...props} />}
        {tab === 'watches' && <WatchList {...props} />}
        {tab === 'hooks' && <HookList hooks={hooks} />}
      </TabPanel>
      {tab === 'journal' && dropped > 0 && <p class="foot dim">{dropped} older requests are no longer held.</p>}
    </div>
  )
}
