import { TabPanel, Tabs } from '../parts/tabs.js'
import type { ViewProps } from '../parts/use-session.js'
import { stringifyJson } from '../../base/json/json.js'
import type {
  BundleHook,
  BundleReply,
  BundleRequest,
  BundleChange,
  BundleWatch,
  BundleTold,
} from '../../cluster/bundle/types.js'
import { webhookSaid } from '../../base/text/webhook-said.js'
import { useMemo, useState } from 'preact/hooks'
import { causeKey, causeOfRequest, agentName } from '../model/causes.js'
import { type ToldChange, changesOf } from '../model/changes.js'
import { clockTime, span } from '../model/clock-text.js'
import { widthFor } from '../model/columns.js'
import { type Choice, filterRequests, choicesOf } from '../model/request-filter.js'
import { type Bar, createScale, toneOfRequest } from '../model/waterfall.js'
import { CauseMark, ChangeLine } from '../then/change-line.js'
import { DataTable } from '../parts/data-table.js'
import { yamlLines } from '../model/yaml-lines.js'
import { CodeLines } from '../parts/code-lines.js'
import { Detail } from '../parts/detail.js'
import { foundOf } from '../model/rows.js'
import { aimOf, eventsOfWatch, watchedChanges } from '../model/watched.js'

/** The journal as a waterfall, open watches, and hooks. */
export function RequestsView(props: ViewProps) {
  const { session, where, go } = props
  const { watches, hooks, dropped } = session.bundle
  const tab = ['watches', 'hooks'].find((each) => each === where.show) ?? 'journal'
  return (
    <div class="requests-view">
      <Tabs
        name="requests"
        label="Requests"
        current={tab}
        onChoose={(show) => go({ show }, { replace: true })}
        tabs={[
          { id: 'journal', label: 'Journal' },
          { id: 'watches', label: `Open watches ${watches.length || ''}` },
          { id: 'hooks', label: `Hooks ${hooks.length || ''}` },
        ]}
      />
      <TabPanel name="requests" current={tab}>
        {tab === 'journal' && <RequestTable {...props} />}
        {tab === 'watches' && <WatchList {...props} />}
        {tab === 'hooks' && <HookList hooks={hooks} />}
      </TabPanel>
      {tab === 'journal' && dropped > 0 && <p class="foot dim">{dropped} older requests are no longer held.</p>}
    </div>
  )
}

const short = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value))

/** The registered hooks, and how often each has fired. */
function HookList({ hooks }: { readonly hooks: readonly BundleHook[] }) {
  if (hooks.length === 0) return <p class="empty">No hook is in force.</p>
  return (
    <div class="sheet">
      <table class="list" aria-label="Hooks">
        <thead>
          <tr>
            {['Id', 'Phase', 'Matches', 'Does', 'Options', 'Fired', 'Holds', 'From'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hooks.map(({ id, phase, match, then, options, calls, holding, site }) => (
            <tr key={id}>
              <td>{id}</td>
              <td>{phase}</td>
              <td>
                <code>{short(match)}</code>
              </td>
              <td>
                <code>{short(then)}</code>
              </td>
              <td>
                <code>{short(options)}</code>
              </td>
              <td class={calls === 0 ? 'dim' : ''}>{calls === 0 ? 'never' : `${calls}×`}</td>
              <td>{holding || ''}</td>
              <td class="dim">{site}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const columnsOf = (rows: readonly BundleRequest[], today: number, isOpen: boolean) => [
  { name: '#', width: widthFor(rows, ({ sequence }) => String(sequence), 2), numeric: true, minor: true },
  { name: 'Time', width: widthFor(rows, ({ time }) => clockTime(time, today), 8), minor: true },
  { name: 'By', width: 16 },
  { name: 'Request', width: 52, flexible: true },
  { name: 'Reply', width: rows.some(({ hooks }) => hooks.length > 0) ? 15 : 9 },
  // The panel of the selected request shows it, and paths need the width.
  ...(isOpen ? [] : [{ name: 'Took', width: 9, numeric: true, minor: true }]),
  { name: 'Waterfall', width: isOpen ? 10 : 24, minor: true },
]

/** The requests in the journal, newest first, each with its response and a bar for its duration. */
function RequestTable(props: ViewProps) {
  const { session, where, go } = props
  const { requests, made } = session.bundle
  const rows = useMemo(() => filterRequests(requests, where), [requests, where])
  const scale = useMemo(() => createScale(rows, made), [rows, made])
  const { colors } = changesOf(session.bundle)
  const selected = where.request === 0 ? -1 : rows.findIndex(({ sequence }) => sequence === where.request)
  const open = requests.find(({ sequence }) => sequence === where.request)
  const columns = useMemo(() => columnsOf(rows, made, open !== undefined), [rows, open])
  return (
    <div class={`request-table ${open ? 'with-request' : ''}`}>
      <section class="objects" aria-label="Journal">
        <RequestFilters {...props} found={rows.length} />
        <DataTable
          label="Requests"
          columns={columns}
          rows={rows}
          keyOf={({ sequence }) => sequence}
          selected={selected}
          onSelect={({ sequence }) => go({ request: sequence }, { replace: where.request !== 0 })}
          cells={(request) => {
            const cause = causeOfRequest(request)
            const color = colors.get(causeKey(cause))?.color ?? 0
            return cellsOf(request, color, scale(request), made, open !== undefined)
          }}
          empty={requests.length > 0 ? emptyText(props) : 'No request has been sent.'}
        />
      </section>
      {open && <RequestPanel {...props} request={open} />}
    </div>
  )
}

const emptyText = ({ where }: ViewProps): string =>
  where.controllers === '' ? 'No request of a client matches the filter.' : 'Nothing matches the filter.'

function cellsOf(request: BundleRequest, color: number, bar: Bar, today: number, isOpen: boolean) {
  const { sequence, time, method, path, code, reason, duration, hooks, reply } = request
  const tone = toneOfRequest(request)
  return [
    sequence,
    clockTime(time, today),
    <CauseMark key="cause" cause={causeOfRequest(request)} color={color} />,
    <span key="request" title={`${method} ${path}`}>
      <span class="dim method">{method}</span> {path}
    </span>,
    <span key="reply" title={reason}>
      <span class={`tone ${tone}`}>{code ?? (reply?.type === 'cut' ? 'cut' : '…')}</span>
      {hooks.length > 0 && (
        <span class="hook-mark" title={hooks.map(({ phase, site }) => `${phase} hook at ${site}`).join('\n')}>
          hook
        </span>
      )}
    </span>,
    ...(isOpen ? [] : [duration === undefined ? '…' : span(duration)]),
    <span key="bar" class="bar-room">
      <span class={`bar cause-${color} ${tone}`} style={{ left: `${bar.left}%`, width: `${bar.width}%` }} />
    </span>,
  ]
}

type PanelProps = ViewProps & { readonly request: BundleRequest }

/** One request: its client, time, body and response, its changes, and the hooks that acted on it. */
function RequestPanel({ session, go, request }: PanelProps) {
  const { sequence, method, path, body, reply, revisions, by, webhooks = [] } = request
  const { byRevision } = changesOf(session.bundle)
  const changes = revisions.flatMap((revision) => byRevision.get(revision) ?? [])
  const woken = by?.woken === undefined ? undefined : byRevision.get(by.woken)
  return (
    <Detail
      label={`Request ${sequence}`}
      about={`Request ${sequence}`}
      title={`${method} ${path}`}
      onClose={() => go({ request: 0 })}
    >
      <div class="panel">
        <Facts request={request} today={session.bundle.made} />
        {woken && (
          <p class="fact-line">
            because of <ChangeLine told={woken} go={go} named />
          </p>
        )}
        {changes.length > 0 && (
          <>
            <h3>Changes</h3>
            <ul class="change-lines">
              {changes.map((told) => (
                <li key={told.change.revision}>
                  <ChangeLine told={told} go={go} named bare />
                </li>
              ))}
            </ul>
          </>
        )}
        {request.watch !== undefined && <ToldList session={session} go={go} id={request.watch} />}
        {webhooks.map((called, i) => (
          <WebhookCall key={i} {...called} />
        ))}
        {body !== undefined && <Body title="Body" value={body} />}
        {reply && <Reply reply={reply} objectAt={(revision) => byRevision.get(revision)?.change.object} />}
      </div>
    </Detail>
  )
}

/** A call of a webhook: what it said, and in full what it was asked and answered. */
function WebhookCall(called: NonNullable<BundleRequest['webhooks']>[number]) {
  const { webhook, url } = called
  const parts = [
    ['Review', called.review],
    ['Answer', called.answer],
  ] as const
  return (
    <section aria-label={`Webhook ${webhook}`}>
      <h3>Webhook</h3>
      <p class="fact-line">{webhookSaid(called)}</p>
      <p class="fact-line dim">{url}</p>
      {parts.map(([name, value]) =>
        value === undefined ? null : <CodeLines key={name} label={`${name} of ${webhook}`} lines={yamlLines(value)} />,
      )}
    </section>
  )
}

function Facts({ request, today }: { readonly request: BundleRequest; readonly today: number }) {
  const { time, duration, userAgent, user, manager, via, by, hooks, code, reason, dryRun } = request
  const facts: readonly (readonly [name: string, text: string])[] = [
    ['Reply', [code, reason].filter(Boolean).join(' ') || (duration === undefined ? 'none yet' : 'none')],
    ['Time', `${clockTime(time, today)}${duration === undefined ? '' : `, took ${span(duration)}`}`],
    ['By', by ? `controller ${by.controller}` : userAgent],
    ['User', user],
    ['Manager', manager],
    [
      'Came',
      `${{ http: 'over HTTP', client: 'by a method of the cluster', controller: 'from a controller' }[via]}${dryRun ? ', as a dry run' : ''}`,
    ],
    ...hooks.map(({ phase, site }) => [`Hook ${phase}`, site] as const),
  ]
  return (
    <dl class="facts">
      {facts.map(([name, text]) =>
        text === '' ? null : (
          <div key={name + text}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const Body = ({ title, value }: { readonly title: string; readonly value: unknown }) => (
  <>
    <h3>{title}</h3>
    <CodeLines label={title} lines={yamlLines(value)} />
  </>
)

function Reply(props: { readonly reply: BundleReply; readonly objectAt: (revision: number) => unknown }) {
  const { reply, objectAt } = props
  if (reply.type === 'status') return <Body title="Reply" value={reply.status} />
  if (reply.type === 'object') {
    const object = 'object' in reply ? reply.object : objectAt(reply.revision)
    return object === undefined ? null : <Body title="Reply" value={object} />
  }
  const { type: _, ...rest } = reply
  if (reply.type === 'cut') return <p class="fact-line bad">The connection was cut.</p>
  return Object.keys(rest).length > 0 ? <Body title={`Reply: a ${reply.type}`} value={rest} /> : null
}

const LABELS: { readonly [choice in Choice]: { readonly label: string; readonly all: string } } = {
  client: { label: 'Client', all: 'All clients' },
  verb: { label: 'Verb', all: 'All verbs' },
  asked: { label: 'Kind', all: 'All kinds' },
  status: { label: 'Status', all: 'All replies' },
}
const CHOICES = Object.keys(LABELS) as readonly Choice[] // those of the object above

/** The filters of requests, and the number of matches. */
function RequestFilters({ session, where, go, found }: ViewProps & { readonly found: number }) {
  const { requests } = session.bundle
  const { controllers } = where
  const choices = useMemo(
    () => CHOICES.map((choice) => ({ choice, values: choicesOf(requests, choice, { controllers }) })),
    [requests, controllers],
  )
  return (
    <div class="filters" role="search">
      <input
        type="search"
        aria-label="Text of requests"
        placeholder="Filter: client, path, code, hook"
        value={where.requests}
        onInput={(event) => go({ requests: event.currentTarget.value }, { replace: true })}
      />
      {choices.map(({ choice, values }) => (
        <select
          key={choice}
          aria-label={LABELS[choice].label}
          value={where[choice]}
          onChange={(event) => go({ [choice]: event.currentTarget.value }, { replace: true })}
        >
          <option value="">{LABELS[choice].all}</option>
          {withChosen(values, where[choice]).map((value) => (
            <option key={value} value={value}>
              {value === 'none' ? 'no reply' : value}
            </option>
          ))}
        </select>
      ))}
      <label class="option">
        <input
          type="checkbox"
          checked={controllers !== ''}
          onChange={(event) => go({ controllers: event.currentTarget.checked ? 'shown' : '' }, { replace: true })}
        />{' '}
        Controllers
      </label>
      <span class="tally" role="status">
        {foundOf(found, 'request', requests.length)}
      </span>
    </div>
  )
}

/** A chosen value stays a choice, also if no request has it any more. */
const withChosen = (values: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || values.includes(chosen) ? values : [chosen, ...values]

/** The open watches: what each selects, the last resourceVersion it sent, and what it holds. */
function WatchList(props: ViewProps) {
  const { watches, changes } = props.session.bundle
  const [chosen, setChosen] = useState('')
  if (watches.length === 0) return <p class="empty">No watch is open.</p>
  const open = watches.find(({ id }) => id === chosen) ?? watches[0]
  return (
    <div class="sheet">
      <table class="list" aria-label="Open watches">
        <thead>
          <tr>
            {['Watch', 'Of', 'By', 'Told up to', 'Held back'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {watches.map((watch) => (
            <tr key={watch.id} class={watch === open ? 'open' : ''}>
              <td>
                <button type="button" class="plain" aria-pressed={watch === open} onClick={() => setChosen(watch.id)}>
                  {watch.id}
                </button>
              </td>
              <td>{aimOf(watch)}</td>
              <td>{agentName(watch.userAgent) || watch.user}</td>
              <td>{watch.resourceVersion}</td>
              <td class={watch.held || watch.holding ? 'busy-text' : 'dim'}>{heldBack(watch, changes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {open && <ToldList {...props} id={open.id} />}
      {open && <Told {...props} watch={open} />}
    </div>
  )
}

/** Describes what a watch holds. */
function heldBack(watch: BundleWatch, changes: readonly BundleChange[]): string {
  if (!watch.held) return watch.holding ? 'what comes' : 'nothing'
  return `${watchedChanges(watch, changes).filter(({ told }) => !told).length} events`
}

/** Maximum number of changes shown. */
const MOST = 200

function Told({ session, go, watch }: ViewProps & { readonly watch: BundleWatch }) {
  const { byRevision } = changesOf(session.bundle)
  const watched = useMemo(() => watchedChanges(watch, session.bundle.changes), [watch, session.bundle.changes])
  // The events that it sent are listed separately, if they are recorded.
  const isNoted = eventsOfWatch(watch.id, session.bundle.told).length > 0
  const shown = isNoted ? watched.filter(({ told }) => !told) : watched
  const newest = shown.slice(-MOST).reverse()
  if (isNoted && newest.length === 0) return null
  return (
    <section aria-label={isNoted ? `What ${watch.id} has not been told` : `Changes for ${watch.id}`}>
      <h3>
        {isNoted ? `What ${watch.id} has not been told` : `Changes of ${aimOf(watch)}`}, newest first{' '}
        <span class="dim">({shown.length})</span>
      </h3>
      <ul class="change-lines">
        {newest.map(({ change, told }) => {
          const known: ToldChange | undefined = byRevision.get(change.revision)
          return (
            <li key={change.revision} class={told ? '' : 'waits'}>
              {!told && <span class="hook-mark">{watch.held ? 'held back' : 'not told'}</span>}{' '}
              {known && <ChangeLine told={known} go={go} named />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The events that a watch sent, newest first. */
function ToldList({ session, go, id }: Pick<ViewProps, 'session' | 'go'> & { readonly id: string }) {
  const { bundle } = session
  const told = useMemo(() => eventsOfWatch(id, bundle.told), [id, bundle.told])
  if (told.length === 0) return null
  const { byRevision } = changesOf(bundle)
  return (
    <section aria-label={`What ${id} was told`}>
      <h3>
        What {id} was told, newest first <span class="dim">({told.length})</span>
      </h3>
      <ul class="change-lines">
        {told
          .slice(-MOST)
          .reverse()
          .map((event) => (
            <li key={event.number}>
              <span class="dim">{clockTime(event.time, bundle.made)}</span> <Event event={event} />{' '}
              {event.revision !== undefined && byRevision.has(event.revision) ? (
                <button type="button" class="plain" onClick={() => go({ view: 'then', at: event.revision ?? 0 })}>
                  {event.revision}
                </button>
              ) : (
                event.revision
              )}
              {event.torn && <span class="hook-mark">cut in its line</span>}
            </li>
          ))}
      </ul>
    </section>
  )
}

const Event = ({ event: { type, namespace, name, reason } }: { readonly event: BundleTold }) => (
  <>
    <span class={type === 'ERROR' ? 'tone bad' : ''}>{type}</span>{' '}
    <strong>{reason ?? (namespace === '' ? name : `${namespace}/${name}`)}</strong>
  </>
)
