import { useEffect, useState } from 'preact/hooks'
import { isObject } from '../../base/json/json.js'
import { HOME, formatWhere, tokenIn } from '../model/place.js'
import { OutcomeLine } from '../parts/outcome-line.js'
import { type Action, post, remove, useAction } from '../parts/use-action.js'
import { CONTROL, type Remote, bundleIn } from '../source/remote.js'
import { savePage } from '../source/save.js'
import type { CardProps } from './card-props.js'

type Kept = { readonly id: string; readonly revision: string; readonly time: string }

type StateProps = {
  readonly state: Kept
  readonly act: Action['act']
  readonly onFork: (snapshot: string) => void
}

/** Takes and restores snapshots, and serves forks. */
export function StatesCard({ shown, remote }: CardProps) {
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
