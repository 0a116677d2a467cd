import { BundleError } from '../bundle/bundle-error.js'
import { bundleOf } from '../bundle/bundle-of.js'
import { maskedBundle } from '../bundle/mask.js'
import type { Bundle, BundleAct, BundleEngine, BundleRequest } from '../bundle/types.js'
import { type Composed, composed } from '../compose.js'
import type { ContainerScriptState } from '../../rest/containers/container-scripts.js'
import { type FromBundleOptions, partsFromBundle } from '../from-bundle.js'
import { loadAgain } from '../restored-store.js'
import { sourceOf } from '../bundling.js'
import { type Pair, differencesOf } from './compare.js'
import { createEffects } from './effects.js'
import { type ReplayedHooks, replayHooks } from './hooks.js'
import { replayInvariants } from './invariants.js'
import { sendAgain } from './send.js'
import { controlAgain } from './watches.js'
import type { Replay } from './types.js'

/** Real milliseconds to wait for a response that took no time on the recorded cluster's clock. */
const PATIENCE = 5_000

/**
 * Sends the requests of a recording again to a cluster that begins in the same state as the recorded one, and returns
 * the differences.
 */
export async function runReplay(bundle: Bundle, options: FromBundleOptions): Promise<Replay> {
  const { replayed, pairs, skipped, byEffect } = await playAgain(bundle, options)
  const differences = [...skipped, ...differencesOf(maskedBundle(bundle), maskedBundle(replayed), pairs)]
  return { identical: differences.length === 0, requests: pairs.length, differences, byEffect }
}

/** The result of playing a recording again. */
type Played = {
  readonly replayed: Bundle
  readonly pairs: readonly Pair[]
  /** Requests that could not be sent, with the reason. */
  readonly skipped: readonly string[]
  readonly byEffect: readonly string[]
}

/** Sends the requests of a recording again, at the times they were made. */
export async function playAgain(bundle: Bundle, options: FromBundleOptions): Promise<Played> {
  const engine = wholeEngine(bundle)
  const { parts, beginning } = partsFromBundle(bundle, options, bundle.from, {
    clock: 'virtual',
    journal: { requests: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER, wholeBodies: true },
  })
  const again = composed(parts, beginning)
  await again.server.opening()
  const effects = createEffects(bundle.requests)
  const hooks = replayHooks(again.server, effects, engine.hooks)
  const invariants = replayInvariants(again, bundle)
  const pairs: Pair[] = []
  const own = new Set(engine.controllers.own)
  const skipped: string[] = []
  const written = writtenAt(bundle)
  for (const step of stepsOf(bundle, engine)) {
    await moveTo(again, ('type' in step ? undefined : written.get(step.sequence)) ?? step.time)
    if ('type' in step && step.type === 'watch') controlAgain(again.server, pairs, step)
    else if ('type' in step) await act(again, hooks, bundle, step)
    else if (step.via !== 'controller' || own.has(step.by?.controller ?? '')) {
      if (step.sent?.type === 'call' && step.sent.isCut) {
        skipped.push(`#${step.sequence} ${step.method} ${step.path}: its body was too long to be kept`)
        continue
      }
      const sequence = again.server.recorder.count() + 1
      effects.match(sequence, step)
      pairs.push({ recorded: step, sequence })
      const answered = sendAgain(again.server, step)?.catch(() => undefined)
      if (answered && step.duration === 0) await Promise.race([answered, parts.env.real.wait(PATIENCE)])
    }
  }
  await moveTo(again, bundle.made)
  const begun = { request: 0, revision: bundle.from, engine: () => undefined }
  const replayed = bundleOf(sourceOf(again.server, again.cluster.hooks, begun), { secrets: true })
  again.cluster.close()
  return { replayed, pairs, skipped, byEffect: [...hooks.byEffect(), ...own, ...invariants] }
}

/** Returns the state a recording begins with, after checking that the recording is complete. */
function wholeEngine({ engine, dropped, from }: Bundle): BundleEngine {
  const more = 'record it with a larger `journal` and `history`'
  if (!engine)
    throw new BundleError(`This Bundle cannot be replayed: it begins at ${from}, in the middle of the run; ${more}.`)
  if (dropped > 0)
    throw new BundleError(`This Bundle cannot be replayed: ${dropped} requests are no longer in its journal; ${more}.`)
  if (engine.isCut)
    throw new BundleError(
      'This Bundle cannot be replayed: its journal no longer lists all hooks that were added and removed.',
    )
  return engine
}

/** Returns requests and acts in their original order. */
function stepsOf({ requests }: Bundle, { acts }: BundleEngine): readonly (BundleRequest | BundleAct)[] {
  const steps: (BundleRequest | BundleAct)[] = []
  let next = 0
  for (const request of requests) {
    for (let one = acts[next]; one && one.after < request.sequence; one = acts[++next]) steps.push(one)
    steps.push(request)
  }
  return [...steps, ...acts.slice(next)]
}

/** Returns when requests wrote: on a system clock, time passes while a body is read. */
function writtenAt({ clock, changes }: Bundle): ReadonlyMap<number, number> {
  const times = new Map<number, number>()
  if (clock === 'virtual') return times
  for (const { request, time } of changes) if (request !== undefined && !times.has(request)) times.set(request, time)
  return times
}

/** Advances the clock to a time, which fires the timers due by then. */
async function moveTo({ cluster: { clock } }: Composed, time: number): Promise<void> {
  if (time > clock.now()) await clock.advanceTo(time)
}

/** Does again what the program did; returns what to wait for. */
function act(
  { server, cluster }: Composed,
  hooks: ReplayedHooks,
  bundle: Bundle,
  step: Exclude<BundleAct, { readonly type: 'watch' }>,
): Promise<void> | void {
  switch (step.type) {
    case 'added':
      return hooks.add(step.hooks)
    case 'removed':
      return hooks.remove(step.hook)
    case 'released':
      return hooks.release(step.hook, step.count)
    case 'loaded':
      return loadAgain(server, bundle, step)
    case 'played':
      return server.containers.restore(step.scripts as ContainerScriptState) // as it was recorded
    case 'detached':
      return server.context.detached?.(step)
    case 'caught up':
      return server.engine.drain({ isWhole: true })
    case 'tokens':
      return cluster.expireContinueTokens()
  }
}
