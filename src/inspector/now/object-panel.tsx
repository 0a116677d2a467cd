import { useEffect, useMemo, useState } from 'preact/hooks'
import type { BundleKind, BundleLogs } from '../../cluster/bundle/types.js'
import { changesOf } from '../model/changes.js'
import { type Told, eventsOf } from '../model/events.js'
import { groupOf } from '../model/kinds.js'
import { type Row, type World, kindId } from '../model/rows.js'
import { Detail } from '../parts/detail.js'
import { TabPanel, Tabs } from '../parts/tabs.js'
import type { BrowserProps } from './browser.js'
import { Life } from '../then/life.js'
import { Logs } from './logs.js'
import { shownTime } from '../model/clock-text.js'
import { Fragment } from 'preact'
import { conditionsOf } from '../model/conditions.js'
import type { KubeObject } from '../../schema/object.js'
import { troubleOf } from '../model/trouble.js'
import { TroubleWords } from '../problems/trouble-words.js'
import { isObject, withMembers } from '../../base/json/json.js'
import { type YamlLine, lineText, yamlLines } from '../model/yaml-lines.js'
import { OutcomeLine } from '../parts/outcome-line.js'
import { TextWithLines, badLines } from '../parts/text-with-lines.js'
import { remove, useAction } from '../parts/use-action.js'
import type { Remote } from '../source/remote.js'
import { type FieldOwner, ownedPaths } from '../model/owned-paths.js'
import { Words } from '../parts/code-lines.js'
import { type Branch, familiesOf, familyOf } from '../model/family.js'
import { type Walk, useWalk } from '../parts/use-walk.js'

type PanelProps = BrowserProps & {
  readonly kind: string
  /** Undefined if the object does not exist at this moment. */
  readonly row: Row | undefined
  readonly onOpen: (row: Row) => void
  readonly onClose: () => void
}

/** One object: its fields and their owners, its conditions, Events, family and changes. */
export function ObjectPanel(props: PanelProps) {
  const { kind, row, world, session, where, go, onOpen, onClose } = props
  const events = useMemo(() => (row ? eventsOf(row, world) : []), [row, world])
  const isPod = kind === 'v1/Pod'
  const tab = ['logs', 'events', 'family', 'life'].find((id) => id === where.tab && (id !== 'logs' || isPod)) ?? 'yaml'
  return (
    <Detail
      label={`${kind} ${where.object}`}
      about={`${kind.slice(kind.lastIndexOf('/') + 1)} · ${groupOf(kind)}`}
      title={where.object}
      onClose={onClose}
    >
      {row && !session.counts ? (
        <>
          <ObjectTrouble row={row} world={world} onOpen={onOpen} />
          <Tabs
            name="object"
            label="The object"
            current={tab}
            onChoose={(id) => go({ tab: id }, { replace: true })}
            tabs={[
              { id: 'yaml', label: 'Object' },
              ...(isPod ? [{ id: 'logs', label: 'Logs' }] : []),
              { id: 'events', label: `Events ${events.length || ''}` },
              { id: 'family', label: 'Family' },
              { id: 'life', label: 'Life' },
            ]}
          />
          <TabPanel name="object" current={tab}>
            <PanelBody {...props} row={row} tab={tab} events={events} />
          </TabPanel>
        </>
      ) : (
        <p class="empty">{session.counts ? 'Opening…' : 'It is not there at this moment.'}</p>
      )}
    </Detail>
  )
}

const NO_LOGS: readonly BundleLogs[] = []

type BodyProps = PanelProps & {
  readonly row: Row
  readonly tab: string
  readonly events: ReturnType<typeof eventsOf>
}

function PanelBody(props: BodyProps) {
  const { row, tab, events, world, onOpen, session, now, where, go, remote, refresh } = props
  const [editing, setEditing] = useState(false)
  // Stops editing when another object is selected.
  useEffect(() => setEditing(false), [row.kind, row.key])
  if (tab === 'logs')
    return (
      <Logs
        pod={row.object}
        scripts={session.bundle.logs ?? NO_LOGS}
        now={now}
        chosen={where.container}
        onChoose={(container) => go({ container }, { replace: true })}
      />
    )
  if (tab === 'events') return <EventList events={events} now={now} />
  if (tab === 'family') return <Family row={row} world={world} onOpen={onOpen} />
  if (tab === 'life') {
    const changes = changesOf(session.bundle)
    return <Life steps={changes.of(row.kind, row.key)} changes={changes} today={session.bundle.made} go={go} />
  }
  const kind = session.bundle.kinds.find((each) => kindId(each) === row.kind)
  if (editing && remote && kind)
    return <Edit kind={kind} row={row} remote={remote} refresh={refresh} onDone={() => setEditing(false)} />
  return (
    <>
      <Conditions object={row.object} now={now} />
      <Yaml object={row.object} onEdit={remote && kind?.resource ? () => setEditing(true) : undefined} />
    </>
  )
}

/** The Events about an object, newest first. */
function EventList({ events, now }: { readonly events: readonly Told[]; readonly now: number }) {
  if (events.length === 0) return <p class="empty">There is no Event about it.</p>
  return (
    <ol class="events">
      {events.map(({ type, reason, message, count, last, from }) => (
        <li key={`${last} ${reason} ${message}`} class={type === 'Warning' ? 'warning' : ''}>
          <p>
            <strong>{reason}</strong>
            {count > 1 && <span class="count">×{count}</span>}
            <span class="dim">
              {from} <time dateTime={last}>{shownTime(last, now)}</time>
            </span>
          </p>
          <p>{message}</p>
        </li>
      ))}
    </ol>
  )
}

/** The conditions in an object's status, if there are any. */
function Conditions({ object, now }: { readonly object: KubeObject; readonly now: number }) {
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

/** Maximum number of problems shown at an object. */
const MOST = 4

type TroubleProps = { readonly row: Row; readonly world: World; readonly onOpen: (row: Row) => void }

/** What is wrong with an object and with what it owns, if anything is. */
function ObjectTrouble({ row, world, onOpen }: TroubleProps) {
  const lines = useMemo(() => troubleOf(row, world).filter(({ tone }) => tone !== 'told'), [row, world])
  if (lines.length === 0) return null
  return (
    <ul class="object-trouble" aria-label="What is wrong with it">
      {lines.slice(0, MOST).map((line) => {
        const { subject, reason, tone } = line
        const other = subject.row === row ? undefined : subject.row
        return (
          <li key={`${subject.kind} ${reason}`} class={`trouble ${tone}`}>
            {other ? (
              <button type="button" onClick={() => onOpen(other)}>
                <TroubleWords line={line} of={row} />
              </button>
            ) : (
              <TroubleWords line={line} of={row} />
            )}
          </li>
        )
      })}
      {lines.length > MOST && <li class="dim">and {lines.length - MOST} more</li>}
    </ul>
  )
}

type EditProps = {
  readonly kind: BundleKind
  readonly row: Row
  readonly remote: Remote
  readonly refresh: () => void
  readonly onDone: () => void
}

/** Edits an object as YAML; the server validates it. */
function Edit({ kind, row, remote, refresh, onDone }: EditProps) {
  const path = objectPath(kind, row)
  const [text, setText] = useState<string>()
  const { outcome, act } = useAction(remote, refresh)
  useEffect(() => {
    // Read from the server, as secret values are masked in the Bundle.
    void remote.ask(path).then((answer) => setText(answer.ok ? yamlOf(answer.value) : `# ${answer.message}\n`))
  }, [path])
  if (text === undefined) return <p class="empty">Asking for it…</p>
  const send = async (query: string, said: string) =>
    act(
      `${path}?fieldManager=inspector&fieldValidation=Strict${query}`,
      { method: 'PUT', body: text, type: 'application/yaml' },
      said,
    )
  const save = async () => {
    if ((await send('', 'Saved.')).ok) onDone()
  }
  const said = outcome.type === 'refused' ? [outcome.answer.message] : []
  return (
    <div class="edit">
      <TextWithLines label="Object as YAML" value={text} onInput={setText} bad={badLines(said, '')} rows={30} />
      <div class="row">
        <button type="button" class="primary" onClick={() => void save()}>
          Save
        </button>
        <button type="button" onClick={() => void send('&dryRun=All', 'The server would take it.')}>
          Check
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
        <button type="button" class="apart" onClick={() => void act(path, remove, 'Deleted.').then(onDone)}>
          Delete the object
        </button>
      </div>
      <OutcomeLine outcome={outcome} />
    </div>
  )
}

/** Formats an object as YAML, without `managedFields`, which the server maintains. */
function yamlOf(value: unknown): string {
  if (!isObject(value) || !isObject(value['metadata'])) return ''
  const { managedFields: _, ...metadata } = value['metadata']
  return `${yamlLines({ ...value, metadata })
    .map(lineText)
    .join('\n')}\n`
}

/** Returns the path of an object in the API. */
function objectPath({ apiVersion, resource, namespaced }: BundleKind, { namespace, name }: Row): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${group}${namespaced ? `/namespaces/${namespace}` : ''}/${resource}/${encodeURIComponent(name)}`
}

/** Number of lines shown at first: a CustomResourceDefinition may have tens of thousands. */
const MOST_LINES = 1500

/** An object as YAML, with the owner of each field beside the first of consecutive lines. */
function Yaml(props: { readonly object: KubeObject; readonly onEdit: (() => void) | undefined }) {
  const { object, onEdit } = props
  const [raw, setRaw] = useState(false)
  const [whole, setWhole] = useState(false)
  const lines = useMemo(() => {
    const { managedFields, ...metadata } = object.metadata
    return yamlLines(raw ? object : withMembers(object, { metadata }), ownedPaths(managedFields))
  }, [object, raw])
  const drawn = whole ? lines : lines.slice(0, MOST_LINES)
  return (
    <div class="yaml">
      <div class="yaml-options">
        <label class="option">
          <input type="checkbox" checked={raw} onChange={(event) => setRaw(event.currentTarget.checked)} />{' '}
          managedFields
        </label>
        {onEdit && (
          <button type="button" class="small" onClick={onEdit}>
            Edit
          </button>
        )}
      </div>
      <div class="code" role="region" aria-label="YAML" tabIndex={0}>
        {drawn.map((line, i) => (
          <Line key={i} line={line} before={drawn[i - 1]} />
        ))}
      </div>
      {drawn.length < lines.length && (
        <button type="button" onClick={() => setWhole(true)}>
          All {lines.length} lines
        </button>
      )}
    </div>
  )
}

function Line({ line, before }: { readonly line: YamlLine; readonly before: YamlLine | undefined }) {
  const { owners } = line
  const names = namesOf(owners)
  const first = names !== namesOf(before?.owners ?? [])
  return (
    <div class="line">
      <span class={`owner ${first && names !== '' ? 'first' : ''}`} title={owners.map(aboutOwner).join('\n')}>
        {first ? names : ''}
      </span>
      <Words line={line} />
    </div>
  )
}

const namesOf = (owners: readonly FieldOwner[]) => owners.map(({ manager }) => manager).join(', ')

const aboutOwner = ({ manager, operation, subresource, time }: FieldOwner) =>
  `${manager}: ${operation}${subresource === '' ? '' : ` of ${subresource}`}${time === '' ? '' : `, ${time}`}`

type FamilyProps = { readonly row: Row; readonly world: World; readonly onOpen: (row: Row) => void }

/** The owners and dependents of an object, as a tree of links. */
function Family({ row, world, onOpen }: FamilyProps) {
  const { roots, missing } = useMemo(() => familyOf(row, familiesOf(world)), [row, world])
  const walk = useWalk(
    useMemo(() => keysOf(roots), [roots]),
    keyOf(row),
  )
  const [only] = roots
  return (
    <div class="family">
      {missing.map(({ kind, name }) => (
        <p key={`${kind} ${name}`} class="bad">
          Its owner {kind} {name} is not there.
        </p>
      ))}
      {roots.length === 1 && only?.below.length === 0 && <p class="empty">Nothing owns it, and it owns nothing.</p>}
      <ul role="tree" aria-label="Owners and dependents" onKeyDown={walk.onKeyDown}>
        {roots.map((root) => (
          <BranchItem key={keyOf(root.row)} branch={root} level={1} self={row} walk={walk} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

/** Maximum number of dependents shown per owner. */
const MOST_RELATIVES = 200

const keyOf = ({ kind, key }: Row) => `${kind} ${key}`

/** Returns the keys of all rows that are shown, from the top. */
const keysOf = (branches: readonly Branch[]): readonly string[] =>
  branches.flatMap(({ row, below }) => [keyOf(row), ...keysOf(below.slice(0, MOST_RELATIVES))])

type ItemProps = {
  readonly branch: Branch
  readonly level: number
  readonly self: Row
  readonly walk: Walk
  readonly onOpen: (row: Row) => void
}

function BranchItem({ branch, level, self, walk, onOpen }: ItemProps) {
  const { row, below } = branch
  return (
    <li role="none">
      <button
        type="button"
        role="treeitem"
        {...walk.button(keyOf(row))}
        aria-level={level}
        aria-current={row === self}
        onClick={() => onOpen(row)}
      >
        <span class="dim">{row.object.kind}</span> {row.name}
      </button>
      {below.length > 0 && (
        <ul role="group">
          {below.slice(0, MOST_RELATIVES).map((each) => (
            <BranchItem key={keyOf(each.row)} branch={each} level={level + 1} self={self} walk={walk} onOpen={onOpen} />
          ))}
          {below.length > MOST_RELATIVES && (
            <li role="none" class="dim">
              and {below.length - MOST_RELATIVES} more
            </li>
          )}
        </ul>
      )}
    </li>
  )
}
