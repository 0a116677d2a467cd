import type { KindDef } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import type { ObjectTable } from '../../store/log.js'
import type { Page } from '../../store/page.js'

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
