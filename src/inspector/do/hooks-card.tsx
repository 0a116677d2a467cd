import { stringifyJson } from '../../base/json/json.js'
import { OutcomeLine } from '../parts/outcome-line.js'
import { post, remove, useAction } from '../parts/use-action.js'
import type { CardProps } from './card-props.js'

const short = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value))

/** The registered hooks, with buttons to remove them and to release what they hold. */
export function HooksCard({ session, shown, remote }: CardProps) {
  const { outcome, act } = useAction(remote, shown.refresh)
  const { hooks } = session.bundle
  return (
    <section class="card" aria-labelledby="hooks-title">
      <h2 id="hooks-title">Hooks in force</h2>
      {hooks.length === 0 && <p class="dim">None is.</p>}
      <ul class="hook-cards">
        {hooks.map(({ id, phase, match, then, calls, holding, site }) => (
          <li key={id}>
            <p>
              <strong>{id}</strong> {phase} <code>{short(match)}</code> → <code>{short(then)}</code>
            </p>
            <div class="row">
              <span class="dim">
                {calls === 0 ? 'never fired' : `fired ${calls}×`}, {site}
              </span>
              {holding > 0 && (
                <button
                  type="button"
                  class="small"
                  aria-label={`Release ${id}`}
                  onClick={() => void act(`hooks/${id}/release`, post(), `${id} let an event go on.`)}
                >
                  Release ({holding})
                </button>
              )}
              <button
                type="button"
                class="small"
                aria-label={`Remove ${id}`}
                onClick={() => void act(`hooks/${id}`, remove, `${id} is gone.`)}
              >
                Remove
              </button>
            </div>
          </li>
        ))}
      </ul>
      <OutcomeLine outcome={outcome} />
    </section>
  )
}
