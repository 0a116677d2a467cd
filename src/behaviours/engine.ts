import type { Cancel } from '../base/env.js'
import { StatusError } from '../base/status.js'
import { parseDuration } from '../base/time.js'
import { createCalls } from '../client/calls.js'
import { isRead } from '../kind/define.js'
import type { RestContext } from '../rest/context.js'
import type { Call, Outcome } from '../rest/types.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import { dependentsOf, indexOwners } from './owned.js'
import { type BehaviourState, type Entry, copyState, entryId, planAt, timeOf } from './state.js'
import type { Again, Behaviour, Key } from './types.js'
import { type Access, createAccess } from './world.js'

/** What behaviours run on. */
export type EngineContext = Pick<RestContext, 'env' | 'registry' | 'gates' | 'store'> & {
  /** Does what a call asks, past the hooks that are about requests. */
  readonly execute: (call: Call, by: { readonly behaviour: string; readonly key?: Key; readonly woken?: number }) => Outcome
}

/** The behaviours of one cluster at work. */
export type Engine = {
  /** Does everything that waits and may run now. Called after each request, never inside a write. */
  readonly drain: () => void
  /** Resolves once no reconciliation is running. Rejects with the faults there were since the last call, and with what never comes to rest. */
  readonly idle: () => Promise<void>
  /** Adds a behaviour, which first meets every object there is; returns its end. */
  readonly add: (behaviour: Behaviour) => () => void
  /** The behaviours at work. */
  readonly names: () => readonly string[]
  readonly snapshot: () => BehaviourState
  readonly restore: (state: BehaviourState) => void
  /** Ends every plan. */
  readonly stop: () => void
}

/** Reconciliations of one key within one run of everything, beyond which it will not come to rest. */
const MOST_RUNS = 200

const FIRST_RETRY = 5
const LAST_RETRY = 1_000_000

/** A behaviour; its access to the world is made when it is first woken, because most of many forks stay asleep. */
type Worker = { readonly behaviour: Behaviour; access?: Access }
type Task = { readonly worker: Worker; readonly key: Key; readonly id: string; /** Revision of the change that woke it. */ readonly woken?: number }

/** Makes the engine of a cluster, which continues from a state. */
export function createEngine(context: EngineContext, from: BehaviourState): Engine {
  const { env, store, registry, gates, execute } = context
  let state = copyState(from)
  let plans = from.plans
  let workers: readonly Worker[] = []
  let queue: Task[] = []
  const queued = new Set<string>()
  const inFlight = new Set<Promise<void>>()
  let faults: unknown[] = []
  let draining = false
  let timer: { readonly place: string; readonly cancel: Cancel } | undefined

  const dependents = (uid: string) => dependentsOf(state.owned, store.state(), uid)
  // Reconciliations under way, and whether their key was woken meanwhile.
  const running = new Map<string, boolean>()
  const workerOf = (behaviour: Behaviour): Worker => ({ behaviour })
  const accessOf = (worker: Worker): Access => {
    const { name, user = 'system:kube-controller-manager', manager = 'kube-controller-manager' } = worker.behaviour
    const calls = () => createCalls({ registry, user: { name: user, groups: ['system:authenticated'] }, manager })
    return (worker.access ??= createAccess({ env, registry, gates, store, calls: calls(), dependents, execute: (call) => run(call, name) }))
  }
  let current: Pick<Task, 'key' | 'woken'> | undefined
  const run = (call: Call, behaviour: string): Outcome => {
    const outcome = execute(call, { behaviour, ...current })
    // A reconciliation that has gone on without us writes outside any run of everything. What only reads may be asked while a change is told.
    if (!draining && !isRead(call.target.verb)) drain()
    return outcome
  }

  const enqueue = (worker: Worker, key: Key, woken?: number) => {
    const id = entryId(worker.behaviour.name, key)
    if (running.has(id)) running.set(id, true)
    else if (!queued.has(id)) {
      queued.add(id)
      queue.push({ worker, key, id, ...(woken === undefined ? {} : { woken }) })
    }
  }
  const tell = (worker: Worker, change: { readonly prev: KubeObject | undefined; readonly next: KubeObject | undefined; readonly revision?: number }) => {
    const object = change.next ?? change.prev!
    const how = wakeOf(worker, object.kind)
    if (how === 'own') enqueue(worker, keyOf(object), change.revision)
    else if (how) for (const key of how(change, accessOf(worker))) enqueue(worker, key, change.revision)
  }
  const observe = (changes: readonly Change<KubeObject>[]) => {
    for (const change of changes) {
      indexOwners(state.owned, change)
      for (const worker of concerned((change.next ?? change.prev!).kind)) tell(worker, change)
    }
  }
  // Most changes concern few, and some of a store come by the thousand.
  let byKind: { readonly workers: readonly Worker[]; readonly concerned: Map<string, readonly Worker[]> } | undefined
  const concerned = (kind: string): readonly Worker[] => {
    if (byKind?.workers !== workers) byKind = { workers, concerned: new Map() }
    let found = byKind.concerned.get(kind)
    if (!found) byKind.concerned.set(kind, (found = workers.filter((worker) => wakeOf(worker, kind) !== undefined)))
    return found
  }

  const keep = (id: string, entry: Entry) => {
    if (entry.due === undefined && entry.memory === undefined && entry.tries === 0) state.entries.delete(id)
    else state.entries.set(id, entry)
  }
  const arm = () => {
    let first: string | undefined
    state.due.forRange('', '~', false, (place) => {
      first = place
      return { break: true }
    })
    if (first === timer?.place) return
    timer?.cancel()
    timer = first === undefined ? undefined : { place: first, cancel: env.setTimer(wakeDue, timeOf(first) - env.now(), { background: true }) }
  }
  const wakeDue = () => {
    timer = undefined
    const places: string[] = []
    state.due.forRange('', planAt(env.now() + 1, 0), false, (place) => {
      places.push(place)
      return undefined
    })
    for (const place of places) {
      const id = state.due.get(place)!
      const entry = state.entries.get(id)!
      const { due: _, ...rest } = entry
      state.due.delete(place)
      keep(id, rest)
      const worker = workers.find(({ behaviour }) => behaviour.name === entry.behaviour)
      if (worker) enqueue(worker, entry.key)
    }
    drain()
  }

  const finish = (task: Task, again: Again | undefined | void, tries: number) => {
    const { worker, key, id } = task
    const wait = tries > 0 ? Math.min(FIRST_RETRY * 2 ** (tries - 1), LAST_RETRY) : again ? milliseconds(again, worker.behaviour.name) : undefined
    const due = wait === undefined ? undefined : planAt(env.now() + wait, ++plans)
    if (due !== undefined) state.due.set(due, id)
    const memory = state.entries.get(id)?.memory
    keep(id, { behaviour: worker.behaviour.name, key, tries, ...(due === undefined ? {} : { due }), ...(memory === undefined ? {} : { memory }) })
  }
  const fail = (task: Task, error: unknown, tries: number) => {
    if (error instanceof StatusError) return finish(task, undefined, tries + 1)
    faults.push(error)
    // It is nobody's request: it surfaces as any unhandled error of the program does.
    void Promise.reject(error)
  }
  const reconcile = (task: Task) => {
    const { worker, key, id } = task
    const known = state.entries.get(id)
    if (known?.due !== undefined) state.due.delete(known.due)
    const { tries = 0 } = known ?? {}
    const world = {
      ...accessOf(worker),
      memory: known?.memory,
      remember: (memory: unknown) => keep(id, { behaviour: worker.behaviour.name, key, tries, ...(memory === undefined ? {} : { memory }) }),
      wake: (other: Key) => enqueue(worker, other),
    }
    if (known) keep(id, { behaviour: known.behaviour, key, tries, ...(known.memory === undefined ? {} : { memory: known.memory }) })
    const outer = current
    current = { key, ...(task.woken === undefined ? {} : { woken: task.woken }) }
    try {
      const result = worker.behaviour.reconcile(key, world)
      if (result instanceof Promise) follow(task, result, tries)
      else finish(task, result, 0)
    } catch (error) {
      fail(task, error, tries)
    } finally {
      current = outer
    }
  }
  /** A reconciliation that takes its time; wakes of its key wait for its end. */
  const follow = (task: Task, result: Promise<Again | undefined | void>, tries: number) => {
    const { worker, key, id } = task
    running.set(id, false)
    const done = result
      .then(
        (again) => finish(task, again, 0),
        (error: unknown) => fail(task, error, tries),
      )
      .then(() => {
        const woken = running.get(id)
        running.delete(id)
        inFlight.delete(done)
        if (woken) enqueue(worker, key)
        drain()
        arm()
      })
    inFlight.add(done)
  }

  const drain = () => {
    if (draining || queue.length === 0) return
    draining = true
    const runs = new Map<string, number>()
    try {
      for (let i = 0; i < queue.length; i++) {
        const task = queue[i]!
        queued.delete(task.id)
        const count = (runs.get(task.id) ?? 0) + 1
        runs.set(task.id, count)
        if (count <= MOST_RUNS) reconcile(task)
        else if (count === MOST_RUNS + 1) faults.push(new Error(restless(task)))
      }
    } finally {
      queue = []
      draining = false
    }
    arm()
  }

  const unlisten = store.observe(observe)
  workers = from.behaviours.map(workerOf)
  arm()
  return {
    drain,
    async idle() {
      while (inFlight.size > 0) await Promise.all(inFlight)
      const met = faults
      faults = []
      if (met.length === 1) throw met[0]
      if (met.length > 1) throw new AggregateError(met, `behaviours failed ${met.length} times`)
    },
    add(behaviour) {
      if (workers.some((worker) => worker.behaviour.name === behaviour.name)) throw new TypeError(`a behaviour named ${behaviour.name} is at work already`)
      const worker = workerOf(behaviour)
      workers = [...workers, worker]
      for (const object of accessOf(worker).everything()) tell(worker, { prev: undefined, next: object })
      drain()
      return () => void (workers = workers.filter((other) => other !== worker))
    },
    names: () => workers.map(({ behaviour }) => behaviour.name),
    snapshot: () => ({ ...copyState(state), behaviours: workers.map(({ behaviour }) => behaviour), plans }),
    restore(saved) {
      state = copyState(saved)
      workers = saved.behaviours.map((behaviour) => workers.find((worker) => worker.behaviour === behaviour) ?? workerOf(behaviour))
      plans = saved.plans
      queue = []
      queued.clear()
      faults = []
      timer?.cancel()
      timer = undefined
      arm()
    },
    stop() {
      unlisten()
      timer?.cancel()
      timer = undefined
    },
  }
}

const wakeOf = ({ behaviour: { wakes } }: Worker, kind: string) => (Object.hasOwn(wakes, kind) ? wakes[kind] : wakes['*'])

const keyOf = ({ apiVersion, kind, metadata: { namespace = '', name = '' } }: KubeObject): Key => ({ apiVersion, kind, namespace, name })

function milliseconds({ after }: Again, behaviour: string): number {
  const parsed = parseDuration(after)
  if (parsed.error !== undefined) throw new TypeError(`behaviour ${behaviour}: after: ${parsed.error}`)
  return parsed.ms
}

const restless = ({ worker, key }: Task): string =>
  `the behaviour ${worker.behaviour.name} was woken ${MOST_RUNS} times in a row for ${key.kind} ${key.namespace ? `${key.namespace}/` : ''}${key.name}: something it does wakes it again, itself or by way of another behaviour`
