import type { Env } from '../base/env.js'
import { formatTime } from '../base/time.js'
import type { KindDef, RuleContext } from '../kind/define.js'
import type { Gates } from '../kind/gates.js'
import type { Registry } from '../kind/registry.js'
import type { KubeObject } from '../schema/object.js'
import type { Store } from '../store/store.js'
import type { Call, Target, User, WatchEvent } from './types.js'
import type { Watches } from './watches.js'

/** What scripts may do while a request is worked on; see hooks/. */
export type RestHooks = {
  /** Inside the transaction: returns the object to go on with, or throws a StatusError. */
  readonly admit: (call: Call, old: KubeObject | undefined, next: KubeObject) => KubeObject
  /** For each event and watcher: pass, drop, end the watch, or hold it back for some milliseconds. */
  readonly watch: (call: Call, event: WatchEvent) => WatchDecision
}

/** What becomes of one event of one watch. */
export type WatchDecision = 'pass' | 'drop' | 'cut' | 'end' | { readonly hold: number } | { readonly send: readonly WatchEvent[] }

/** What every verb works with. */
export type RestContext = {
  readonly store: Store<KubeObject>
  readonly registry: Registry
  readonly env: Env
  readonly gates: Gates
  readonly hooks: RestHooks
  readonly watches: Watches
  /** Whose a bearer token is; nobody's when absent. */
  readonly userOf?: (token: string) => User | undefined
}

/** Name of the store's table of a kind: its group and plural, so that versions share objects. */
export function tableOf({ def }: Pick<Target, 'def'>): string {
  let table = tables.get(def)
  if (table === undefined) tables.set(def, (table = `${def.storageGroup}/${def.plural}`))
  return table
}

const tables = new WeakMap<KindDef, string>()

/** Key of an object in its table: `name`, or `namespace/name`. */
export const keyOf = (namespace: string, name: string): string => (namespace ? `${namespace}/${name}` : name)

/** What a kind's rules may know of a request. */
export const ruleContext = (context: RestContext, endpoint: RuleContext['endpoint']): RuleContext => ({
  gates: context.gates,
  now: formatTime(context.env.now()),
  endpoint,
})
