import type { AccountTokens } from '../model/registry/account-tokens.js'
import type { Env } from '../base/time/env.js'
import type { Gate } from '../base/turns/gate.js'
import { goQuote } from '../base/go/printable.js'
import { pathSegmentName } from '../base/rules/names.js'
import { badRequest, plainError } from '../base/errors/status.js'
import type { ContainerScripts } from './containers/container-scripts.js'
import type { Authorizer, RuleResolver } from '../model/registry/authorizer.js'
import type { KindDef } from '../model/registry/kind-def.js'
import type { FeatureGates } from '../model/registry/feature-gates.js'
import type { Registry } from '../model/registry/registry.js'
import type { KubeObject } from '../schema/object.js'
import type { Store } from '../store/store.js'
import type { Call, User, Target } from '../model/call/call.js'
import type { CallWebhook } from '../model/registry/webhook.js'
import type { Admission } from './admission.js'
import type { WatchEvent } from '../model/call/watch-event.js'
import type { ContinueTokens } from './read/tokens.js'
import type { Watches } from './watch/watches.js'
import type { ObjectTable } from '../store/history.js'
import type { Page } from '../store/page.js'

/** What scripts hook into while a request is processed; see hooks/. */
export type RestHooks = {
  /** Called inside the transaction: returns the object to continue with, or throws a StatusError. */
  readonly admit: (call: Call, old: KubeObject | undefined, next: KubeObject) => KubeObject
  /** Called for each event of each watch: returns what happens to it. */
  readonly watch: (call: Call, event: WatchEvent) => WatchDecision
}

/** What happens to one event of one watch. */
export type WatchDecision =
  | 'pass'
  | 'drop'
  | 'end'
  | 'cut'
  /** Sends half of the line, then breaks the connection. */
  | 'tear'
  /** Ends the watch with a 410 in place of the event. */
  | 'expire'
  /** Delays it and all later events by some milliseconds, or until the gate releases them. */
  | { readonly hold: number | Gate }
  /** Sends these events in its place. */
  | { readonly send: readonly WatchEvent[] }
  /** Sends it this many more times. */
  | { readonly repeat: number }
  /** Sends it after this many later events. */
  | { readonly after: number }
  /** Delays it and all later events until this many later changes of the kind have happened. */
  | { readonly lag: number }
  /** Sends it no sooner than this many milliseconds after the previous event. */
  | { readonly slow: number }

/** A run of a container to whose input a session was attached. */
export type DetachedContainer = { readonly namespace: string; readonly pod: string; readonly containerID: string }

/** The context of every verb. */
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
  /** The continue tokens that were expired on purpose; none if absent. */
  readonly tokens?: ContinueTokens | undefined
  /** Service account tokens. */
  readonly accounts: AccountTokens
  /** The scripts of containers. */
  readonly containers: Pick<ContainerScripts, 'of' | 'listen'>
  /** Called when the input that a session attached to a container has ended; without it nothing follows. */
  readonly detached?: ((container: DetachedContainer) => void) | undefined
  /** Tells whether a user may do something. */
  readonly authorize: Authorizer
  /** The rules behind that; without it everything is allowed. */
  readonly rules?: RuleResolver | undefined
  /**
   * Adds an annotation to the audit event of a request (default: the one whose work is running); the value is made only
   * if there is one.
   */
  readonly annotate: (key: string, value: string | (() => string), request?: object) => void
  readonly callWebhook: CallWebhook
  /** Returns the request whose work is running, as the journal knows it. */
  readonly current: () => object | undefined
  /**
   * Returns the user of a bearer token that is not a service account's, or with `''` that of no credentials at all;
   * without it there are none.
   */
  readonly userOf?: ((token: string) => User | undefined) | undefined
}

/** Returns the name of a kind's table in the store: group and plural, so that versions share objects. */
export function tableOf({ def }: Pick<Target, 'def'>): string {
  let table = tables.get(def)
  if (table === undefined) tables.set(def, (table = `${def.storage.group}/${def.plural}`))
  return table
}

const tables = new WeakMap<KindDef, string>()

/** Returns the key of an object in its table: `name`, or `namespace/name`. */
export const keyOf = (namespace: string, name: string): string => (namespace ? `${namespace}/${name}` : name)

/** Names that a path cannot hold as one segment, and namespaces that a storage key cannot. */
const UNSAFE = /^\.\.?$|[/%]/

/**
 * Returns the key of the object that a request names.
 *
 * @throws StatusError 400 for a name that is no segment of a path (NamespaceKeyFunc), 500 for such a namespace
 */
export function requestedKey({ def, namespace, name }: Pick<Target, 'def' | 'namespace' | 'name'>): string {
  checkRequestedName(name)
  if (namespace === '.' || namespace === '..')
    throw plainError(`invalid key: ${goQuote(`/${def.storage.prefix}/${namespace}/${name}`)}`)
  return keyOf(namespace, name)
}

/** @throws StatusError 400 for a name that is no segment of a path */
export function checkRequestedName(name: string): void {
  if (UNSAFE.test(name))
    throw badRequest(`Name parameter invalid: ${goQuote(name)}: ${pathSegmentName(name).join(';')}`)
}

/** Returns the object that a write is about, if it is stored in the same form as the write's body. */
export function storedForm({ get }: Pick<Store<KubeObject>, 'get'>, target: Target): KubeObject | undefined {
  const { def, namespace, name, subresource } = target
  if (def.storage.conversion || def.subresources[subresource]?.view) return undefined
  return get(tableOf(target), keyOf(namespace, name))
}

/** The last complete list of each kind. Kept per cluster, so that it is garbage-collected with the cluster. */
export type LastReads = WeakMap<
  KindDef,
  { readonly table: ObjectTable<KubeObject>; readonly prefix: string; readonly page: Page<KubeObject> }
>

/** How new the caches of tables are that no change has made newer. */
export type CaughtUp = {
  /** The revision of the last consistent read of each table. */
  readonly tables: Map<string, number>
  /** The revision at which all of them were last kept as they were. */
  whole: number
}
