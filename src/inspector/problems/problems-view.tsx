import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Tone } from '../model/problem-rules.js'
import { type Subject, type Trouble, type TroubleLine, kindText, matchesTrouble, troubleIn } from '../model/trouble.js'
import { foundOf } from '../model/rows.js'
import { ObjectPanel } from '../now/object-panel.js'
import { type Walk, useWalk } from '../parts/use-walk.js'
import type { ViewProps } from '../parts/use-session.js'
import { humanAge } from '../../base/time/time.js'
import { TroubleWords } from './trouble-words.js'

const SECTIONS: readonly { readonly tone: Tone; readonly title: string }[] = [
  { tone: 'wrong', title: 'Wrong' },
  { tone: 'waiting', title: 'Not there yet' },
  { tone: 'told', title: 'Only Events warn of it' },
]

/** Maximum number of owners shown. */
const MOST = 200

/** All that is wrong at present, over all kinds, by topmost owner. */
export function ProblemsView(props: ViewProps) {
  const { session, shown, where, go } = props
  const { now: world, bundle } = session
  const all = useMemo(() => troubleIn(world), [world])
  const { problems: text, namespace, kind, object } = where
  const found = useMemo(() => all.filter((each) => matchesTrouble(each, text, namespace)), [all, text, namespace])
  const drawn = found.slice(0, MOST)
  const current = object === '' ? undefined : `${kind} ${object}`
  const walk = useWalk(
    useMemo(() => drawn.flatMap((trouble) => trouble.lines.map((line) => lineId(trouble, line))), [drawn]),
    undefined,
  )
  const open = ({ kind, key }: Pick<Subject, 'kind' | 'key'>) => go({ kind, object: key, tab: '' })
  return (
    <div class={`problems-view ${current === undefined ? '' : 'with-object'}`}>
      <section class="objects" aria-label="What is wrong now">
        <ProblemFilters {...props} found={found.length} all={all.length} />
        <div class="problem-list" onKeyDown={walk.onKeyDown} role="group" aria-label="Problems">
          {SECTIONS.map(({ tone, title }) => (
            <Section key={tone} title={title} troubles={drawn.filter((each) => each.tone === tone)}>
              {(trouble) => (
                <TroubleCard
                  key={subjectKey(trouble.top)}
                  trouble={trouble}
                  now={bundle.made}
                  current={current}
                  walk={walk}
                  onOpen={open}
                />
              )}
            </Section>
          ))}
          {found.length > MOST && <p class="empty">and {found.length - MOST} more</p>}
          {found.length === 0 && (
            <p class="empty">{all.length > 0 ? 'Nothing matches the filter.' : 'Nothing is wrong.'}</p>
          )}
        </div>
      </section>
      {object !== '' && (
        <ObjectPanel
          {...{ world, session, where, go, kind }}
          now={bundle.made}
          remote={shown.remote}
          refresh={shown.refresh}
          row={world.get(kind)?.get(object)}
          onOpen={open}
          onClose={() => go({ object: '' })}
        />
      )}
    </div>
  )
}

function ProblemFilters({
  session,
  where,
  go,
  found,
  all,
}: ViewProps & { readonly found: number; readonly all: number }) {
  const spaces = session.now.get('v1/Namespace')
  const namespaces = useMemo(() => [...(spaces?.keys() ?? [])].sort(), [spaces])
  return (
    <div class="filters" role="search">
      <h2>Problems</h2>
      <input
        type="search"
        aria-label="Text of problems"
        placeholder="Filter: name, reason, words"
        value={where.problems}
        onInput={(event) => go({ problems: event.currentTarget.value }, { replace: true })}
      />
      <select
        aria-label="Namespace"
        value={where.namespace}
        onChange={(event) => go({ namespace: event.currentTarget.value }, { replace: true })}
      >
        <option value="">All namespaces</option>
        {namespaces.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <span class="tally" role="status">
        {foundOf(found, 'problem', all)}
      </span>
    </div>
  )
}

type SectionProps = {
  readonly title: string
  readonly troubles: readonly Trouble[]
  readonly children: (trouble: Trouble) => JSX.Element
}

const Section = ({ title, troubles, children }: SectionProps) =>
  troubles.length === 0 ? null : (
    <section aria-label={title}>
      <h3>
        {title} <span class="count">{troubles.length}</span>
      </h3>
      <ul>{troubles.map(children)}</ul>
    </section>
  )

type CardProps = {
  readonly trouble: Trouble
  readonly now: number
  /** The kind and key of the object that is open. */
  readonly current: string | undefined
  readonly walk: Walk
  readonly onOpen: (subject: Subject) => void
}

/** An object in trouble: what is wrong with it and with what it owns; a line opens the object that it is about. */
function TroubleCard({ trouble, now, current, walk, onOpen }: CardProps) {
  const { top, tone, since, lines } = trouble
  return (
    <li class={`trouble ${tone}`}>
      <h4>
        <span class="dim">{kindText(top.kind)}</span> {top.key}
        {!top.row && <span class="dim"> (is gone)</span>}
        {!Number.isNaN(since) && (
          <time class="dim" dateTime={new Date(since).toISOString()} title={new Date(since).toISOString()}>
            {humanAge(now - since)}
          </time>
        )}
      </h4>
      {lines.map((line) => (
        <button
          key={lineId(trouble, line)}
          type="button"
          {...walk.button(lineId(trouble, line))}
          aria-current={subjectKey(line.subject) === current}
          disabled={!line.subject.row}
          onClick={() => onOpen(line.subject)}
        >
          <TroubleWords line={line} of={top} />
        </button>
      ))}
    </li>
  )
}

/** Returns a unique key of an object among all kinds. */
const subjectKey = ({ kind, key }: Subject): string => `${kind} ${key}`

/** Returns a unique key of a line among all troubles. */
const lineId = ({ top }: Trouble, { tone, reason, subject }: TroubleLine): string =>
  `${subjectKey(top)} ${tone} ${subject.kind} ${reason}`
