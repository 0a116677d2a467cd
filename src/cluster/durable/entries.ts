import type { EnvState } from '../../base/time/env.js'
import { noControllerState } from '../../controllers/runtime/state.js'
import { type WrittenChange, writtenChange } from '../../controllers/runtime/written-state.js'
import { isUntouched } from '../../kinds/bootstrap/untouched.js'
import type { Cause } from '../../model/call/call.js'
import { FIXTURES } from '../../model/call/cause.js'
import { releaseName } from '../../model/registry/releases.js'
import { type StorageMarks, storageMarks } from '../../rest/write/stored-form.js'
import type { KubeObject } from '../../schema/object.js'
import type { Credentials } from '../../server/accounts/credentials.js'
import { type Change, changesSince } from '../../store/history.js'
import { mustHave } from '../../base/must-have.js'
import { type HeldObject, objectsAt } from '../bundle/start.js'
import { VERSION } from '../bundle/telling.js'
import { clockOf } from '../options.js'
import type { Parts } from '../parts-from-options.js'
import type { Server } from '../server.js'

/** The version of the format of entries. */
export const STATE_FORMAT = 1

/**
 * An entry of what is kept of a cluster. A checkpoint comes first: a head, the objects at the first revision that is
 * held, the writes since, the credentials, and a `rest`, which ends it. Each write, and what else changes, follows.
 */
export type StateEntry = StateHead | StateObjects | StateWrite | StateCredentials | StateRest

/** Which cluster it is. */
export type StateHead = {
  readonly type: 'head'
  readonly format: typeof STATE_FORMAT
  readonly versions: { readonly fakecluster: string; readonly kubernetes: string }
  readonly is: Identity
  /** The revision of the objects. */
  readonly revision: number
}

/** What a cluster has to be to continue. */
export type Identity = {
  readonly kubernetesVersion: string
  readonly profile: string
  readonly clock: string
  readonly seed?: number
}

/** Objects of a table. */
export type StateObjects = {
  readonly type: 'objects'
  readonly table: string
  readonly items: readonly KeptObject[]
}

/** An object, and what is not told by its content. */
export type KeptObject = StorageMarks & { readonly object: KubeObject; readonly bootstrap?: true }

/**
 * The changes of a transaction, or none for a revision that was consumed; with `env` as it was then, outside of a
 * checkpoint.
 */
export type StateWrite = {
  readonly type: 'write'
  readonly revision: number
  readonly changes: readonly KeptChange[]
  readonly env?: EnvState
}

/** A change; one without an object removed it. */
export type KeptChange = Partial<KeptObject> & {
  readonly revision: number
  readonly table: string
  readonly key: string
  readonly cause: Cause
}

type StateCredentials = { readonly type: 'credentials' } & Credentials

/** The clock, ids and randomness between turns, and what controllers remember that they did not at the last `rest`. */
export type StateRest = {
  readonly type: 'rest'
  readonly revision: number
  readonly env: EnvState
  readonly memory: WrittenChange
}

/** Returns what a cluster with these parts is. */
export const identityOf = ({ registry: { profile }, options }: Parts): Identity => ({
  kubernetesVersion: profile.version,
  profile: profile.name,
  clock: clockOf(options),
  ...(options.seed === undefined ? {} : { seed: options.seed }),
})

/** Converts an object to its form in an entry. */
const keptObject = (object: KubeObject): KeptObject => ({
  ...(isUntouched(object) ? { bootstrap: true } : {}),
  ...storageMarks(object),
  object,
})

/** Converts a change to its form in an entry. */
export const keptChange = ({ revision, table, key, next, cause }: Change<KubeObject>): KeptChange => ({
  ...{ revision, table, key },
  cause: (cause ?? FIXTURES) as Cause, // the writes of rest/ pass a Cause
  ...(next ? keptObject(next) : {}),
})

/** The most objects of one entry. */
const MOST = 256

/** Yields the entries that a cluster can continue from as it is. */
export function* checkpointOf({ parts, context: { store, env }, engine }: Server): Iterable<StateEntry> {
  const { from, to: revision } = store.history()
  yield {
    type: 'head',
    format: STATE_FORMAT,
    versions: { fakecluster: VERSION, kubernetes: releaseName(parts.registry.profile) },
    is: identityOf(parts),
    revision: from,
  }
  yield* byTable(objectsAt({ store }, from))
  for (const change of changesSince(store, from))
    yield { type: 'write', revision: change.revision, changes: [keptChange(change)] }
  yield { type: 'credentials', ...parts.keyring.current() }
  const controllers = engine.snapshot()
  const memory = writtenChange(noControllerState([]), controllers)
  yield { type: 'rest', revision, env: env.snapshot(), memory }
}

function* byTable(objects: readonly HeldObject[]): Iterable<StateObjects> {
  for (let at = 0; at < objects.length;) {
    const { table } = mustHave(objects[at], 'the first object of an entry')
    let end = at
    while (end < objects.length && end - at < MOST && objects[end]?.table === table) end++
    yield { type: 'objects', table, items: objects.slice(at, end).map(({ object }) => keptObject(object)) }
    at = end
  }
}
