import { clockTime } from './model/clock-text.js'
import { countTrouble, troubleIn } from './model/trouble.js'
import { VIEWS, type Where } from './model/place.js'
import { Tabs } from './parts/tabs.js'
import { ThemeSwitch } from './parts/theme-switch.js'
import type { Shown } from './parts/use-session.js'
import type { Go } from './parts/use-where.js'

const LABELS = { now: 'Now', problems: 'Problems', then: 'Then', requests: 'Requests', do: 'Do' }

type HeaderProps = {
  readonly shown: Shown
  readonly where: Where
  readonly go: Go
  readonly onHelp: () => void
}

/** The header: the name, the views, and the time and revision of the cluster. */
export function Header({ shown, where, go, onHelp }: HeaderProps) {
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
