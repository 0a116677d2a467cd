import type { Told } from '../model/events.js'

/** The Events about an object, newest first. */
export function EventList({ events }: { readonly events: readonly Told[] }) {
  if (events.length === 0) return <p class="empty">There is no Event about it.</p>
  return (
    <ol class="events">
      {events.map(({ type, reason, message, count, last, from }) => (
        <li key={`${last} ${reason} ${message}`} class={type === 'Warning' ? 'warning' : ''}>
          <p>
            <strong>{reason}</strong>
            {count > 1 && <span class="count">×{count}</span>}
            <span class="dim">
              {from} <time dateTime={last}>{last.slice(11, 19)}</time>
            </span>
          </p>
          <p>{message}</p>
        </li>
      ))}
    </ol>
  )
}
