import { conditionsOf } from '../model/conditions.js'
import type { KubeObject } from '../../schema/object.js'

/** The conditions an object's status has; nothing where there are none. */
export function Conditions({ object }: { readonly object: KubeObject }) {
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
              {since.slice(11, 19)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
