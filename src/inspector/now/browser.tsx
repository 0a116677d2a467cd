import { useMemo } from 'preact/hooks'
import { groupKinds, pickKind } from '../model/kinds.js'
import { type Row, kindId } from '../model/rows.js'
import type { BrowserProps } from './browser-props.js'
import { KindList, KindSelect } from './kind-list.js'
import { ObjectPanel } from './object-panel.js'
import { ObjectTable } from './object-table.js'

/** The list of kinds, the table of one of them, and one object. */
export function Browser(props: BrowserProps) {
  const { world, session, where, go } = props
  const { kinds } = session.bundle
  // Only set while the present world is being loaded; the past is not shown before that.
  const { counts } = session
  const groups = useMemo(() => groupKinds(kinds, world, counts), [kinds, world, counts])
  const id = where.kind || pickKind(groups)
  const kind = kinds.find((each) => kindId(each) === id)
  const row = where.object === '' ? undefined : world.get(id)?.get(where.object)
  const open = ({ kind, key }: Row) => go({ kind, object: key })
  const choose = (kind: string) => go({ kind, object: '' })
  return (
    <div class={`browser ${where.object === '' ? '' : 'with-object'}`}>
      <KindList groups={groups} current={id} onChoose={choose} />
      <KindSelect groups={groups} current={id} onChoose={choose} />
      {kind ? <ObjectTable {...props} kind={kind} /> : <p class="empty">There is no kind {id} here.</p>}
      {where.object !== '' && (
        <ObjectPanel {...props} kind={id} row={row} onOpen={open} onClose={() => go({ object: '' })} />
      )}
    </div>
  )
}
