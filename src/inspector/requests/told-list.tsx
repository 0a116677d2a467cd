import { useMemo } from 'preact/hooks'
import { changesOf } from '../model/changes.js'
import { clockTime } from '../model/clock-text.js'
import { eventsOfWatch } from '../model/watched.js'
import type { BundleTold } from '../../cluster/bundle/types.js'
import type { ViewProps } from '../view-props.js'

/** Maximum number of events shown. */
const MOST = 200

/** The events that a watch sent, newest first. */
export function ToldList({ session, go, id }: Pick<ViewProps, 'session' | 'go'> & { readonly id: string }) {
  const { bundle } = session
  const told = useMemo(() => eventsOfWatch(id, bundle.told), [id, bundle.told])
  if (told.length === 0) return null
  const { byRevision } = changesOf(bundle)
  return (
    <section aria-label={`What ${id} was told`}>
      <h3>
        What {id} was told, newest first <span class="dim">({told.length})</span>
      </h3>
      <ul class="change-lines">
        {told
          .slice(-MOST)
          .reverse()
          .map((event) => (
            <li key={event.number}>
              <span class="dim">{clockTime(event.time, bundle.made)}</span> <Event event={event} />{' '}
              {event.revision !== undefined && byRevision.has(event.revision) ? (
                <button type="button" class="plain" onClick={() => go({ view: 'then', at: event.revision ?? 0 })}>
                  {event.revision}
                </button>
              ) : (
                event.revision
              )}
              {event.torn && <span class="hook-mark">cut in its line</span>}
            </li>
          ))}
      </ul>
    </section>
  )
}

const Event = ({ event: { type, namespace, name, reason } }: { readonly event: BundleTold }) => (
  <>
    <span class={type === 'ERROR' ? 'tone bad' : ''}>{type}</span>{' '}
    <strong>{reason ?? (namespace === '' ? name : `${namespace}/${name}`)}</strong>
  </>
)
