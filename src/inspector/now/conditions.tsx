import { shownTime } from '../model/clock-text.js'
import { conditionsOf } from '../model/conditions.js'
import type { KubeObject } from '../../schema/object.js'

/** The conditions in an object's status, if there are any. */
export function Conditions({ object, now }: { readonly object: KubeObject; readonly now: number }) {
  const conditions = conditionsOf(object)
  if (conditions.length === 0) return null
  return (
    <table class="conditions" aria-label="Conditions">
      <tbody>
        {conditions.map(({ type, status, reason, message, since }) => (
          <tr key={type}>
            <th scope="row">{type}</th>
            <td class={`status-${status.toLowerCase()}`}>{status}</td>
            <td title={message}>
              {reason} <span class="dim">{message}</span>
            </td>
            <td class="dim when" title={since}>
              {shownTime(since, now)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
