import type { Cancel } from '../../base/env.js'
import { StatusError } from '../../base/status.js'
import { parseDuration } from '../../base/time.js'
import { createCalls } from '../../client/calls.js'
import { isRead } from '../../registry/verb.js'
import type { RestContext } from '../../rest/context.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import { dependentsOf, indexOwners } from './owned.js'
import { isBuiltIn } from './choose.js'
import { type Origin, isHeartbeat, noteStanding, originOf } from './standing.js'
import { type ControllerState, type Entry, copyState, entryId, memoriesOf, placeOf, planAt, timeOf } from './state.js'
import type { Again, Controller, Key, ObjectChange } from './types.js'
import { type Access, createAccess } from './world.js'
import { identityOf } from '../../schema/identity.js'

/** What controllers run on. */
export type EngineContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store'> & {
  /** Does what a call asks, past the hooks that are about requests; without `by` it is not noted in the journal. */
  readonly execute: (
    call: Call,
    by?: { readonly controller: string; readonly key?: Key; readonly woken?: number },
  ) => Outcome
}

/** The controllers of one cluster at work. */
export type Engine = {
  /** Does everything that waits and may run now. Called after each request, never inside a write. */
  readonly drain: () => void
  /** Resolves once no reconciliation is running. Rejects with the faults there were since the last call, and with what never comes to rest. */
  readonly idle: () => Promise<void>
  /** Adds a controller, which first meets every object there is; returns its end. */
  readonly add: (controller: Controller) => () => void
  /** The controllers at work. */
  readonly names: () => readonly string[]
  readonly snapshot: () => ControllerState
  readonly restore: (state: ControllerState) => void
  /** Ends every plan. */
  readonly stop: () => void
}

/** Reconciliations of one key within one run of everything, beyond which it will not come to rest. */
const MOST_RUNS = 200

const FIRST_RETRY = 5
const LAST_RETRY = 1_000_000

type Task = {
  readonly controller: Controller
  readonly key: Key
  readonly id: string
  /** Revision of the change that woke it. */ readonly woken?: number
  /** A fixture has just stated the object. */ stated: boolean
}

/** Makes the engine of a cluster, which continues from a state. */
export function createEngine(context: EngineContext, from: ControllerState): Engine {
  const { env, store, registry, featureGates, execute } = context
  let state = copyState(from)
  let plans = from.plans
  let atWork = from.controllers
  // By id, in the order they were woken.
  const queue = new Map<string, Task>()
  let faults: unknown[] = []
  let draining = false
  let timer: { readonly place: string; readonly cancel: Cancel } | undefined

  const dependents = (uid: string) => dependentsOf(state.owned, store.get, uid)
  // Reconciliations under way by id, and whether their key was woken meanwhile.
  const running = new Map<string, { woken: boolean; readonly done: Promise<void> }>()
  // Made when a controller is first woken, because most of many forks stay asleep.
  let accesses: Map<Controller, Access> | undefined
  const accessOf = (controller: Controller): Access => {
    accesses ??= new Map()
    let access = accesses.get(controller)
    if (!access) {
      const { user = 'system:kube-controller-manager', manager = 'kube-controller-manager' } = controller
      const caller = { user: { name: user, groups: ['system:authenticated'] }, manager }
      access = createAccess({
        env,
        registry,
        featureGates,
        store,
        calls: createCalls({ registry, ...caller }),
        heartbeat: { ...caller, operation: 'Update', subresource: '', heartbeat: true },
        dependents,
        execute: (call) => run(call, controller),
      })
      accesses.set(controller, access)
    }
    return access
  }
  let current: Pick<Task, 'key' | 'woken'> | undefined
  let acting: Controller | undefined
  const run = (call: Call, controller: Controller): Outcome => {
    const outcome = controller.quiet ? execute(call) : execute(call, { controller: controller.name, ...current })
    // A reconciliation that has gone on without us writes outside any run of everything. What only reads may be asked while a change is told.
    if (!draining && !isRead(call.target.verb)) drain()
    return outcome
  }

  const enqueue = (controller: Controller, key: Key, origin: Origin, woken?: number) => {
    if (state.standing.size > 0 && isBuiltIn(controller) && state.standing.has(placeOf(key))) {
      if (origin !== 'other') return
      state.standing.delete(placeOf(key))
    }
    const id = entryId(controller.name, key)
    const under = running.get(id)
    const waiting = queue.get(id)
    const stated = origin === 'fixture'
    if (under) under.woken = true
    else if (waiting) waiting.stated ||= stated
    else queue.set(id, { controller, key, id, stated, ...(woken === undefined ? {} : { woken }) })
  }
  const tell = (
    controller: Controller,
    change: {
      readonly prev: KubeObject | undefined
      readonly next: KubeObject | undefined
      readonly revision?: number
      readonly heartbeat?: boolean
    },
    origin: Origin,
  ) => {
    const object = change.next ?? change.prev!
    const how = wakeOf(controller, object.kind)
    if (how === 'own') enqueue(controller, identityOf(object), origin, change.revision)
    else if (how) {
      const typed = change as ObjectChange // an object in the store is what its kind's type says
      for (const key of how(typed, accessOf(controller))) enqueue(controller, key, origin, change.revision)
    }
  }
  const observe = (changes: readonly Change<KubeObject>[]) => {
    for (const change of changes) {
      indexOwners(state.owned, change)
      const origin = originOf(change, acting)
      noteStanding(state.standing, change, origin)
      const told = isHeartbeat(change) ? { ...change, heartbeat: true } : change
      for (const controller of concerned((change.next ?? change.prev!).kind)) tell(controller, told, origin)
    }
  }
  // Most changes concern few, and some of a store come by the thousand.
  let byKind:
    { readonly atWork: readonly Controller[]; readonly concerned: Map<string, readonly Controller[]> } | undefined
  const concerned = (kind: string): readonly Controller[] => {
    if (byKind?.atWork !== atWork) byKind = { atWork, concerned: new Map() }
    let found = byKind.concerned.get(kind)
    if (!found)
      byKind.concerned.set(kind, (found = atWork.filter((controller) => wakeOf(controller, kind) !== undefined)))
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
    timer =
      first === undefined
        ? undefined
        : { place: first, cancel: env.setTimer(wakeDue, timeOf(first) - env.now(), { background: true }) }
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
      const controller = atWork.find(({ name }) => name === entry.controller)
      if (controller) enqueue(controller, entry.key, 'built-in')
    }
    drain()
  }

  const finish = (task: Task, again: Again | undefined | void, tries: number) => {
    const { controller, key, id } = task
    const wait =
      tries > 0
        ? Math.min(FIRST_RETRY * 2 ** (tries - 1), LAST_RETRY)
        : again
          ? milliseconds(again, controller.name)
          : undefined
    const due = wait === undefined ? undefined : planAt(env.now() + wait, ++plans)
    if (due !== undefined) state.due.set(due, id)
    const memory = state.entries.get(id)?.memory
    keep(id, {
      controller: controller.name,
      key,
      tries,
      ...(due === undefined ? {} : { due }),
      ...(memory === undefined ? {} : { memory }),
    })
  }
  const fail = (task: Task, error: unknown, tries: number) => {
    if (error instanceof StatusError) return finish(task, undefined, tries + 1)
    faults.push(error)
    // It is nobody's request: it surfaces as any unhandled error of the program does.
    void Promise.reject(error)
  }
  const reconcile = (task: Task) => {
    const { controller, key, id } = task
    const known = state.entries.get(id)
    if (known?.due !== undefined) state.due.delete(known.due)
    const { tries = 0 } = known ?? {}
    const world = {
      ...accessOf(controller),
      memory: known?.memory,
      remember: (memory: unknown) =>
        keep(id, { controller: controller.name, key, tries, ...(memory === undefined ? {} : { memory }) }),
      wake: (other: Key) => enqueue(controller, other, 'built-in'),
      stated: task.stated,
      memories: () => memoriesOf(state, controller.name),
    }
    if (known)
      keep(id, {
        controller: known.controller,
        key,
        tries,
        ...(known.memory === undefined ? {} : { memory: known.memory }),
      })
    const outer = current
    const before = acting
    acting = controller
    current = { key, ...(task.woken === undefined ? {} : { woken: task.woken }) }
    try {
      const result = controller.reconcile(key, world)
      if (result instanceof Promise) follow(task, result, tries)
      else finish(task, result, 0)
    } catch (error) {
      fail(task, error, tries)
    } finally {
      current = outer
      acting = before
    }
  }
  /** A reconciliation that takes its time; wakes of its key wait for its end. */
  const follow = (task: Task, result: Promise<Again | undefined | void>, tries: number) => {
    const { controller, key, id } = task
    const done = result
      .then(
        (again) => finish(task, again, 0),
        (error: unknown) => fail(task, error, tries),
      )
      .then(() => {
        const { woken } = running.get(id)!
        running.delete(id)
        if (woken) enqueue(controller, key, 'built-in')
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
      if (met.length > 1) throw new AggregateError(met, `controllers failed ${met.length} times`)
    },
    add(controller) {
      if (atWork.some(({ name }) => name === controller.name))
        throw new TypeError(`a controller named ${controller.name} is at work already`)
      atWork = [...atWork, controller]
      for (const object of accessOf(controller).everything())
        tell(controller, { prev: undefined, next: object }, 'built-in')
      drain()
      return () => void (atWork = atWork.filter((other) => other !== controller))
    },
    names: () => atWork.map(({ name }) => name),
    snapshot: () => ({ ...copyState(state), controllers: atWork, plans }),
    restore(saved) {
      state = copyState(saved)
      atWork = saved.controllers
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

const wakeOf = ({ watches }: Controller, kind: string) => (Object.hasOwn(watches, kind) ? watches[kind] : watches['*'])

function milliseconds({ after }: Again, controller: string): number {
  const parsed = parseDuration(after)
  if (parsed.error !== undefined) throw new TypeError(`controller ${controller}: after: ${parsed.error}`)
  return parsed.ms
}

const restless = ({ controller, key }: Task): string =>
  `the controller ${controller.name} was woken ${MOST_RUNS} times in a row for ${key.kind} ${key.namespace ? `${key.namespace}/` : ''}${key.name}: something it does wakes it again, itself or by way of another controller`
