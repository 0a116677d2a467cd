import type { AccountTokens } from '../registry/account-tokens.js'
import type { Env } from '../base/env.js'
import type { Gate } from '../base/gate.js'
import type { ContainerScripts } from '../containers/container-scripts.js'
import type { KindDef } from '../registry/kind-def.js'
import type { FeatureGates } from '../registry/feature-gates.js'
import type { Registry } from '../registry/registry.js'
import type { KubeObject } from '../schema/object.js'
import type { Store } from '../store/store.js'
import type { Call, User } from '../api/call.js'
import type { Target } from '../api/target.js'
import type { Admission } from './admission.js'
import type { WatchEvent } from '../api/watch-event.js'
import type { CaughtUp, LastReads } from './read/last-reads.js'
import type { ContinueTokens } from './read/tokens.js'
import type { Watches } from './watch/watches.js'

/** What scripts may do while a request is worked on; see hooks/. */
export type RestHooks = {
  /** Inside the transaction: returns the object to go on with, or throws a StatusError. */
  readonly admit: (call: Call, old: KubeObject | undefined, next: KubeObject) => KubeObject
  /** For each event and watcher: what becomes of it. */
  readonly watch: (call: Call, event: WatchEvent) => WatchDecision
}

/** What becomes of one event of one watch. */
export type WatchDecision =
  | 'pass'
  | 'drop'
  | 'end'
  | 'cut'
  /** Half of its line is sent, then the connection breaks. */
  | 'tear'
  /** The watch ends with 410 in its place. */
  | 'expire'
  /** It and all after it wait some milliseconds, or until they are let through. */
  | { readonly hold: number | Gate }
  /** These are sent in its place. */
  | { readonly send: readonly WatchEvent[] }
  /** It is sent so many times more. */
  | { readonly repeat: number }
  /** It is sent after so many of the events that follow. */
  | { readonly after: number }
  /** It and all after it wait until so many later changes of the kind have happened. */
  | { readonly lag: number }
  /** It is sent no sooner than so many milliseconds after the one before. */
  | { readonly slow: number }

/** What every verb works with. */
export type RestContext = {
  readonly store: Store<KubeObject>
  readonly registry: Registry
  readonly env: Env
  readonly featureGates: FeatureGates
  readonly admission: Admission
  readonly hooks: RestHooks
  readonly watches: Watches
  readonly lastReads: LastReads
  readonly caughtUp: CaughtUp
  /** Continue tokens that were taken back; without it none are. */
  readonly tokens?: ContinueTokens | undefined
  /** Tokens of service accounts. */
  readonly accounts: AccountTokens
  /** What scripts say of containers. */
  readonly containers: Pick<ContainerScripts, 'of'>
  /** Whose a bearer token is that is of no service account; nobody's when absent. */
  readonly userOf?: ((token: string) => User | undefined) | undefined
}

/** Name of the store's table of a kind: its group and plural, so that versions share objects. */
export function tableOf({ def }: Pick<Target, 'def'>): string {
  let table = tables.get(def)
  if (table === undefined) tables.set(def, (table = `${def.storage.group}/${def.plural}`))
  return table
}

const tables = new WeakMap<KindDef, string>()

/** Key of an object in its table: `name`, or `namespace/name`. */
export const keyOf = (namespace: string, name: string): string => (namespace ? `${namespace}/${name}` : name)
