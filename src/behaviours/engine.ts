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

type Task = { readonly behaviour: Behaviour; readonly key: Key; readonly id: string; /** Revision of the change that woke it. */ readonly woken?: number }

/** Makes the engine of a cluster, which continues from a state. */
export function createEngine(context: EngineContext, from: BehaviourState): Engine {
  const { env, store, registry, gates, execute } = context
  let state = copyState(from)
  let plans = from.plans
  let atWork = from.behaviours
  // By id, in the order they were woken.
  const queue = new Map<string, Task>()
  let faults: unknown[] = []
  let draining = false
  let timer: { readonly place: string; readonly cancel: Cancel } | undefined

  const dependents = (uid: string) => dependentsOf(state.owned, store.get, uid)
  // Reconciliations under way by id, and whether their key was woken meanwhile.
  const running = new Map<string, { woken: boolean; readonly done: Promise<void> }>()
  // Made when a behaviour is first woken, because most of many forks stay asleep.
  let accesses: Map<Behaviour, Access> | undefined
  const accessOf = (behaviour: Behaviour): Access => {
    accesses ??= new Map()
    let access = accesses.get(behaviour)
    if (!access) {
      const { name, user = 'system:kube-controller-manager', manager = 'kube-controller-manager' } = behaviour
      const calls = () => createCalls({ registry, user: { name: user, groups: ['system:authenticated'] }, manager })
      access = createAccess({ env, registry, gates, store, calls: calls(), dependents, execute: (call) => run(call, name) })
      accesses.set(behaviour, access)
    }
    return access
  }
  let current: Pick<Task, 'key' | 'woken'> | undefined
  const run = (call: Call, behaviour: string): Outcome => {
    const outcome = execute(call, { behaviour, ...current })
    // A reconciliation that has gone on without us writes outside any run of everything. What only reads may be asked while a change is told.
    if (!draining && !isRead(call.target.verb)) drain()
    return outcome
  }

  const enqueue = (behaviour: Behaviour, key: Key, woken?: number) => {
    const id = entryId(behaviour.name, key)
    const under = running.get(id)
    if (under) under.woken = true
    else if (!queue.has(id)) queue.set(id, { behaviour, key, id, ...(woken === undefined ? {} : { woken }) })
  }
  const tell = (behaviour: Behaviour, change: { readonly prev: KubeObject | undefined; readonly next: KubeObject | undefined; readonly revision?: number }) => {
    const object = change.next ?? change.prev!
    const how = wakeOf(behaviour, object.kind)
    if (how === 'own') enqueue(behaviour, keyOf(object), change.revision)
    else if (how) for (const key of how(change, accessOf(behaviour))) enqueue(behaviour, key, change.revision)
  }
  const observe = (changes: readonly Change<KubeObject>[]) => {
    for (const change of changes) {
      indexOwners(state.owned, change)
      for (const behaviour of concerned((change.next ?? change.prev!).kind)) tell(behaviour, change)
    }
  }
  // Most changes concern few, and some of a store come by the thousand.
  let byKind: { readonly atWork: readonly Behaviour[]; readonly concerned: Map<string, readonly Behaviour[]> } | undefined
  const concerned = (kind: string): readonly Behaviour[] => {
    if (byKind?.atWork !== atWork) byKind = { atWork, concerned: new Map() }
    let found = byKind.concerned.get(kind)
    if (!found) byKind.concerned.set(kind, (found = atWork.filter((behaviour) => wakeOf(behaviour, kind) !== undefined)))
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
      const behaviour = atWork.find(({ name }) => name === entry.behaviour)
      if (behaviour) enqueue(behaviour, entry.key)
    }
    drain()
  }

  const finish = (task: Task, again: Again | undefined | void, tries: number) => {
    const { behaviour, key, id } = task
    const wait = tries > 0 ? Math.min(FIRST_RETRY * 2 ** (tries - 1), LAST_RETRY) : again ? milliseconds(again, behaviour.name) : undefined
    const due = wait === undefined ? undefined : planAt(env.now() + wait, ++plans)
    if (due !== undefined) state.due.set(due, id)
    const memory = state.entries.get(id)?.memory
    keep(id, { behaviour: behaviour.name, key, tries, ...(due === undefined ? {} : { due }), ...(memory === undefined ? {} : { memory }) })
  }
  const fail = (task: Task, error: unknown, tries: number) => {
    if (error instanceof StatusError) return finish(task, undefined, tries + 1)
    faults.push(error)
    // It is nobody's request: it surfaces as any unhandled error of the program does.
    void Promise.reject(error)
  }
  const reconcile = (task: Task) => {
    const { behaviour, key, id } = task
    const known = state.entries.get(id)
    if (known?.due !== undefined) state.due.delete(known.due)
    const { tries = 0 } = known ?? {}
    const world = {
      ...accessOf(behaviour),
      memory: known?.memory,
      remember: (memory: unknown) => keep(id, { behaviour: behaviour.name, key, tries, ...(memory === undefined ? {} : { memory }) }),
      wake: (other: Key) => enqueue(behaviour, other),
    }
    if (known) keep(id, { behaviour: known.behaviour, key, tries, ...(known.memory === undefined ? {} : { memory: known.memory }) })
    const outer = current
    current = { key, ...(task.woken === undefined ? {} : { woken: task.woken }) }
    try {
      const result = behaviour.reconcile(key, world)
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
    const { behaviour, key, id } = task
    const done = result
      .then(
        (again) => finish(task, again, 0),
        (error: unknown) => fail(task, error, tries),
      )
      .then(() => {
        const { woken } = running.get(id)!
        running.delete(id)
        if (woken) enqueue(behaviour, key)
        drain()
        arm()
      })
    running.set(id, { woken: false, done })
  }

  const drain = () => {
    if (draining || queue.size === 0) return
    draining = true
    const runs = new Map<string, number>()
    try {
      // What is woken meanwhile comes after those that wait.
      for (const task of queue.values()) {
        queue.delete(task.id)
        const count = (runs.get(task.id) ?? 0) + 1
        runs.set(task.id, count)
        if (count <= MOST_RUNS) reconcile(task)
        else if (count === MOST_RUNS + 1) faults.push(new Error(restless(task)))
      }
    } finally {
      queue.clear()
      draining = false
    }
    arm()
  }

  const unlisten = store.observe(observe)
  arm()
  return {
    drain,
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
      const met = faults
      faults = []
      if (met.length === 1) throw met[0]
      if (met.length > 1) throw new AggregateError(met, `behaviours failed ${met.length} times`)
    },
    add(behaviour) {
      if (atWork.some(({ name }) => name === behaviour.name)) throw new TypeError(`a behaviour named ${behaviour.name} is at work already`)
      atWork = [...atWork, behaviour]
      for (const object of accessOf(behaviour).everything()) tell(behaviour, { prev: undefined, next: object })
      drain()
      return () => void (atWork = atWork.filter((other) => other !== behaviour))
    },
    names: () => atWork.map(({ name }) => name),
    snapshot: () => ({ ...copyState(state), behaviours: atWork, plans }),
    restore(saved) {
      state = copyState(saved)
      atWork = saved.behaviours
      plans = saved.plans
      queue.clear()
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

const wakeOf = ({ wakes }: Behaviour, kind: string) => (Object.hasOwn(wakes, kind) ? wakes[kind] : wakes['*'])

const keyOf = ({ apiVersion, kind, metadata: { namespace = '', name = '' } }: KubeObject): Key => ({ apiVersion, kind, namespace, name })

function milliseconds({ after }: Again, behaviour: string): number {
  const parsed = parseDuration(after)
  if (parsed.error !== undefined) throw new TypeError(`behaviour ${behaviour}: after: ${parsed.error}`)
  return parsed.ms
}

const restless = ({ behaviour, key }: Task): string =>
  `the behaviour ${behaviour.name} was woken ${MOST_RUNS} times in a row for ${key.kind} ${key.namespace ? `${key.namespace}/` : ''}${key.name}: something it does wakes it again, itself or by way of another behaviour`
