import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Bundle } from '../cluster/bundle/types.js'
import { VIEWS, type Where, formatWhere, parseWhere, tokenIn } from './model/place.js'
import { NowView } from './now/browser.js'
import { KeyHelp } from './parts/key-help.js'
import { TabPanel, Tabs, panelId } from './parts/tabs.js'
import { useKeys } from './parts/use-keys.js'
import { type Shown, type ViewProps, useSession } from './parts/use-session.js'
import { type Go, useWhere } from './parts/use-where.js'
import { DoView } from './do/do-view.js'
import { ProblemsView } from './problems/problems-view.js'
import { RequestsView } from './requests/requests-view.js'
import { ThenView } from './then/then-view.js'
import { clockTime } from './model/clock-text.js'
import { countTrouble, troubleIn } from './model/trouble.js'
import { ThemeSwitch } from './parts/theme-switch.js'

/** The whole page, for the Bundle in a file or for the cluster that serves the page. */
export function App({ embedded }: { readonly embedded: Bundle | undefined }) {
  const { where, go } = useWhere()
  const shown = useSession(embedded, tokenIn(location.hash), where.kind)
  const { session } = shown
  // The Now view only needs the first part of the Bundle.
  const isThere = session !== undefined && (session.counts === undefined || where.view === 'now')
  useFocusKept(where.view)
  const [helps, setHelps] = useState(false)
  const help = useCallback(() => setHelps((helps) => !helps), [])
  useKeys({ help, close: useCallback(() => closeOpened(go), []) })
  return (
    <>
      <Header shown={shown} where={where} go={go} onHelp={help} />
      <main>
        {isThere ? (
          <TabPanel name="views" current={where.view}>
            <View session={session} shown={shown} where={where} go={go} />
          </TabPanel>
        ) : (
          <Waiting shown={shown} />
        )}
      </main>
      <KeyHelp open={helps} onClose={() => setHelps(false)} />
    </>
  )
}

/** Closes the object or request that is open, as the address has it: another handler may have closed it already. */
function closeOpened(go: Go): void {
  const { view, object, request } = parseWhere(location.hash)
  if (view === 'requests' && request !== 0) go({ request: 0 })
  else if (view !== 'requests' && object !== '') go({ object: '' })
}

/** Moves the focus to the panel if the focused element was removed with its view. */
function useFocusKept(view: string) {
  const seen = useRef(view)
  useEffect(() => {
    if (seen.current === view) return
    seen.current = view
    if (document.activeElement === document.body) document.getElementById(panelId('views'))?.focus()
  }, [view])
}

function View(props: ViewProps) {
  switch (props.where.view) {
    case 'now':
      return <NowView {...props} />
    case 'problems':
      return <ProblemsView {...props} />
    case 'then':
      return <ThenView {...props} />
    case 'requests':
      return <RequestsView {...props} />
    case 'do':
      return <DoView {...props} />
  }
}

/** Shown until there is a Bundle: progress, an error, or a form for the token. */
function Waiting({ shown: { link, fault } }: { readonly shown: Shown }) {
  const [token, setToken] = useState('')
  if (link !== 'locked')
    return (
      <div class="waiting" role="status">
        {link === 'lost' ? <p class="bad">{fault}</p> : <p>Opening…</p>}
      </div>
    )
  const open = (event: Event) => {
    event.preventDefault()
    location.hash = formatWhere(parseWhere(location.hash), token)
    location.reload()
  }
  return (
    <form class="waiting" onSubmit={open}>
      <label>
        The token of this cluster
        <input type="password" value={token} onInput={(event) => setToken(event.currentTarget.value)} />
      </label>
      <button type="submit">Open</button>
      <p class="dim">It stays in the address after the #, which browsers send to no server.</p>
    </form>
  )
}

const LABELS = { now: 'Now', problems: 'Problems', then: 'Then', requests: 'Requests', do: 'Do' }

type HeaderProps = {
  readonly shown: Shown
  readonly where: Where
  readonly go: Go
  readonly onHelp: () => void
}

/** The header: the name, the views, and the time and revision of the cluster. */
function Header({ shown, where, go, onHelp }: HeaderProps) {
  const views = VIEWS.filter((id) => id !== 'do' || shown.remote !== undefined)
  return (
    <header class="top">
      <h1>
        <span class="mark" aria-hidden="true" />
        fakecluster
      </h1>
      <Tabs
        name="views"
        label="Views"
        tabs={views.map((id) => ({ id, label: id === 'problems' ? <ProblemsLabel shown={shown} /> : LABELS[id] }))}
        current={where.view}
        onChoose={(id) => go({ view: VIEWS.find((view) => view === id) ?? 'now' })}
      />
      <Moment shown={shown} />
      <button type="button" class="icon" aria-label="Keys" title="Keys (?)" onClick={onHelp}>
        ?
      </button>
      <ThemeSwitch />
    </header>
  )
}

/** The label of the problems, with their number once all objects are there. */
function ProblemsLabel({ shown: { session } }: { readonly shown: Shown }) {
  const isWhole = session !== undefined && session.counts === undefined
  const count = isWhole ? countTrouble(troubleIn(session.now)) : 0
  return (
    <>
      {LABELS.problems}
      {count > 0 && <span class="badge">{count}</span>}
    </>
  )
}

const LINKS: { readonly [link in Shown['link']]: string } = {
  file: 'file',
  opening: 'opening',
  live: 'live',
  lost: 'no connection',
  locked: 'wants a token',
}

/** The time and revision of the cluster, and the state of the connection. */
function Moment({ shown: { session, link } }: { readonly shown: Shown }) {
  const bundle = session?.bundle
  return (
    <div class="moment">
      {bundle && (
        <>
          <span title={new Date(bundle.made).toISOString()}>
            <span class="dim">{new Date(bundle.made).toISOString().slice(0, 10)}</span>{' '}
            {clockTime(Math.floor(bundle.made / 1000) * 1000)}
          </span>
          <span class="revision" title="Resource version of the newest change">
            <span class="dim">revision</span> {bundle.to}
          </span>
          {bundle.seed !== undefined && (
            <span class="seed" title="What decides ids and randomness">
              <span class="dim">seed</span> {bundle.seed}
            </span>
          )}
        </>
      )}
      <span class={`link ${link}`} role="status">
        {LINKS[link]}
      </span>
    </div>
  )
}
