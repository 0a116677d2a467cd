import type { Env } from '../../base/time/env.js'
import { callerError } from '../../base/check/arguments.js'
import { parseDuration } from '../../base/time/time.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { type KubeObject, withoutManagers } from '../../schema/object.js'
import type { Target } from '../../model/call/call.js'
import { namespaceOf } from './calls.js'
import type { ClientWatch, Ref, Selection, WaitOptions, WatchOptions } from './types.js'

const VIRTUAL_TIMEOUT = 600_000
/** Real milliseconds in which external clients may send their next request before the clock moves. */
const BREATH = 20

/** What a wait lets happen before it moves a virtual clock. */
export type Pace = {
  /** Resolves once controllers and everything else in process have nothing left to do. */
  readonly rest: () => Promise<void>
  /** Resolves after `ms` real milliseconds without a request from outside, or at `until`, a moment of real time. */
  readonly quiet: (ms: number, until: number) => Promise<unknown>
  /** The default timeout in real milliseconds. */
  readonly patience: () => number
  /** Whether an external client has a request or a watch open, and so may send more. */
  readonly isWatched: () => boolean
}

/** The parts of a cluster that waits use. */
export type WaitContext = {
  readonly env: Env
  readonly pace: Pace
  readonly open: (kind: string, options: WatchOptions) => ClientWatch<KubeObject>
  /** Returns the stored object. */
  readonly find: (target: Pick<Target, 'def' | 'namespace' | 'name'>) => KubeObject | undefined
}

/** Creates `waitFor` and `waitForGone`. */
export function createWaits(context: WaitContext) {
  return {
    async waitFor(
      def: KindDef,
      wanted: Ref | Selection,
      until: (object: KubeObject) => boolean = () => true,
      options?: WaitOptions,
    ): Promise<KubeObject> {
      let found: KubeObject | undefined
      const isMet = (changed: KubeObject | undefined) => {
        if (changed && until(changed)) found = changed
        return found !== undefined
      }
      const { held, over } = await watchUntil(context, def, wanted, isMet, options)
      if (found) return found
      throw callerError(`waitFor: ${inVain(def, wanted)} the state waited for ${over}; ${shown(held, wanted)}`)
    },
    async waitForGone(def: KindDef, ref: Ref, options?: WaitOptions): Promise<void> {
      const { held, over } = await watchUntil(context, def, ref, (object) => object === undefined, options)
      if (over !== undefined)
        throw callerError(`waitForGone: ${subject(def, ref)} is still there ${over}: ${json(held[0])}`)
    },
  }
}

const json = (object: KubeObject | undefined): string => JSON.stringify(object && withoutManagers(object))

/** Describes the objects that there are in place of the one that was waited for. */
function shown([first, ...others]: readonly KubeObject[], wanted: Ref | Selection): string {
  if (!first) return isNamed(wanted) ? 'it is not there' : 'there is none'
  if (others.length === 0) return `it is ${json(first)}`
  return `there are ${others.length + 1}, and the last that changed is ${json(others.at(-1))}`
}

const isNamed = (wanted: Ref | Selection): wanted is Ref => 'name' in wanted

const subject = ({ kind, scope }: KindDef, { name, namespace = 'default' }: Ref): string =>
  `${kind} ${scope === 'Cluster' ? name : `${namespace}/${name}`}`

function inVain(def: KindDef, wanted: Ref | Selection): string {
  if (isNamed(wanted)) return `${subject(def, wanted)} did not come to`
  const { namespace, labelSelector, fieldSelector } = wanted
  const selectors = [labelSelector, fieldSelector].filter((selector) => selector !== undefined)
  return `no ${def.kind} ${namespace ? `in ${namespace} ` : ''}with ${selectors.join(' and ')} came to`
}

/** Returns the options of the watch for what is waited for. */
function watched(def: KindDef, wanted: Ref | Selection): Selection {
  if (!isNamed(wanted)) return { ...wanted, namespace: namespaceOf(def, wanted.namespace, 'list') }
  return { fieldSelector: `metadata.name=${wanted.name}`, namespace: namespaceOf(def, wanted.namespace, 'get') }
}

/** The result of a wait: the objects as they are, and, if the condition was not met, why the wait ended. */
type Ended = { readonly held: readonly KubeObject[]; readonly over: string | undefined }

/** Watches objects until a condition holds for one that was added or changed, or, called with nothing, was removed. */
async function watchUntil(
  { env, pace, open, find }: WaitContext,
  def: KindDef,
  wanted: Ref | Selection,
  isMet: (changed: KubeObject | undefined) => boolean,
  { timeout = env.next ? VIRTUAL_TIMEOUT : pace.patience() }: WaitOptions = {},
): Promise<Ended> {
  const duration = parseDuration(timeout)
  if (duration.error !== undefined) throw callerError(duration.error)
  const deadline = env.now() + duration.ms
  const selection = watched(def, wanted)
  const abort = new AbortController()
  const events = open(`${def.apiVersion}/${def.kind}`, { ...selection, signal: abort.signal })
  // There is no watch event for an object that never existed.
  const isMissing =
    isNamed(wanted) && !find({ def, namespace: selection.namespace ?? '', name: wanted.name }) && isMet(undefined)
  if (isMissing) {
    abort.abort()
    return { held: [], over: undefined }
  }
  let over: string | undefined
  const end = (why: string) => {
    over = why
    abort.abort()
  }
  let fault: unknown
  const cancel = env.next
    ? moveOn({ env, pace, next: env.next, deadline, signal: abort.signal }, end, (error) => {
        fault = error
        abort.abort()
      })
    : env.setTimer(() => end(`within ${duration.ms} ms`), duration.ms)
  const held = new Map<string, KubeObject>()
  try {
    for await (const { type, object } of events) {
      const key = `${object.metadata.namespace ?? ''}/${object.metadata.name}`
      held.delete(key)
      if (type !== 'DELETED') held.set(key, object)
      if (isMet(type === 'DELETED' ? undefined : object)) return { held: [...held.values()], over: undefined }
    }
    if (fault !== undefined) throw fault
    return { held: [...held.values()], over: over ?? 'before the watch ended' }
  } finally {
    cancel()
    abort.abort()
  }
}

type Moving = {
  readonly env: Env
  readonly pace: Pace
  readonly next: NonNullable<Env['next']>
  readonly deadline: number
  readonly signal: AbortSignal
}

/**
 * Advances a virtual clock from timer to timer, each time once everything is at rest. Returns a function that stops it.
 */
function moveOn(
  { env, pace, next, deadline, signal }: Moving,
  end: (why: string) => void,
  fail: (error: unknown) => void,
): () => void {
  const patience = env.real.now() + pace.patience()
  let stopped = false
  const isOver = () => stopped || signal.aborted
  const move = async (): Promise<void> => {
    while (!isOver()) {
      await pace.rest()
      if (pace.isWatched()) await pace.quiet(BREATH, patience)
      if (isOver()) return
      if (await next(deadline)) continue
      await pace.rest()
      if (isOver()) return
      if (!pace.isWatched() || env.real.now() >= patience)
        return end(`and nothing more is due by ${new Date(deadline).toISOString()}`)
      await env.real.wait(BREATH)
    }
  }
  move().catch(fail)
  return () => void (stopped = true)
}
