import { shownTime } from '../model/clock-text.js'
import type { Told } from '../model/events.js'

/** The Events about an object, newest first. */
export function EventList({ events, now }: { readonly events: readonly Told[]; readonly now: number }) {
  if (events.length === 0) return <p class="empty">There is no Event about it.</p>
  return (
    <ol class="events">
      {events.map(({ type, reason, message, count, last, from }) => (
        <li key={`${last} ${reason} ${message}`} class={type === 'Warning' ? 'warning' : ''}>
          <p>
            <strong>{reason}</strong>
            {count > 1 && <span class="count">×{count}</span>}
            <span class="dim">
              {from} <time dateTime={last}>{shownTime(last, now)}</time>
            </span>
          </p>
          <p>{message}</p>
        </li>
      ))}
    </ol>
  )
}
