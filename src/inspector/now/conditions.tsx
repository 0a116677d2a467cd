import { Fragment } from 'preact'
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
          <Fragment key={type}>
            <tr>
              <th scope="row">{type}</th>
              <td class={`status-${status.toLowerCase()}`}>{status}</td>
              <td class="dim when" title={since}>
                {shownTime(since, now)}
              </td>
            </tr>
            {(reason !== '' || message !== '') && (
              <tr class="why">
                <td colSpan={3}>
                  {reason} <span class="dim">{message}</span>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
