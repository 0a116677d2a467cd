import { getPath, isObject, withPath } from '../../base/json/json.js'
import type { ListMeta } from '../../model/call/outcome.js'
import { type Identity, type KubeObject, identityOf } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import { objectsIn } from '../bundle/start.js'
import type { Bundle, BundleRequest } from '../bundle/types.js'
import type { Server } from '../server.js'

/** Names of objects without what each run draws or hashes of them: `web-*` of `web-7d9f8-x2x4q`. */
export type SteadyNames = {
  /** Learns of an object, after its owners. */
  readonly see: (object: KubeObject) => void
  /** Returns the steady form of a name, or of another text. */
  readonly of: (name: string) => string
}

/** Begins a list of steady names. */
export function createSteadyNames(): SteadyNames {
  const known = new Map<string, string>()
  const of = (name: string): string => known.get(name) ?? name
  return {
    of,
    see({ metadata: { name = '', generateName, ownerReferences = [] } }) {
      const owner = ownerReferences.find(({ controller }) => controller)?.name
      const prefixes = [generateName, owner === undefined ? undefined : `${owner}-`]
      const prefix = prefixes.find((each) => each && name.startsWith(each))
      // An object that has lost its owner keeps its name.
      if (prefix === undefined || prefix === name || known.has(name)) return
      const isOwners = owner !== undefined && prefix.startsWith(`${owner}-`)
      const base = isOwners ? `${of(owner)}-` : prefix
      known.set(name, `${base}*`)
      known.set(prefix, base)
    },
  }
}

/** The objects that came about in a run, in the order in which they did. */
type Born = {
  readonly add: (object: KubeObject) => void
  readonly names: SteadyNames
  /** Returns the names of those alike in kind, namespace and steady name. */
  readonly alike: (identity: Omit<Identity, 'apiVersion'>) => readonly string[]
  readonly byUid: ReadonlyMap<string, Identity>
}

function createBorn(): Born {
  const steady = createSteadyNames()
  const alike = new Map<string, string[]>()
  const byUid = new Map<string, Identity>()
  const labelOf = ({ kind, namespace, name }: Omit<Identity, 'apiVersion'>) => `${kind} ${namespace}/${steady.of(name)}`
  return {
    ...{ names: steady, byUid },
    alike: (identity) => alike.get(labelOf(identity)) ?? [],
    add(object) {
      steady.see(object)
      const identity = identityOf(object)
      const label = labelOf(identity)
      const names = alike.get(label)
      if (names) names.push(identity.name)
      else alike.set(label, [identity.name])
      if (object.metadata.uid) byUid.set(object.metadata.uid, identity)
    },
  }
}

/** Adds what came about in a store since the last call. */
function createFollower(store: Store<KubeObject>): { readonly born: Born; readonly follow: () => void } {
  const born = createBorn()
  for (const { object } of objectsIn(store.state())) born.add(object)
  let until = store.revision()
  return {
    born,
    follow() {
      const found = [...store.state().tables.keys()].flatMap((table) => {
        const log = store.log(table)
        const added: { readonly revision: number; readonly object: KubeObject }[] = []
        for (let at = log.positionAfter(until) ?? log.end(); at < log.end(); at++) {
          const change = log.at(at)
          if (typeof change === 'object' && !change.prev && change.next)
            added.push({ revision: change.revision, object: change.next })
        }
        return added
      })
      for (const { object } of found.sort((a, b) => a.revision - b.revision)) born.add(object)
      until = store.revision()
    },
  }
}

const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Finds the objects of a replay that stand for recorded ones. */
function createNamesakes(bundle: Bundle) {
  const recorded = createBorn()
  for (const { object } of bundle.start) recorded.add(object)
  for (const { type, object } of bundle.changes) if (type === 'added' && object) recorded.add(object)
  const made = new Map([...recorded.byUid.values()].map((identity) => [identity.name, identity]))
  let follower: ReturnType<typeof createFollower> | undefined

  function nameOf(name: string): string {
    const identity = made.get(name)
    const steady = recorded.names.of(name)
    if (!follower || !identity || steady === name) return name
    const { alike } = follower.born
    const now = alike(identity)
    const all = now.length > 0 ? now : alike({ ...identity, name: steady })
    return all.includes(name) ? name : (all[recorded.alike(identity).indexOf(name)] ?? name)
  }

  function uidOf(uid: string): string {
    const identity = recorded.byUid.get(uid)
    if (!follower || !identity) return uid
    const name = nameOf(identity.name)
    const isMeant = (one: Identity | undefined) =>
      one?.kind === identity.kind && one.namespace === identity.namespace && one.name === name
    // The same uid may have been drawn for something else.
    if (isMeant(follower.born.byUid.get(uid))) return uid
    return [...follower.born.byUid].findLast(([, one]) => isMeant(one))?.[0] ?? uid
  }

  /** Returns a value with the names and uids of the replay. */
  function translated(value: unknown): unknown {
    if (typeof value === 'string') return UID.test(value) ? uidOf(value) : nameOf(value)
    if (Array.isArray(value)) return value.map(translated)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, translated(inner)]))
  }

  const follow = (store: Store<KubeObject>) => (follower ??= createFollower(store)).follow()
  return { nameOf, uidOf, translated, follow }
}

/** Puts requests of a recording into the words of a replay, in which names, uids and revisions may be others. */
export function createCounterparts(bundle: Bundle) {
  const { nameOf, uidOf, translated, follow } = createNamesakes(bundle)
  const revisionOf = revisionsIn(bundle)
  const lists = createLists()

  /** Returns the revision that stands for a recorded one of an object: the current one, or one that is not. */
  function objectRevision(server: Server, request: BundleRequest, revision: string): string {
    const { apiVersion, kind, namespace, name } = request
    const def = server.context.registry.of(apiVersion, kind)
    const current = def && server.find({ def, namespace, name: nameOf(name) })?.metadata.resourceVersion
    if (current === undefined || revision === '' || revision === '0') return revision
    const last = revisionOf(request)
    return last === undefined || last === revision ? current : STALE
  }

  function bodyOf(server: Server, request: BundleRequest): unknown {
    const body = translated(request.body)
    const revision = getPath(body, ['metadata', 'resourceVersion'])
    if (!isObject(body) || typeof revision !== 'string') return body
    return withPath(body, ['metadata', 'resourceVersion'], objectRevision(server, request, revision))
  }

  function optionsOf(server: Server, request: BundleRequest, given: { readonly [option: string]: unknown }) {
    const { resourceVersion, continue: token, preconditions } = given
    const options = { ...given }
    if (typeof resourceVersion === 'string' && (request.verb === 'list' || request.verb === 'watch'))
      options['resourceVersion'] = lists.revisionOf(server, resourceVersion)
    if (typeof token === 'string') options['continue'] = lists.tokenOf(token)
    if (isObject(preconditions)) {
      const { uid, resourceVersion: revision } = preconditions
      options['preconditions'] = {
        ...(typeof uid === 'string' ? { uid: uidOf(uid) } : {}),
        ...(typeof revision === 'string' ? { resourceVersion: objectRevision(server, request, revision) } : {}),
      }
    }
    return options
  }

  return {
    adjust(server: Server, request: BundleRequest): BundleRequest {
      follow(server.context.store)
      const { sent, body } = request
      const name = nameOf(request.name)
      const path = name === request.name ? request.path : request.path.replaceAll(request.name, name)
      return {
        ...{ ...request, name, path },
        ...(body === undefined ? {} : { body: bodyOf(server, request) }),
        ...(sent?.type === 'call' && sent.options
          ? { sent: { ...sent, options: optionsOf(server, request, sent.options) } }
          : {}),
      }
    },
    listed: lists.listed,
  }
}

/** Begins a list of what stands for the revisions and tokens of recorded lists. */
function createLists() {
  const known = new Map<string, string>()
  return {
    /** Learns which list of the replay stands for a recorded one. */
    listed({ reply }: BundleRequest, { resourceVersion, continue: token }: ListMeta): void {
      if (reply?.type !== 'list') return
      if (reply.resourceVersion !== undefined && resourceVersion !== undefined)
        known.set(reply.resourceVersion, resourceVersion)
      if (reply.continue !== undefined && token !== undefined) known.set(reply.continue, token)
    },
    tokenOf: (token: string): string => known.get(token) ?? token,
    revisionOf: ({ context }: Server, revision: string): string =>
      known.get(revision) ?? String(Math.min(Number(revision), context.store.revision())),
  }
}

/** A revision that no object has: nothing was ever written so early. */
const STALE = '1'

/** Returns what tells the revision that the object of a request had when it arrived; undefined if it had none. */
function revisionsIn({ start, changes }: Bundle): (request: BundleRequest) => string | undefined {
  const ofObject = new Map<string, { readonly revision: string; readonly from: number }[]>()
  const idOf = ({ kind, namespace, name }: Omit<Identity, 'apiVersion'>) => `${kind} ${namespace}/${name}`
  const note = (identity: Identity, revision: string, from: number) => {
    const id = idOf(identity)
    ofObject.set(id, [...(ofObject.get(id) ?? []), { revision, from }])
  }
  for (const { object } of start) note(identityOf(object), object.metadata.resourceVersion ?? '', 0)
  let request = 0
  for (const change of changes) {
    // What no request wrote was written after the last one that did.
    request = Math.max(request, change.request ?? 0)
    note(change, String(change.revision), change.request ?? request)
  }
  return (asked) => ofObject.get(idOf(asked))?.findLast(({ from }) => from < asked.sequence)?.revision
}
