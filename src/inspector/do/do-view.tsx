import type { ViewProps } from '../parts/use-session.js'
import { useEffect, useState } from 'preact/hooks'
import { isObject, stringifyJson } from '../../base/json/json.js'
import { OutcomeLine } from '../parts/outcome-line.js'
import { type Action, post, remove, useAction } from '../parts/use-action.js'
import { TextWithLines, badLines } from '../parts/text-with-lines.js'
import { agentName } from '../model/causes.js'
import { aimOf } from '../model/watched.js'
import { HOME, formatWhere, tokenIn } from '../model/place.js'
import { CONTROL, type Remote, bundleIn } from '../source/remote.js'
import { savePage } from '../source/save.js'

/** Acts on a live cluster: its clock, watches, faults and states. */
export function DoView(props: ViewProps) {
  const { remote } = props.shown
  if (!remote) return <p class="empty">There is no cluster behind a file. Start one, and open its inspector.</p>
  const given = { ...props, remote }
  return (
    <div class="do-view">
      <div>
        <ClockCard {...given} />
        <StatesCard {...given} />
        <WatchesCard {...given} />
      </div>
      <div>
        <ScriptCard {...given} />
        <HooksCard {...given} />
      </div>
    </div>
  )
}

const EXAMPLE = `# The next two writes of a Deployment meet somebody who was faster.
- before: { verb: [update, patch], kind: Deployment }
  times: 2
  then: { status: Conflict }
`

/** Adds a script of faults; wrong lines are marked. */
function ScriptCard({ shown, remote }: CardProps) {
  const [text, setText] = useState(EXAMPLE)
  const { outcome, act } = useAction(remote, shown.refresh)
  const add = () =>
    void act('hooks?name=script', { method: 'POST', body: text, type: 'application/yaml' }, (value) =>
      isObject(value) ? `${String(value['id'])} is in force.` : '',
    )
  const said =
    outcome.type === 'refused' ? [outcome.answer.message, ...outcome.answer.causes.map(({ message }) => message)] : []
  return (
    <section class="card" aria-labelledby="script-title">
      <h2 id="script-title">Script</h2>
      <TextWithLines label="Script" value={text} onInput={setText} bad={badLines(said, 'script')} rows={12} />
      <div class="row">
        <button type="button" class="primary" onClick={add}>
          Add the script
        </button>
      </div>
      <OutcomeLine outcome={outcome} />
    </section>
  )
}

const STEPS = ['1s', '10s', '1m', '5m', '1h']

const saidTime = (value: unknown) => (isObject(value) ? `It is ${String(value['time'])}.` : '')

/** Advances the clock. */
function ClockCard({ session, shown, remote }: CardProps) {
  const [by, setBy] = useState('30s')
  const { outcome, act } = useAction(remote, shown.refresh)
  const { clock, made } = session.bundle
  const advance = (by: string) => void act('clock/advance', post({ by }), saidTime)
  return (
    <section class="card" aria-labelledby="clock-title">
      <h2 id="clock-title">Clock</h2>
      <p class="moment-large">{new Date(made).toISOString().replace('T', ' ').replace('Z', '')}</p>
      {clock === 'system' ? (
        <p class="dim">
          It is the system’s, and moves by itself. With a seed or a start the clock is virtual, unless another is
          chosen: it stands until it is told to move.
        </p>
      ) : (
        <div class="row">
          {STEPS.map((step) => (
            <button key={step} type="button" onClick={() => advance(step)}>
              +{step}
            </button>
          ))}
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault()
              advance(by)
            }}
          >
            <input aria-label="How far" size={7} value={by} onInput={(event) => setBy(event.currentTarget.value)} />
            <button type="submit">Advance</button>
          </form>
          <button type="button" onClick={() => void act('clock/next', post(), saidTime)}>
            To what is due next
          </button>
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </section>
  )
}

const short = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value))

/** The registered hooks, with buttons to remove them and to release what they hold. */
function HooksCard({ session, shown, remote }: CardProps) {
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

const DEEDS = [
  { path: 'hold', label: 'Hold', body: {}, said: 'holds back what comes' },
  { path: 'release', label: 'Release one', body: { count: 1 }, said: 'let one event go on' },
  { path: 'release', label: 'Release all', body: { count: 'all' }, said: 'lets everything go on' },
  { path: 'expire', label: 'Expire', body: {}, said: 'ended with 410 Expired' },
  { path: 'cut', label: 'Cut', body: {}, said: 'was cut' },
  { path: 'end', label: 'End', body: {}, said: 'ended as by a timeout' },
]

/** Holds, releases, expires and cuts open watches. */
function WatchesCard({ session, shown, remote }: CardProps) {
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

type Kept = { readonly id: string; readonly revision: string; readonly time: string }

type StateProps = {
  readonly state: Kept
  readonly act: Action['act']
  readonly onFork: (snapshot: string) => void
}

/** Takes and restores snapshots, and serves forks. */
function StatesCard({ shown, remote }: CardProps) {
  const [kept, setKept] = useState<readonly Kept[]>([])
  const [forks, setForks] = useState<readonly string[]>([])
  const { outcome, act } = useAction(remote, shown.refresh)
  useEffect(() => {
    // Repeated after each action, as other programs may have changed the lists.
    void listOf(remote, 'snapshots').then((items) =>
      setKept(
        items.map(({ id, resourceVersion, time }) => ({
          id: String(id),
          revision: String(resourceVersion),
          time: String(time),
        })),
      ),
    )
    void listOf(remote, 'forks').then((items) => setForks(items.map(({ url }) => String(url))))
  }, [outcome, remote])
  const fork = (snapshot?: string) =>
    void act('forks', post(snapshot === undefined ? {} : { snapshot }), (value) =>
      isObject(value) ? `A copy listens on ${String(value['url'])}.` : '',
    )
  const save = async () => {
    const answer = await act('bundle', {}, 'What happened until now is in the file that is saved; Secrets are masked.')
    if (answer.ok) await savePage(document, bundleIn(answer.value))
  }
  return (
    <section class="card" aria-labelledby="states-title">
      <h2 id="states-title">States</h2>
      <div class="row">
        <button type="button" onClick={() => void act('snapshots', post(), 'The state is kept.')}>
          Snapshot
        </button>
        <button type="button" onClick={() => fork()}>
          Fork to a port
        </button>
        <button type="button" onClick={() => void act('state/reset', post(), 'It is as at the start.')}>
          Reset
        </button>
        <button type="button" onClick={() => void save()}>
          Save as a file
        </button>
      </div>
      <table class="list" aria-label="States kept">
        <tbody>
          {kept.map((state) => (
            <State key={state.id} state={state} act={act} onFork={fork} />
          ))}
        </tbody>
      </table>
      {forks.length > 0 && (
        <Forks urls={forks} onClose={(port) => void act(`forks/${port}`, remove, 'The copy is closed.')} />
      )}
      <OutcomeLine outcome={outcome} />
    </section>
  )
}

function State({ state, act, onFork }: StateProps) {
  const { id, revision, time } = state
  const button = (label: string, onClick: () => void) => (
    <button type="button" class="small" aria-label={`${label} ${id}`} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <tr>
      <th scope="row">{id}</th>
      <td>{revision}</td>
      <td class="dim">{time.slice(0, 19).replace('T', ' ')}</td>
      <td class="row-end">
        {button('Restore', () => void act(`snapshots/${id}/restore`, post(), `It is as in ${id}.`))}{' '}
        {button('Fork', () => onFork(id))}{' '}
        {id !== 'start' && button('Drop', () => void act(`snapshots/${id}`, remove, `${id} is forgotten.`))}
      </td>
    </tr>
  )
}

type ForksProps = { readonly urls: readonly string[]; readonly onClose: (port: string) => void }

/** The forks; the links to them include the token of this cluster. */
const Forks = ({ urls, onClose }: ForksProps) => (
  <ul class="forks" aria-label="Forks">
    {urls.map((url) => (
      <li key={url}>
        <a href={`${url}${CONTROL}/${formatWhere(HOME, tokenIn(location.hash))}`} target="_blank" rel="noreferrer">
          {url}
        </a>{' '}
        <button type="button" class="small" onClick={() => onClose(new URL(url).port)}>
          Close
        </button>
      </li>
    ))}
  </ul>
)

async function listOf(remote: Remote, path: string): Promise<readonly { readonly [member: string]: unknown }[]> {
  const answer = await remote.ask(`${CONTROL}/${path}`)
  const items = answer.ok && isObject(answer.value) ? answer.value['items'] : []
  return Array.isArray(items) ? items.filter(isObject) : []
}

/** The props of a card. */
type CardProps = ViewProps & { readonly remote: Remote }
