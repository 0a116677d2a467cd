import { useMemo } from 'preact/hooks'
import { eventsOf } from '../model/events.js'
import { groupOf } from '../model/kinds.js'
import type { Row } from '../model/rows.js'
import { TabPanel, Tabs } from '../parts/tabs.js'
import type { BrowserProps } from './browser-props.js'
import { Conditions } from './conditions.js'
import { EventList } from './event-list.js'
import { Family } from './family.js'
import { Yaml } from './yaml.js'

type PanelProps = BrowserProps & {
  readonly kind: string
  /** Undefined where there is none of its name at this moment. */
  readonly row: Row | undefined
  readonly onOpen: (row: Row) => void
  readonly onClose: () => void
}

/** One object: what it says and who owns which field, its conditions, Events and family. */
export function ObjectPanel(props: PanelProps) {
  const { kind, row, world, where, go, onClose } = props
  const events = useMemo(() => (row ? eventsOf(row, world) : []), [row, world])
  const tab = ['events', 'family'].find((each) => each === where.tab) ?? 'yaml'
  return (
    <aside class="detail" aria-label={`${kind} ${where.object}`}>
      <header>
        <div>
          <p class="dim">
            {kind.slice(kind.lastIndexOf('/') + 1)} · {groupOf(kind)}
          </p>
          <h2>{where.object}</h2>
        </div>
        <button type="button" class="icon" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {row ? (
        <>
          <Tabs
            name="object"
            label="The object"
            current={tab}
            onChoose={(id) => go({ tab: id }, { replace: true })}
            tabs={[
              { id: 'yaml', label: 'Object' },
              { id: 'events', label: `Events ${events.length || ''}` },
              { id: 'family', label: 'Family' },
            ]}
          />
          <TabPanel name="object" current={tab}>
            <PanelBody {...props} row={row} tab={tab} events={events} />
          </TabPanel>
        </>
      ) : (
        <p class="empty">It is not there at this moment.</p>
      )}
    </aside>
  )
}

type BodyProps = PanelProps & {
  readonly row: Row
  readonly tab: string
  readonly events: ReturnType<typeof eventsOf>
}

function PanelBody(props: BodyProps) {
  const { row, tab, events, world, onOpen } = props
  if (tab === 'events') return <EventList events={events} />
  if (tab === 'family') return <Family row={row} world={world} onOpen={onOpen} />
  return (
    <>
      <Conditions object={row.object} />
      <Yaml object={row.object} />
    </>
  )
}
