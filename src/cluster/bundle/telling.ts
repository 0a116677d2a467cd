import { releaseName } from '../../model/registry/releases.js'
import { type KubeObject, changedObject, identityOf } from '../../schema/object.js'
import { hookOf } from './hooks.js'
import type { ContainerScript } from '../../rest/containers/types.js'
import { type Kinds, createKinds } from './kinds.js'
import { maskedHolder, maskedRequest } from './mask.js'
import type { BundleOptions, BundleSource } from './source.js'
import { bundleObject, objectsAt } from './start.js'
import {
  type Bundle,
  type BundleChange,
  type BundleLogs,
  type BundleObject,
  type BundleReply,
  type BundleRequest,
  type BundleSent,
  type BundleTold,
  type BundleWatch,
  FORMAT,
} from './types.js'
import { watchTextsOf } from '../../model/call/watch-event.js'
import type { OpenWatch } from '../../rest/watch/open-watch.js'
import type { Cause } from '../../model/call/call.js'
import { type Change, changesSince } from '../../store/history.js'
import { typeOfChange } from '../../server/journal/change.js'
import { entryOf } from '../../server/journal/entry.js'
import type { Note } from '../../server/journal/note.js'
import type { JournalReply } from '../../server/journal/types.js'
import { writtenEffect } from './written-hooks.js'
import { noOptions } from '../../model/call/options.js'
import { jsonEqual } from '../../base/json/json.js'

/** A change in the store's log, with its time and request from the journal. */
type HeldChange = {
  readonly change: Change<KubeObject>
  readonly time: number
  readonly request: number | undefined
}

/** Returns the changes of all tables after a revision, oldest first. */
function changesAfter({ store, recorder, env }: BundleSource, revision: number): readonly HeldChange[] {
  const requests = new Map<number, number>()
  for (const { sequence, changes = [] } of recorder.notes())
    for (const change of changes) if (change.revision > revision) requests.set(change.revision, sequence)
  let last = env.now()
  const changes: HeldChange[] = []
  // Newest first: a change without a recorded time happened no later than the next one.
  for (const change of changesSince(store, revision).toReversed()) {
    last = recorder.timeOf(change.revision) ?? last
    changes.push({ change, time: last, request: requests.get(change.revision) })
  }
  return changes.reverse()
}

/** Converts a change to its form in a Bundle. */
const bundleChange = ({ change, time, request }: HeldChange, kinds: Kinds): BundleChange => ({
  revision: change.revision,
  time,
  type: typeOfChange(change),
  ...identityOf(changedObject(change)),
  ...(change.next ? { object: change.next, cells: kinds.cellsOf(change.table, change.next, time) } : {}),
  ...(request === undefined ? writtenBy(change) : { request }),
})

function writtenBy({ cause }: Change<KubeObject>): Pick<BundleChange, 'by'> {
  const known = cause as Cause | undefined // the writes of rest/ pass a Cause
  if (!known) return {}
  const { manager, controller } = known
  return { by: { manager, ...(controller === undefined ? {} : { controller }) } }
}

/** The release of fakecluster, as in package.json. */
export const VERSION = '0.1.0'

/** What happened in a cluster up to one moment; later writes do not affect it. Each list can be iterated once. */
type Telling = {
  /** The Bundle with empty lists. */
  readonly head: Bundle
  readonly start: Iterable<BundleObject>
  readonly changes: Iterable<BundleChange>
  readonly requests: Iterable<BundleRequest>
  readonly told: readonly BundleTold[]
  readonly kinds: Kinds
}

/** Collects what happened in a cluster, as far as it is still recorded, or only what is newer than `since`. */
export function tellingOf(
  source: BundleSource,
  { since, requests: after = 0, told = 0, secrets = false }: BundleOptions,
): Telling {
  const { store, env, begun } = source
  const held = Math.max(store.history().from, begun.revision)
  const to = store.revision()
  const isNewer = since !== undefined && since >= held && since <= to
  const from = isNewer ? since : held
  const kinds = createKinds(source.registry)
  const now = env.now()
  const start = isNewer ? [] : objectsAt(source, from)
  const changes = changesAfter(source, from)
  // The kinds precede the rows, which are expensive and therefore computed when they are read.
  for (const { table, object } of start) kinds.meet(table, object)
  for (const { change } of changes) kinds.meet(change.table, changedObject(change))
  const requests = createRequests(source)
  const engine = isNewer || from !== begun.revision ? undefined : source.engine()
  const rest = {
    kinds: kinds.met(),
    from,
    to,
    start: [],
    changes: [],
    requests: [],
    told: [],
    dropped: requests.dropped(),
  }
  return {
    head: { ...aboutOf(source, now, secrets), ...rest, ...inForce(source), ...(engine ? { engine } : {}) },
    start: lazily(start, (held) => shown(bundleObject(held, kinds, now), secrets)),
    changes: lazily(changes, (held) => shown(bundleChange(held, kinds), secrets)),
    requests: lazily(requests.after(after), (note) => {
      const request = requests.told(note)
      return secrets ? request : maskedRequest(request)
    }),
    told: source.told.after(told),
    kinds,
  }
}

/** Returns an object or a change, masked unless `secrets` is set. */
export const shown = <T extends BundleObject | BundleChange>(holder: T, secrets: boolean): T =>
  secrets ? holder : maskedHolder(holder)

type About = 'format' | 'versions' | 'made' | 'secrets' | 'profile' | 'clock' | 'seed' | 'controllers'

const aboutOf = (
  { registry, clock, seed, controllers }: BundleSource,
  made: number,
  secrets: boolean,
): Pick<Bundle, About> => ({
  format: FORMAT,
  versions: { fakecluster: VERSION, kubernetes: releaseName(registry.profile) },
  made,
  secrets: secrets ? 'shown' : 'masked',
  profile: registry.profile.name,
  clock,
  ...(seed === undefined ? {} : { seed }),
  controllers: controllers(),
})

function inForce({ hooks, watches, containers }: BundleSource): Pick<Bundle, 'hooks' | 'watches' | 'logs'> {
  const logs = containers.snapshot().flatMap(logsOf)
  return { hooks: hooks.list().map(hookOf), watches: watches().map(watchOf), ...(logs.length > 0 ? { logs } : {}) }
}

const OF_LOGS = new Set(['image', 'container', 'pod', 'namespace', 'labels', 'logs'])

/** Returns what a script says about logs: which containers log what. */
function logsOf(script: ContainerScript): readonly BundleLogs[] {
  if (!script.logs) return []
  const members = Object.entries(script).filter(([name]) => OF_LOGS.has(name))
  return [Object.fromEntries(members) as BundleLogs] // it has these members
}

/** Maps a list lazily; the result can be iterated once. */
function* lazily<T, R>(items: readonly T[], made: (item: T) => R): Iterable<R> {
  for (const item of items) yield made(item)
}

/** Converts an open watch to plain JSON. */
function watchOf(watch: OpenWatch): BundleWatch {
  const { holding, held } = watch
  const told = { ...watchTextsOf(watch), holding }
  if (!held) return told
  const revision = held.type === 'ERROR' ? {} : { revision: Number(held.object.metadata.resourceVersion) }
  return { ...told, held: { type: held.type, ...revision } }
}

/** The requests in the journal, oldest first. */
type Requests = {
  /** Returns the requests after a sequence number. */
  readonly after: (sequence: number) => readonly Note[]
  /** Converts a request to its form in a Bundle. */
  readonly told: (note: Note) => BundleRequest
  /** Returns how many requests are no longer in the journal. */
  readonly dropped: () => number
}

/** Creates the source of a cluster's requests. */
function createRequests({ recorder, store, begun, isOwn }: BundleSource): Requests {
  const isStored = storedTest(store)
  const noted = () => recorder.notes().filter(({ sequence }) => sequence > begun.request || begun.waiting.has(sequence))
  return {
    dropped: () => recorder.count() - begun.request + begun.waiting.size - noted().length,
    after: (sequence) => noted().filter((note) => note.sequence > sequence),
    told(note) {
      const { changes: _, reply, ...all } = entryOf(note)
      // Bodies of built-in controllers are left out: they are large, and the changes show what was written.
      const entry = note.by && !isOwn(note.by.controller) ? { ...all, body: undefined } : all
      return {
        ...known(entry),
        ...(reply ? { reply: toldReply(reply, isStored) } : {}),
        ...(note.kept?.type === 'watch' ? { watch: note.kept.id } : {}),
        sent: sentBy(note),
        ...(note.broken ? { broken: note.broken } : {}),
        ...(note.effects ? { effects: note.effects.map((effect) => writtenEffect(effect, note.time)) } : {}),
      }
    },
  }
}

type Entry = Omit<ReturnType<typeof entryOf>, 'changes' | 'reply'>

/** Removes undefined fields from an entry. */
function known(entry: Entry): Omit<BundleRequest, 'reply' | 'sent' | 'effects'> {
  const members = Object.entries(entry).filter(([, value]) => value !== undefined)
  // Only optional fields can be undefined.
  return Object.fromEntries(members) as Omit<BundleRequest, 'reply' | 'sent'>
}

/** Returns a function that tells whether an object is one that the store held at the object's resourceVersion. */
function storedTest(store: BundleSource['store']): (object: KubeObject) => boolean {
  const stored = new WeakSet<object>()
  const look = () => {
    for (const table of store.state().tables.keys()) {
      const log = store.log(table)
      for (let at = log.positionAfter(log.floor()) ?? log.end(); at < log.end(); at++) {
        const change = log.at(at)
        if (typeof change !== 'object') continue
        if (change.next) stored.add(change.next)
      }
    }
  }
  let isLooked = false
  return (object) => {
    if (!isLooked) look()
    isLooked = true
    return stored.has(object)
  }
}

function toldReply(reply: JournalReply, isStored: (object: KubeObject) => boolean): BundleReply {
  if (reply.type !== 'object') return reply
  const { object } = reply
  return isStored(object)
    ? { type: 'object', revision: Number(object.metadata.resourceVersion), ...identityOf(object) }
    : reply
}

/** Returns what `replay` needs to send a request again, besides what the journal entry has. */
function sentBy({ call, sent = {}, isCut }: Note): BundleSent {
  if (!call) return { type: 'http', ...sent }
  const { options, body, user } = call
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !jsonEqual(value, noOptions[name as keyof typeof noOptions]), // its key
  )
  return {
    type: 'call',
    ...(given.length > 0 ? { options: Object.fromEntries(given) } : {}),
    ...(body?.patch ? { patch: body.patch } : {}),
    ...(body?.error === undefined ? {} : { error: body.error }),
    ...(body && body.duplicates.length > 0 ? { duplicates: body.duplicates } : {}),
    ...(isCut ? { isCut } : {}),
    ...(user.name === 'admin' && user.uid === 'admin' ? {} : { user }),
  }
}

/** Returns what happened in a cluster, as far as it is still recorded, or only what is newer than `since`. */
export function bundleOf(source: BundleSource, options: BundleOptions = {}): Bundle {
  const { head, start, changes, requests, told } = tellingOf(source, options)
  return { ...head, start: [...start], changes: [...changes], requests: [...requests], told: [...told] }
}
