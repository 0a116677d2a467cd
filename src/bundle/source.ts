import type { BundleEngine } from './types.js'
import type { Env } from '../base/env.js'
import type { Hooks } from '../hooks/types.js'
import type { Recorder } from '../journal/recorder.js'
import type { Registry } from '../registry/registry.js'
import type { ToldList } from '../rest/watch/told.js'
import type { OpenWatch } from '../rest/watch/open-watch.js'
import type { KubeObject } from '../schema/object.js'
import type { Store } from '../store/store.js'

/** What a Bundle is made from: the parts of a cluster that know what happened. */
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
  readonly watches: () => readonly OpenWatch[]
  readonly told: Pick<ToldList, 'after'>
  /** The state the cluster began with, or was last restored to: its revision, and the last request noted by then. */
  readonly begun: { readonly revision: number; readonly request: number }
  /** What a cluster goes on from besides its objects, told when it is asked for. */
  readonly engine: () => BundleEngine | undefined
}

/** What is to be in a Bundle. */
export type BundleOptions = {
  /**
   * Only changes after this revision, and no objects of the start. Where that revision is no longer held, all of it is
   * told, and `from` says so.
   */
  readonly since?: number | undefined
  /**
   * Only requests after this one. One that asks again names the last before the oldest that had no answer, to learn of
   * that.
   */
  readonly requests?: number | undefined
  /** Only what watches were told after this one. */
  readonly told?: number | undefined
  /** Whether the values of Secrets and tokens are told (default false: `masked` stands in their place). */
  readonly secrets?: boolean | undefined
}
