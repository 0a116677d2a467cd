import { BundleError } from '../bundle/bundle-error.js'
import { bundleOf } from '../bundle/telling.js'
import { maskedBundle } from '../bundle/mask.js'
import type { Bundle, BundleAct, BundleEffect, BundleEngine, BundleRequest, WrittenHook } from '../bundle/types.js'
import { type Composed, composed } from '../compose.js'
import type { ContainerScriptState } from '../../rest/containers/container-scripts.js'
import { type FromBundleOptions, partsFromBundle } from '../from-bundle.js'
import { loadAgain } from '../restored-store.js'
import { sourceOf } from '../bundling.js'
import { type Pair, differencesOf } from './compare.js'
import { type Answer, sendAgain } from './send.js'
import type { OpenWatch } from '../../rest/watch/open-watch.js'
import type { Server } from '../server.js'
import { identityOf } from '../../schema/object.js'
import type { Call } from '../../model/call/call.js'
import { type NewHook, createHook } from '../../server/hooks/create-hook.js'
import type { Hook, HookLists } from '../../server/hooks/hook.js'
import { PHASES } from '../../server/hooks/hook-shape.js'
import { type HookSet, dismiss, registerAll, releaseHeld } from '../../server/hooks/hook-set.js'
import type { Actions, Matches, Phase } from '../../server/hooks/actions.js'
import type { Note } from '../../server/journal/note.js'
import type { Env } from '../../base/time/env.js'
import { isObject } from '../../base/json/json.js'

/** The result of a replay. */
export type Replay = {
  /** Whether all requests, changes and objects are the same as in the recording. */
  readonly identical: boolean
  /** Number of requests that were sent again. */
  readonly requests: number
  /** The differences: one line for each request, change or object. */
  readonly differences: readonly string[]
  /**
   * Hooks that are functions (by call site), the program's own controllers and the invariants that refused a write (by
   * name). Their code is not available, so their recorded effects were replayed.
   */
  readonly byEffect: readonly string[]
}

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

/** What is done with each request that is sent again. */
type Conduct = {
  /** Returns the request in the words of the replay, whose names and revisions may be others. */
  readonly adjust: (server: Server, request: BundleRequest) => BundleRequest
  /** Receives the answer to a request, at once or later. */
  readonly answered: (request: BundleRequest, answer: Answer) => void
}

const AS_RECORDED: Conduct = { adjust: (_, request) => request, answered: () => undefined }

/** The result of playing a recording again. */
type Played = {
  readonly replayed: Bundle
  /** The objects that the version of the replay has no place for, a line each. */
  readonly misfits: readonly string[]
  readonly pairs: readonly Pair[]
  /** Requests that could not be sent, with the reason. */
  readonly skipped: readonly string[]
  readonly byEffect: readonly string[]
}

/** Sends the requests of a recording again, at the times they were made. */
export async function playAgain(
  recording: Bundle,
  options: FromBundleOptions,
  { adjust, answered }: Conduct = AS_RECORDED,
): Promise<Played> {
  const engine = wholeEngine(recording)
  const { parts, beginning, bundle, misfits } = partsFromBundle(recording, options, recording.from, {
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
      const sent = sendAgain(again.server, adjust(again.server, step), (answer) => answered(step, answer))
      const ended = sent?.catch(() => undefined)
      if (ended && step.duration === 0) await Promise.race([ended, parts.env.real.wait(PATIENCE)])
    }
  }
  await moveTo(again, bundle.made)
  const begun = { request: 0, waiting: new Set<number>(), revision: bundle.from, engine: () => undefined }
  const replayed = bundleOf(sourceOf(again.server, again.cluster.hooks, begun), { secrets: true })
  again.cluster.close()
  return { replayed, misfits, pairs, skipped, byEffect: [...hooks.byEffect(), ...own, ...invariants] }
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

type Control = Extract<BundleAct, { readonly type: 'watch' }>

/**
 * Applies a recorded act on a watch to the watch that the corresponding request of the replay opened, if it is open.
 */
function controlAgain({ context, recorder }: Server, pairs: readonly Pair[], act: Control): void {
  const pair = pairs.find(({ recorded }) => opened(recorded, act.watch))
  const kept = pair && recorder.notes().find(({ sequence }) => sequence === pair.sequence)?.kept
  const watch = kept?.type === 'watch' ? context.watches.list().find(({ id }) => id === kept.id) : undefined
  if (watch) control(watch, act)
}

const opened = ({ watch }: BundleRequest, id: string): boolean => watch === id

function control(watch: OpenWatch, act: Control): void {
  if (act.does === 'cut') watch.cut(act.where)
  else if (act.does === 'release') watch.release(act.count)
  else watch[act.does]()
}

/**
 * Registers invariants that refuse the same writes as in the recording, each in the request with the same number.
 * Returns their names.
 */
function replayInvariants({ cluster, server }: Composed, { requests }: Bundle): readonly string[] {
  const [first] = requests
  const before = first ? first.sequence - 1 : 0
  const broken = new Map(requests.map((request) => [request.sequence - before, request.broken]))
  const names = new Set([...broken.values()].flatMap((each) => (each ? [each.invariant] : [])))
  for (const name of names)
    cluster.invariant(name, (prev, next) => {
      const note = server.recorder.current()
      const recorded = note && broken.get(note.sequence)
      const object = next ?? prev
      if (recorded?.invariant !== name || !object || recorded.after !== (note?.changes?.length ?? 0)) return undefined
      const { kind, namespace, name: own } = identityOf(object)
      return recorded.kind === kind && recorded.namespace === namespace && recorded.name === own
        ? recorded.why
        : undefined
    })
  return [...names].map((name) => `invariant ${name}`)
}

/** The hooks of a recording, registered as they were then. */
type ReplayedHooks = {
  readonly add: (hooks: readonly WrittenHook[]) => void
  readonly remove: (id: number) => void
  /** Releases events that a hook holds. */
  readonly release: (id: number, count: number | 'all') => void
  /** Returns the call sites of hooks that are functions, which are replayed by their recorded effects. */
  readonly byEffect: () => readonly string[]
}

/** Registers the hooks that were in force at the beginning, and returns functions for later ones. */
function replayHooks(server: Server, effects: Effects, begun: BundleEngine['hooks']): ReplayedHooks {
  const { hookSet } = server
  const found = new Map<number, Hook>()
  const sites = new Set<string>()
  const hookOf = (written: WrittenHook): NewHook => {
    if (!('then' in written)) sites.add(written.site)
    return makeHook(server, effects, written)
  }
  for (const phase of PHASES) {
    const hooks = begun.filter((hook) => hook.phase === phase)
    for (const hook of hooks) put(hookSet, phase, { id: hook.id, ...hookOf(hook) }, hook.count, found)
  }
  return {
    add: (hooks) => registerAll(hookSet, hooks.map(hookOf)).forEach((hook, i) => found.set(hooks[i]?.id ?? 0, hook)),
    remove(id) {
      const hook = found.get(id)
      if (hook) dismiss(hookSet, hook)
    },
    release(id, count) {
      const hook = found.get(id)
      if (hook) releaseHeld(hookSet, hook, count)
    },
    byEffect: () => [...sites],
  }
}

function put(
  set: HookSet,
  phase: Phase,
  hook: Hook,
  count: BundleEngine['hooks'][number]['count'],
  found: Map<number, Hook>,
): void {
  const lists: HookLists = { ...set.lists, [phase]: [...set.lists[phase], hook] }
  set.lists = lists
  set.made = Math.max(set.made, hook.id)
  set.counts.set(hook, { ...count })
  found.set(hook.id, hook)
}

/** Recreates a hook; in place of a function, which is lost, it applies the recorded effect on the same request. */
function makeHook({ context: { env }, recorder }: Server, effects: Effects, written: WrittenHook): NewHook {
  const { phase, match, options, site, id } = written
  const noteOf = (call: Call): Note | undefined =>
    recorder.notes().findLast((note) => note.call === call || note.done === call) ?? recorder.current()
  const replayed = (...given: readonly unknown[]): unknown => {
    // Every phase passes a call.
    const call = given.find((each) => typeof each === 'object' && each !== null && 'target' in each) as Call
    return resultOf(effects.take(noteOf(call), id), env, given[phase === 'after' ? 1 : 0], call)
  }
  const then = 'then' in written ? written.then : replayed
  return createHook(
    phase as Phase, // checked when the hook was registered
    match as Matches[Phase], // as above
    then as Actions[Phase], // as above
    options as NewHook['options'], // as above
    site,
  )
}

/** The recorded effects of hook functions on requests; each can be taken once. */
type Effects = {
  /** Matches a request of the replay, by its sequence number, to a recorded one. */
  readonly match: (sequence: number, recorded: BundleRequest) => void
  /**
   * Takes the effect of a hook on the request that a call belongs to; undefined if the hook had none, or it was taken.
   */
  readonly take: (note: Note | undefined, hook: number) => BundleEffect | undefined
}

/** Indexes the effects of a recording. Requests of controllers are matched by controller, in order. */
function createEffects(requests: readonly BundleRequest[]): Effects {
  const left = new Map<BundleRequest, BundleEffect[]>()
  const bySequence = new Map<number, BundleRequest>()
  const ofControllers = new Map<string, BundleRequest[]>()
  for (const request of requests) {
    const { effects, by, method, path } = request
    if (effects) left.set(request, [...effects])
    if (!by || !effects) continue
    const id = `${by.controller} ${method} ${path}`
    ofControllers.set(id, [...(ofControllers.get(id) ?? []), request])
  }
  const recordedOf = (note: Note): BundleRequest | undefined => {
    const found = bySequence.get(note.sequence)
    if (found || !note.by) return found
    const [id] = [...ofControllers.keys()].filter((key) => key.startsWith(`${note.by?.controller ?? ''} `))
    const next = id === undefined ? undefined : ofControllers.get(id)?.shift()
    if (next) bySequence.set(note.sequence, next)
    return next
  }
  return {
    match: (sequence, recorded) => void bySequence.set(sequence, recorded),
    take(note, hook) {
      const recorded = note && recordedOf(note)
      const effects = recorded && left.get(recorded)
      const at = effects?.findIndex((effect) => effect.hook === hook) ?? -1
      return at < 0 ? undefined : effects?.splice(at, 1)[0]
    },
  }
}

/** Returns what the hook function returned, after the same delay; throws what it threw. */
function resultOf(effect: BundleEffect | undefined, env: Env, given: unknown, call: Call): unknown {
  if (!effect) return undefined
  if (!effect.after) return made(effect, given, call)
  return new Promise<void>((resolve) => void env.setTimer(resolve, effect.after ?? 0)).then(() =>
    made(effect, given, call),
  )
}

function made({ result }: BundleEffect, given: unknown, call: Call): unknown {
  switch (result.type) {
    case 'nothing':
      return undefined
    case 'given':
      return given
    case 'error':
      throw new Error(result.message)
    case 'call':
      return {
        ...call,
        options: { ...call.options, ...(isObject(result.options) ? result.options : {}) },
        ...(call.body ? { body: { ...call.body, value: result.body } } : {}),
      }
    case 'value':
      // The kind definition, which JSON cannot hold, is that of the call.
      return isObject(result.value) && (result.value['type'] === 'object' || result.value['type'] === 'list')
        ? { ...result.value, def: call.target.def }
        : result.value
  }
}
