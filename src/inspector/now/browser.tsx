import { useMemo } from 'preact/hooks'
import { groupKinds, pickKind } from '../model/kinds.js'
import type { Where } from '../model/place.js'
import { type Row, type World, kindId } from '../model/rows.js'
import type { Session } from '../model/session.js'
import type { Go } from '../parts/use-where.js'
import type { Remote } from '../source/remote.js'
import { KindList } from './kind-list.js'
import { ObjectPanel } from './object-panel.js'
import { ObjectTable } from './object-table.js'

/** What a browser of objects is given: a world of some moment, and the session it is part of. */
export type BrowserProps = {
  readonly world: World
  readonly session: Session
  /** The time of that moment. */
  readonly now: number
  /** Where objects can be changed: of the present world of a live cluster. */
  readonly remote: Remote | undefined
  readonly refresh: () => void
  readonly where: Where
  readonly go: Go
}

/** Kinds, the table of one of them, and one object. */
export function Browser(props: BrowserProps) {
  const { world, session, where, go } = props
  const { kinds } = session.bundle
  const groups = useMemo(() => groupKinds(kinds, world), [kinds, world])
  const id = where.kind || pickKind(groups)
  const kind = kinds.find((each) => kindId(each) === id)
  const row = where.object === '' ? undefined : world.get(id)?.get(where.object)
  const open = ({ kind, key }: Row) => go({ kind, object: key })
  return (
    <div class={`browser ${where.object === '' ? '' : 'with-object'}`}>
      <KindList groups={groups} current={id} onChoose={(kind) => go({ kind, object: '' })} />
      {kind ? <ObjectTable {...props} kind={kind} /> : <p class="empty">There is no kind {id} here.</p>}
      {where.object !== '' && (
        <ObjectPanel {...props} kind={id} row={row} onOpen={open} onClose={() => go({ object: '' })} />
      )}
    </div>
  )
}
