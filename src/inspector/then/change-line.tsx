import { type ToldChange, nameOfChange } from '../model/changes.js'
import type { Go } from '../parts/use-where.js'
import type { Cause } from '../model/causes.js'

/** A change on one line: links to its revision and its request, and its cause. */
export function ChangeLine({
  told,
  go,
  named = false,
  bare = false,
}: {
  readonly told: ToldChange
  readonly go: Go
  /** Whether to show the name of the object. */
  readonly named?: boolean
  /** Whether to leave out the request. */
  readonly bare?: boolean
}) {
  const { change, cause, color, request } = told
  return (
    <span class="change-line">
      {named && <strong>{nameOfChange(change)}</strong>}{' '}
      <button type="button" class="plain" onClick={() => go({ view: 'then', at: change.revision })}>
        {change.revision}
      </button>{' '}
      {change.type} by <CauseMark cause={cause} color={color} />
      {request && !bare && (
        <>
          {': '}
          <button
            type="button"
            class="plain request-line"
            onClick={() => go({ view: 'requests', show: '', request: request.sequence })}
          >
            {request.method} {request.path}
          </button>
          {request.hooks.map(({ phase, site }) => (
            <span key={`${phase} ${site}`} class="hook-mark" title={`${phase} hook`}>
              {site}
            </span>
          ))}
        </>
      )}
    </span>
  )
}

const ABOUT = { client: 'client', controller: 'controller', hook: 'hook', none: '' }

/** The name of a cause in its colour. */
export const CauseMark = ({ cause, color }: { readonly cause: Cause; readonly color: number }) => (
  <span class={`cause cause-${color}`} title={`${ABOUT[cause.type]} ${cause.name}`.trim()}>
    {cause.name}
  </span>
)
