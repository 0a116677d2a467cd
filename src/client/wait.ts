import type { Env } from '../base/env.js'
import { callerError } from '../check/arguments.js'
import { parseDuration } from '../base/time.js'
import type { KindDef } from '../registry/kind-def.js'
import { type KubeObject, withoutManagers } from '../schema/object.js'
import type { Target } from '../api/target.js'
import { namespaceOf } from './calls.js'
import type { ClientWatch, Ref, WaitOptions, WatchOptions } from './types.js'

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
      ref: Ref,
      until: (object: KubeObject) => boolean = () => true,
      options?: WaitOptions,
    ): Promise<KubeObject> {
      const wanted = (object: KubeObject | undefined) => object !== undefined && until(object)
      const { last, over } = await watchUntil(context, def, ref, wanted, options)
      if (over === undefined && last) return last
      throw callerError(
        `waitFor: ${subject(def, ref)} did not come to the state waited for ${over}; it is ${last ? shown(last) : 'not there'}`,
      )
    },
    async waitForGone(def: KindDef, ref: Ref, options?: WaitOptions): Promise<void> {
      const { last, over } = await watchUntil(context, def, ref, (object) => object === undefined, options)
      if (over !== undefined)
        throw callerError(`waitForGone: ${subject(def, ref)} is still there ${over}: ${shown(last)}`)
    },
  }
}

const shown = (object: KubeObject | undefined): string => JSON.stringify(object && withoutManagers(object))

const subject = ({ kind, scope }: KindDef, { name, namespace = 'default' }: Ref): string =>
  `${kind} ${scope === 'Cluster' ? name : `${namespace}/${name}`}`

/** The result of a wait: the object as it is, and, if the condition was not met, why the wait ended. */
type Ended = { readonly last: KubeObject | undefined; readonly over: string | undefined }

async function watchUntil(
  { env, pace, open, find }: WaitContext,
  def: KindDef,
  { name, namespace }: Ref,
  wanted: (object: KubeObject | undefined) => boolean,
  { timeout = env.next ? VIRTUAL_TIMEOUT : pace.patience() }: WaitOptions = {},
): Promise<Ended> {
  const duration = parseDuration(timeout)
  if (duration.error !== undefined) throw callerError(duration.error)
  const deadline = env.now() + duration.ms
  const where = namespaceOf(def, namespace, 'get')
  const abort = new AbortController()
  const events = open(`${def.apiVersion}/${def.kind}`, {
    fieldSelector: `metadata.name=${name}`,
    namespace: where,
    signal: abort.signal,
  })
  // There is no watch event for an object that never existed.
  if (!find({ def, namespace: where, name }) && wanted(undefined)) {
    abort.abort()
    return { last: undefined, over: undefined }
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
  let last: KubeObject | undefined
  try {
    for await (const { type, object } of events) {
      last = type === 'DELETED' ? undefined : object
      if (wanted(last)) return { last, over: undefined }
    }
    if (fault !== undefined) throw fault
    return { last, over: over ?? 'before the watch ended' }
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
