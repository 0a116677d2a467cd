import { versionDocument } from '../../server/discovery/version.js'
import { changedObject } from '../../schema/changed-object.js'
import { changesAfter, bundleChange } from './changes.js'
import { hookOf } from './hooks.js'
import type { ContainerScript } from '../../rest/containers/types.js'
import { type Kinds, createKinds } from './kinds.js'
import { maskedHolder, maskedRequest } from './mask.js'
import { createRequests } from './requests.js'
import type { BundleOptions, BundleSource } from './source.js'
import { objectsAt, bundleObject } from './start.js'
import {
  type Bundle,
  type BundleChange,
  type BundleLogs,
  type BundleObject,
  type BundleRequest,
  type BundleTold,
  FORMAT,
  type BundleWatch,
} from './types.js'
import { VERSION } from './version.js'
import { watchTextsOf } from '../../model/call/watch-texts.js'
import type { OpenWatch } from '../../rest/watch/open-watch.js'

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
  versions: { fakecluster: VERSION, kubernetes: versionDocument.gitVersion },
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
