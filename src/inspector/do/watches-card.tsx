import { agentName } from '../model/causes.js'
import { aimOf } from '../model/watched.js'
import { OutcomeLine } from '../parts/outcome-line.js'
import { post, useAction } from '../parts/use-action.js'
import type { CardProps } from './card-props.js'

const DEEDS = [
  { path: 'hold', label: 'Hold', body: {}, said: 'holds back what comes' },
  { path: 'release', label: 'Release one', body: { count: 1 }, said: 'let one event go on' },
  { path: 'release', label: 'Release all', body: { count: 'all' }, said: 'lets everything go on' },
  { path: 'expire', label: 'Expire', body: {}, said: 'ended with 410 Expired' },
  { path: 'cut', label: 'Cut', body: {}, said: 'was cut' },
  { path: 'end', label: 'End', body: {}, said: 'ended as by a timeout' },
]

/** Holds, releases, expires and cuts open watches. */
export function WatchesCard({ session, shown, remote }: CardProps) {
  const { outcome, act } = useAction(remote, shown.refresh)
  const { watches } = session.bundle
  return (
    <section class="card" aria-labelledby="watches-title">
      <h2 id="watches-title">Open watches</h2>
      {watches.length === 0 && <p class="dim">None is open.</p>}
      <ul class="watch-cards">
        {watches.map((watch) => (
          <li key={watch.id}>
            <p>
              <strong>{watch.id}</strong> {aimOf(watch)}{' '}
              <span class="dim">
                {agentName(watch.userAgent) || watch.user}, told up to {watch.resourceVersion}
              </span>
              {(watch.held ?? watch.holding) && (
                <span class="hook-mark">{watch.held ? 'an event waits' : 'holds back what comes'}</span>
              )}
            </p>
            <div class="row">
              {DEEDS.map(({ path, label, body, said }) => (
                <button
                  key={label}
                  type="button"
                  class="small"
                  aria-label={`${label} ${watch.id}`}
                  onClick={() => void act(`watches/${watch.id}/${path}`, post(body), `${watch.id} ${said}.`)}
                >
                  {label}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <OutcomeLine outcome={outcome} />
    </section>
  )
}
