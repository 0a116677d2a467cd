import type { BundleEngine } from './types.js'
import type { Env } from '../../base/time/env.js'
import type { ContainerScripts } from '../../rest/containers/container-scripts.js'
import type { Hooks } from '../../server/hooks/types.js'
import type { Recorder } from '../../server/journal/recorder.js'
import type { Registry } from '../../model/registry/registry.js'
import type { WatchLog } from '../../rest/watch/watch-log.js'
import type { OpenWatch } from '../../rest/watch/open-watch.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'

/** The parts of a cluster that a Bundle is built from. */
export type BundleSource = {
  readonly store: Store<KubeObject>
  readonly registry: Registry
  readonly recorder: Recorder
  readonly env: Pick<Env, 'now'>
  readonly seed: number | undefined
  readonly clock: 'virtual' | 'system'
  readonly controllers: () => readonly string[]
  /** Whether a controller is one of the program's own. */
  readonly isOwn: (controller: string) => boolean
  readonly hooks: Pick<Hooks, 'list'>
  readonly containers: Pick<ContainerScripts, 'snapshot'>
  readonly watches: () => readonly OpenWatch[]
  readonly told: Pick<WatchLog, 'after'>
  /**
   * The state at creation or at the last restore: its revision, the number of the last request before it, and the
   * numbers of earlier requests that have waited for it.
   */
  readonly begun: { readonly revision: number; readonly request: number; readonly waiting: ReadonlySet<number> }
  /** Returns the state, besides the objects, that a cluster continues from; computed on demand. */
  readonly engine: () => BundleEngine | undefined
}

/** Options of a Bundle. */
export type BundleOptions = {
  /**
   * Include only changes after this revision, and no initial objects. If that revision is no longer available,
   * everything is included, and `from` says so.
   */
  readonly since?: number | undefined
  /**
   * Include only requests after this sequence number. To learn the outcome of requests that were unanswered, a caller
   * that polls passes the number before the oldest of them.
   */
  readonly requests?: number | undefined
  /** Include only events that watches sent after this number. */
  readonly told?: number | undefined
  /** Whether to include the values of Secrets and tokens (default false: they are replaced by `masked`). */
  readonly secrets?: boolean | undefined
}
