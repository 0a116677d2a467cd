import { createEnv } from '../base/time/env.js'
import { BundleError } from './bundle/bundle-error.js'
import { fittedBundle } from './bundle/fit.js'
import type { Bundle, BundleEngine } from './bundle/types.js'
import type { ContainerScriptState } from '../rest/containers/container-scripts.js'
import { chooseControllers } from '../controllers/built-in.js'
import { type WrittenState, readState } from '../controllers/runtime/written-state.js'
import { noHooks } from '../server/hooks/hook-set.js'
import { kubernetesVersions } from '../model/registry/kubernetes-version.js'
import { readRelease } from '../model/registry/releases.js'
import type { KubeObject } from '../schema/object.js'
import type { Snapshot } from './state/snapshot.js'
import { createStore } from '../store/store.js'
import { storedSize } from '../base/json/size.js'
import { compose } from './compose.js'
import type { Beginning } from './internals.js'
import type { ClusterOptions } from './options.js'
import { type Parts, makeParts, roomOf } from './parts-from-options.js'
import { objectsIn, replayChanges, stateOfStart } from './restored-store.js'
import type { Cluster } from './types.js'

export type FromBundleOptions = Pick<
  ClusterOptions,
  'kinds' | 'admissionPlugins' | 'services' | 'openapi' | 'controllers'
> & {
  /** The revision to restore (default: the last one). */
  readonly at?: number | string | undefined
  /** The version of Kubernetes to read it in (default: the one that wrote it). */
  readonly kubernetesVersion?: string | undefined
}

/**
 * Creates a cluster from a Bundle, in the state of a revision, with the history up to there.
 *
 * @throws BundleError for a damaged or incomplete Bundle, or one with objects that another version has no place for;
 * RangeError for a revision it does not hold
 */
export function clusterOf(bundle: Bundle, options: FromBundleOptions = {}): Cluster {
  const at = revisionOf(bundle, options.at)
  const { parts, beginning, misfits } = partsFromBundle(bundle, options, at)
  const [first, ...others] = misfits
  if (first === undefined) return compose(parts, beginning)
  const more = others.length < SHOWN ? others : [...others.slice(0, SHOWN), `and ${others.length - SHOWN} more`]
  throw new BundleError(
    `The cluster of this Bundle was Kubernetes ${bundle.versions.kubernetes}, and ${options.kubernetesVersion} has no place for all of it: ${[first, ...more].join('; ')}.`,
  )
}

/** The number of misfits after the first that a message names. */
const SHOWN = 9

/** Parts and initial state of a cluster that continues from a revision of a Bundle. */
type Continued = {
  readonly parts: Parts
  readonly beginning: Beginning
  /** The Bundle as it was read: in another version, with the objects of that. */
  readonly bundle: Bundle
  /** What of its objects another version has no place for, a line each. */
  readonly misfits: readonly string[]
}

/** Creates the parts of a cluster that continues from a revision of a Bundle. */
export function partsFromBundle(
  written: Bundle,
  given: FromBundleOptions,
  at: number,
  more: ClusterOptions = {},
): Continued {
  const { engine, profile, seed } = written
  checkCode(engine, given)
  const { at: _, controllers = engine?.controllers.builtIn ?? written.controllers, ...code } = given
  const wrote = checkedVersion(written.versions.kubernetes)
  const options: ClusterOptions = {
    ...code,
    // They are JSON, as `engineOf` wrote them.
    ...(engine?.options as Pick<ClusterOptions, keyof BundleEngine['options']>),
    ...more,
    ...(seed === undefined ? {} : { seed }),
    ...{ profile, controllers },
    kubernetesVersion: given.kubernetesVersion ?? wrote,
    clock: more.clock ?? written.clock,
  }
  const made = makeParts(options)
  // In a version that is named, everything begins anew, as after an upgrade.
  const isOther = given.kubernetesVersion !== undefined
  const { bundle, misfits } = isOther
    ? reading(() => fittedBundle(written, made, makeParts({ ...options, kubernetesVersion: wrote }).registry, at))
    : { bundle: written, misfits: [] }
  const store = reading(() => {
    const start = stateOfStart(bundle)
    const begun = createStore<KubeObject>({
      ...{ revision: start.revision, bytes: made.store.bytes, sizeOf: storedSize, from: start },
      ...roomOf(made.store.quota),
      limit: Math.max(made.store.limit, bundle.changes.length),
    })
    replayChanges(begun, bundle, at)
    return begun
  })
  const env = reading(() => made.env.fork(envAt(bundle, at)))
  const isKnown = !isOther && engine !== undefined && (at === bundle.from || at === bundle.to)
  // What controllers remember is recorded at the first and the last revision only; in between they see every object
  // anew.
  const memory = isOther ? undefined : at === bundle.to ? engine?.memory.to : engine?.memory.from
  const saved: Snapshot = {
    version: made.registry.profile.version,
    state: store.state(),
    env: env.snapshot(),
    hooks: noHooks,
    containers: (engine?.containers ?? []) as ContainerScriptState, // plain data
    controllers: reading(() =>
      readState(
        chooseControllers(controllers),
        objectsIn(store.state()),
        memory as WrittenState | undefined, // as `writtenState` wrote it
      ),
    ),
    invariants: [],
  }
  const beginning = { saved, ...(isKnown ? {} : { isNew: true }) }
  return { parts: { ...made, env, store }, beginning, bundle, misfits }
}

/** Runs a function that reads the data of a Bundle, which may be damaged or edited by hand. */
function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    // Errors of a more specific class already say what is wrong.
    if (!(error instanceof TypeError) && !(error instanceof Error && error.name === 'Error')) throw error
    throw new BundleError('The Bundle is damaged: it is not as bundle() writes it. Write it again.', {
      cause: error,
    })
  }
}

/** Returns the version of Kubernetes of a Bundle, if it is one that a cluster can be. */
function checkedVersion(named: string): string {
  if (readRelease(named)) return named
  throw new BundleError(
    `The cluster of this Bundle was Kubernetes ${named}, and here are ${kubernetesVersions.join(', ')}: read it with the release of fakecluster that wrote it.`,
  )
}

function revisionOf({ from, to }: Bundle, at: number | string | undefined): number {
  const revision = at === undefined ? to : Number(at)
  if (Number.isInteger(revision) && revision >= from && revision <= to) return revision
  throw new RangeError(`fromBundle: the Bundle holds the revisions ${from} to ${to}, not ${String(at)}`)
}

/** Checks that code which no file can hold is given again. */
function checkCode(engine: BundleEngine | undefined, given: FromBundleOptions): void {
  const missing = engine?.code.filter((name) => !(name in given)) ?? []
  if (missing.length === 0) return
  throw new BundleError(
    `The cluster of this Bundle was made with ${missing.join(' and ')} of its own, which no file holds: give ${missing.length > 1 ? 'them' : 'it'} again, as in fromBundle(file, { ${missing.join(', ')} }).`,
  )
}

/**
 * Returns the clock, ids and randomness at a revision: as recorded for the first and the last one, otherwise derived
 * from the revision.
 */
function envAt({ engine, from, to, made, changes, seed = 0 }: Bundle, at: number) {
  if (engine && at === from) return engine.env.from
  if (engine && at === to) return engine.env.to
  const now = changes.findLast(({ revision }) => revision <= at)?.time ?? engine?.env.from.now ?? made
  return createEnv({ clock: 'virtual', start: now, seed: seed ^ at ^ 0xb0d1e }).snapshot()
}
