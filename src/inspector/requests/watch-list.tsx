import { useMemo, useState } from 'preact/hooks'
import type { BundleChange, BundleWatch } from '../../cluster/bundle/types.js'
import { agentName } from '../model/causes.js'
import { type ToldChange, changesOf } from '../model/changes.js'
import { aimOf, eventsOfWatch, watchedChanges } from '../model/watched.js'
import { ToldList } from './told-list.js'
import { ChangeLine } from '../then/change-line.js'
import type { ViewProps } from '../view-props.js'

/** The open watches: what each selects, the last resourceVersion it sent, and what it holds. */
export function WatchList(props: ViewProps) {
  const { watches, changes } = props.session.bundle
  const [chosen, setChosen] = useState('')
  if (watches.length === 0) return <p class="empty">No watch is open.</p>
  const open = watches.find(({ id }) => id === chosen) ?? watches[0]
  return (
    <div class="sheet">
      <table class="list" aria-label="Open watches">
        <thead>
          <tr>
            {['Watch', 'Of', 'By', 'Told up to', 'Held back'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {watches.map((watch) => (
            <tr key={watch.id} class={watch === open ? 'open' : ''}>
              <td>
                <button type="button" class="plain" aria-pressed={watch === open} onClick={() => setChosen(watch.id)}>
                  {watch.id}
                </button>
              </td>
              <td>{aimOf(watch)}</td>
              <td>{agentName(watch.userAgent) || watch.user}</td>
              <td>{watch.resourceVersion}</td>
              <td class={watch.held || watch.holding ? 'busy-text' : 'dim'}>{heldBack(watch, changes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {open && <ToldList {...props} id={open.id} />}
      {open && <Told {...props} watch={open} />}
    </div>
  )
}

/** Describes what a watch holds. */
function heldBack(watch: BundleWatch, changes: readonly BundleChange[]): string {
  if (!watch.held) return watch.holding ? 'what comes' : 'nothing'
  return `${watchedChanges(watch, changes).filter(({ told }) => !told).length} events`
}

/** Maximum number of changes shown. */
const MOST = 200

function Told({ session, go, watch }: ViewProps & { readonly watch: BundleWatch }) {
  const { byRevision } = changesOf(session.bundle)
  const watched = useMemo(() => watchedChanges(watch, session.bundle.changes), [watch, session.bundle.changes])
  // The events that it sent are listed separately, if they are recorded.
  const isNoted = eventsOfWatch(watch.id, session.bundle.told).length > 0
  const shown = isNoted ? watched.filter(({ told }) => !told) : watched
  const newest = shown.slice(-MOST).reverse()
  if (isNoted && newest.length === 0) return null
  return (
    <section aria-label={isNoted ? `What ${watch.id} has not been told` : `Changes for ${watch.id}`}>
      <h3>
        {isNoted ? `What ${watch.id} has not been told` : `Changes of ${aimOf(watch)}`}, newest first{' '}
        <span class="dim">({shown.length})</span>
      </h3>
      <ul class="change-lines">
        {newest.map(({ change, told }) => {
          const known: ToldChange | undefined = byRevision.get(change.revision)
          return (
            <li key={change.revision} class={told ? '' : 'waits'}>
              {!told && <span class="hook-mark">{watch.held ? 'held back' : 'not told'}</span>}{' '}
              {known && <ChangeLine told={known} go={go} named />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
