import { changedObject } from '../../schema/changed-object.js'
import { mustHave } from '../../base/must-have.js'
import { StatusError } from '../../base/status.js'
import { isRead } from '../../registry/verb.js'
import type { RestContext } from '../../rest/context.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import { createAccesses } from './accesses.js'
import { delayOf } from './again.js'
import { createConcerned, wakeOf } from './concerned.js'
import { dependentsOf, indexOwners } from './owned.js'
import { createPlans } from './plans.js'
import { isBuiltIn } from './choose.js'
import { type Origin, isHeartbeat, noteStanding, originOf } from './standing.js'
import { type ControllerState, type Task, copyState, entryId, memoriesOf, placeOf, planAt } from './state.js'
import type { Again, Controller, Key, ObjectChange } from './types.js'
import { identityOf } from '../../schema/identity.js'

/** What controllers run on. */
export type EngineContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store'> & {
  /** Does what a call asks, past the hooks that are about requests; without `by` it is not noted in the journal. */
  readonly execute: (
    call: Call,
    by?: { readonly controller: string; readonly key?: Key; readonly woken?: number },
  ) => Outcome
  /** What controllers have to wait for before they may write; undefined where there is nothing. */
  readonly loading?: () => Promise<void> | undefined
}

/** The controllers of one cluster at work. */
export type Engine = {
  /** Does everything that waits and may run now. Called after each request, never inside a write. */
  readonly drain: () => void
  /** Resolves once no reconciliation is running. Rejects with the faults there were since the last call, and with what never comes to rest. */
  readonly idle: () => Promise<void>
  /** What requests have to wait for, so that controllers of one's own answer them at once; undefined where there is nothing. */
  readonly opening: () => Promise<void> | undefined
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

/** Makes the engine of a cluster, which continues from a state. */
export function createEngine(context: EngineContext, from: ControllerState): Engine {
  const { env, store, registry, featureGates, execute, loading = () => undefined } = context
  let state = copyState(from)
  let plans = from.plans
  let atWork = from.controllers
  // By id, in the order they were woken.
  const queue = new Map<string, Task>(from.waiting.map((task) => [task.id, task]))
  // Set while the queue waits for something to be loaded.
  let parked: Promise<void> | undefined
  let checked: readonly Controller[] | undefined
  let mayDefine = false
  let faults: unknown[] = []
  let draining = false
  const concerned = createConcerned()

  const dependents = (uid: string) => dependentsOf(state.owned, store.get, uid)
  // Reconciliations under way by id, and whether their key was woken meanwhile.
  const running = new Map<string, { woken: boolean; readonly done: Promise<void> }>()
  let current: Pick<Task, 'key' | 'woken'> | undefined
  let acting: Controller | undefined
  const run = (call: Call, controller: Controller): Outcome => {
    const outcome = controller.quiet ? execute(call) : execute(call, { controller: controller.name, ...current })
    // A reconciliation that has gone on without us writes outside any run of everything. What only reads may be asked while a change is told.
    if (!draining && !isRead(call.target.verb)) drain()
    return outcome
  }

  const accessOf = createAccesses({ env, registry, featureGates, store, dependents, execute: run })

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
    const object = changedObject(change)
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
      for (const controller of concerned(atWork, changedObject(change).kind)) tell(controller, told, origin)
    }
  }
  const plan = createPlans(
    env,
    () => state,
    ({ controller: name, key }) => {
      const controller = atWork.find((one) => one.name === name)
      if (controller) enqueue(controller, key, 'built-in')
    },
    () => drain(),
  )
  const { keep, arm } = plan

  const finish = (task: Task, again: Again | undefined | void, tries: number) => {
    const { controller, key, id } = task
    const wait = delayOf(again, tries, controller.name)
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
        const { woken } = mustHave(running.get(id), 'the reconciliation under way to end')
        running.delete(id)
        if (woken) enqueue(controller, key, 'built-in')
        drain()
        arm()
      })
    running.set(id, { woken: false, done })
  }

  // A definition may have rules, and only requests can wait for what reads them.
  const opening = () => {
    if (checked !== atWork) {
      checked = atWork
      mayDefine = !atWork.every(isBuiltIn)
    }
    return mayDefine ? loading() : undefined
  }
  const park = (waiting: Promise<void>) => {
    parked ??= waiting.then(() => {
      parked = undefined
      drain()
    })
  }
  const drain = () => {
    if (draining || queue.size === 0) return
    const waiting = opening()
    if (waiting) return park(waiting)
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
      while (running.size > 0 || parked) await Promise.all([parked, ...[...running.values()].map(({ done }) => done)])
      const met = faults
      faults = []
      if (met.length === 1) throw met[0]
      if (met.length > 1) throw new AggregateError(met, `controllers failed ${met.length} times`)
    },
    opening,
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
    snapshot: () => ({ ...copyState(state), waiting: [...queue.values()], controllers: atWork, plans }),
    restore(saved) {
      state = copyState(saved)
      atWork = saved.controllers
      plans = saved.plans
      queue.clear()
      for (const task of saved.waiting) queue.set(task.id, task)
      faults = []
      plan.cancel()
      arm()
      drain()
    },
    stop() {
      unlisten()
      plan.cancel()
    },
  }
}

const restless = ({ controller, key }: Task): string =>
  `the controller ${controller.name} was woken ${MOST_RUNS} times in a row for ${key.kind} ${key.namespace ? `${key.namespace}/` : ''}${key.name}: something it does wakes it again, itself or by way of another controller`
