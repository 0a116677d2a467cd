import { useEffect, useMemo, useState } from 'preact/hooks'
import type { BundleLogs } from '../../cluster/bundle/types.js'
import { changesOf } from '../model/changes.js'
import { eventsOf } from '../model/events.js'
import { groupOf } from '../model/kinds.js'
import { kindId } from '../model/rows.js'
import type { Row } from '../model/rows.js'
import { Detail } from '../parts/detail.js'
import { TabPanel, Tabs } from '../parts/tabs.js'
import type { BrowserProps } from './browser-props.js'
import { Conditions } from './conditions.js'
import { EventList } from './event-list.js'
import { Life } from '../then/life.js'
import { Edit } from './edit.js'
import { Family } from './family.js'
import { Logs } from './logs.js'
import { ObjectTrouble } from './object-trouble.js'
import { Yaml } from './yaml.js'

type PanelProps = BrowserProps & {
  readonly kind: string
  /** Undefined if the object does not exist at this moment. */
  readonly row: Row | undefined
  readonly onOpen: (row: Row) => void
  readonly onClose: () => void
}

/** One object: its fields and their owners, its conditions, Events, family and changes. */
export function ObjectPanel(props: PanelProps) {
  const { kind, row, world, session, where, go, onOpen, onClose } = props
  const events = useMemo(() => (row ? eventsOf(row, world) : []), [row, world])
  const isPod = kind === 'v1/Pod'
  const tab = ['logs', 'events', 'family', 'life'].find((id) => id === where.tab && (id !== 'logs' || isPod)) ?? 'yaml'
  return (
    <Detail
      label={`${kind} ${where.object}`}
      about={`${kind.slice(kind.lastIndexOf('/') + 1)} · ${groupOf(kind)}`}
      title={where.object}
      onClose={onClose}
    >
      {row && !session.counts ? (
        <>
          <ObjectTrouble row={row} world={world} onOpen={onOpen} />
          <Tabs
            name="object"
            label="The object"
            current={tab}
            onChoose={(id) => go({ tab: id }, { replace: true })}
            tabs={[
              { id: 'yaml', label: 'Object' },
              ...(isPod ? [{ id: 'logs', label: 'Logs' }] : []),
              { id: 'events', label: `Events ${events.length || ''}` },
              { id: 'family', label: 'Family' },
              { id: 'life', label: 'Life' },
            ]}
          />
          <TabPanel name="object" current={tab}>
            <PanelBody {...props} row={row} tab={tab} events={events} />
          </TabPanel>
        </>
      ) : (
        <p class="empty">{session.counts ? 'Opening…' : 'It is not there at this moment.'}</p>
      )}
    </Detail>
  )
}

const NO_LOGS: readonly BundleLogs[] = []

type BodyProps = PanelProps & {
  readonly row: Row
  readonly tab: string
  readonly events: ReturnType<typeof eventsOf>
}

function PanelBody(props: BodyProps) {
  const { row, tab, events, world, onOpen, session, now, where, go, remote, refresh } = props
  const [editing, setEditing] = useState(false)
  // Stops editing when another object is selected.
  useEffect(() => setEditing(false), [row.kind, row.key])
  if (tab === 'logs')
    return (
      <Logs
        pod={row.object}
        scripts={session.bundle.logs ?? NO_LOGS}
        now={now}
        chosen={where.container}
        onChoose={(container) => go({ container }, { replace: true })}
      />
    )
  if (tab === 'events') return <EventList events={events} now={now} />
  if (tab === 'family') return <Family row={row} world={world} onOpen={onOpen} />
  if (tab === 'life') {
    const changes = changesOf(session.bundle)
    return <Life steps={changes.of(row.kind, row.key)} changes={changes} today={session.bundle.made} go={go} />
  }
  const kind = session.bundle.kinds.find((each) => kindId(each) === row.kind)
  if (editing && remote && kind)
    return <Edit kind={kind} row={row} remote={remote} refresh={refresh} onDone={() => setEditing(false)} />
  return (
    <>
      <Conditions object={row.object} now={now} />
      <Yaml object={row.object} onEdit={remote && kind?.resource ? () => setEditing(true) : undefined} />
    </>
  )
}
