import { type KubeObject, changedObject, identityOf } from '../../schema/object.js'
import type { Change, ObjectTable } from '../../store/history.js'
import type { Steps } from '../../base/turns/steps.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { Answerable } from '../../server/pipeline/context.js'
import type { Simulation } from '../agents/kubelet/simulation.js'
import { createAccesses } from './accesses.js'
import { isBuiltIn } from '../built-in.js'
import { beginOpening, catchUp, drain, drainAtOnce, following, opening } from './drain.js'
import { allObjects, objectsAt, orphansAt, ownersOf, placesOf, keepIndexes } from './indexes.js'
import { createCachedLists } from './cached-lists.js'
import { type Waker, enqueue } from './enqueue.js'
import { arm, disarm, planLater } from './plans.js'
import { pauseFor, writeFor } from './execute.js'
import { mustBeCurrent, noteFault } from './reconcile.js'
import type { ControllerFault } from './faults.js'
import type { ControllerState } from './state.js'
import { type Concerned, createTeam, concernOf } from './team.js'
import type { Controller, Key, LaterKey, MapToKeys, ObjectChange, ToldKey } from './types.js'
import { type Work, READ_AT_ONCE, abandon, createWork, resume, stateOf } from './work.js'
import { isUnmade } from '../../base/lists/sorted-map.js'
import { isUntouched } from '../../kinds/bootstrap/untouched.js'
import type { Registry } from '../../model/registry/registry.js'
import { type RestContext, tableOf } from '../../rest/context.js'
import { objectsOf } from '../../store/page.js'
import { type Origin, isHeartbeat, noteStanding, originOf } from './standing.js'

/** The dependencies of the engine. */
export type EngineContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store' | 'accounts'> & {
  /** Makes a certificate good for signing in. */
  readonly certify: (certificate: string) => void
  readonly simulation: Simulation
  /** Executes a read; hooks on requests do not apply. */
  readonly execute: (call: Call) => Outcome
  /**
   * Executes a write in steps, each for another turn if it is known to take long or turns out to. Without `by` it is
   * not journaled.
   */
  readonly executeInSteps: (call: Call, isLong: boolean, by?: WrittenBy) => Steps<Outcome>
  /** How many reconciliations a request waits for. */
  readonly reconcileLimit: number
  /** Called when work that requests have left is about to be done as a whole. */
  readonly caughtUpWhole?: () => void
  /** What controllers have to wait for before they may write; undefined if nothing. */
  readonly loading?: () => Promise<void> | undefined
  /** Called with each fault of a controller, and the revision that woke it. */
  readonly failed?: (fault: ControllerFault, woken: number | undefined) => void
}

/** The writer in the journal: the controller, its key, and the revision that woke that key. */
type WrittenBy = { readonly controller: string; readonly key?: Key; readonly woken?: number }

/** When the queue is processed. */
export type When = {
  /** Whether to start in the next turn, because the current one has had enough to do (default no). */
  readonly inNextTurn?: boolean
  /** Whether to wait for all of it, instead of as many reconciliations as a request waits for (default no). */
  readonly isWhole?: boolean
  /** The write that it follows from, if that can be answered first. */
  readonly after?: Answerable
}

/** Runs the controllers of one cluster. */
export type Engine = {
  /**
   * Processes the queue; returns what the request that triggered the work waits for. Called after each request, never
   * inside a write.
   */
  readonly drain: (when?: When) => Promise<void> | undefined
  /** Does as much as after a request of the work that earlier ones have left; returns what to wait for. */
  readonly catchUp: () => Promise<void> | undefined
  /** Like `drain`, without yielding, for a cluster that is being created. */
  readonly drainAtOnce: () => void
  /**
   * Runs `store`, which stores what controllers have nothing to do about and keep nothing of. `owed` is how many
   * reconciliations requests wait for from then on.
   */
  readonly skip: (store: () => void, owed: number) => void
  /** Begins with the work that the state to start from brings along, and that requests wait for. */
  readonly resume: () => void
  /** What in-process methods wait for, so that all work triggered before them is done; undefined if it is. */
  readonly calm: () => Promise<void> | undefined
  /**
   * Resolves once no reconciliation is running. Rejects with the faults since they were last reported, among them
   * controllers that loop for ever.
   */
  readonly idle: () => Promise<void>
  /** Throws the faults since they were last reported. */
  readonly verify: () => void
  /** What requests that are under way have to wait for of what follows from others; undefined if nothing. */
  readonly following: () => Promise<void> | undefined
  /** What requests have to wait for before custom controllers can run at once; undefined if nothing. */
  readonly opening: () => Promise<void> | undefined
  /** Tells the custom controllers, or all of them, of the objects that exist from the start. */
  readonly begin: (all?: boolean) => void
  /** Adds a controller, which is first woken for all existing objects; returns a function that removes it. */
  readonly add: (controller: Controller) => () => void
  /** Wakes a key of a controller, if it runs, and tells it a value that no object has. */
  readonly tell: (controller: string, key: Key, told: unknown) => void
  /** Tells controllers of changes that were made when no engine ran, and does what follows from them. */
  readonly missed: (changes: readonly Change<KubeObject>[]) => void
  /** The names of the running controllers. */
  readonly names: () => readonly string[]
  readonly snapshot: () => ControllerState
  readonly restore: (state: ControllerState) => void
  /** Stops all controllers and timers. */
  readonly stop: () => void
}

/** Creates the engine of a cluster, starting from a saved state. */
export function createEngine(context: EngineContext, from: ControllerState): Engine {
  const accessesIn = (epoch: number) =>
    createAccesses({
      ...context,
      dependents: (uid, table) =>
        uid === undefined
          ? allObjects(work.known.owned, context.store.get)
          : table === undefined
            ? objectsAt(work.known.owned, context.store.get, uid)
            : work.owned.at(`${uid} ${table}`),
      orphans: (table, namespace) => objectsAt(work.known.orphans, context.store.get, orphansAt(table, namespace)),
      podsOn: (node) => work.placed.at(node),
      mustBeCurrent: () => mustBeCurrent(work, epoch),
      read: context.execute,
      write: (call, isLong, controller) => writeFor(work, call, isLong, controller),
      pause: () => pauseFor(work),
      count: (objects) => void (work.spent += objects / READ_AT_ONCE),
    })
  const { get } = context.store
  const placed = createCachedLists(() => work.known.placed, get, placesOf)
  const owned = createCachedLists(() => work.known.owned, get, ownersOf)
  const work: Work = createWork({ context, accessesIn, placed, owned, drain: (when) => drain(work, when) }, from)
  const watching = watchStore(work)
  arm(work)
  return {
    drain: drain.bind(undefined, work),
    catchUp: catchUp.bind(undefined, work),
    drainAtOnce: drainAtOnce.bind(undefined, work),
    skip: watching.skip,
    resume: () => beginOpening(work),
    calm: () => work.run?.calm,
    idle: () => idle(work),
    verify: work.faults.tell,
    following: following.bind(undefined, work),
    opening: opening.bind(undefined, work),
    begin(all = false) {
      for (const controller of work.known.team.controllers) if (all || !isBuiltIn(controller)) meetAll(work, controller)
    },
    add: (controller) => add(work, controller),
    tell: (name, key, told) => tell(work, name, key, told),
    missed(changes) {
      observe(work, changes)
      void work.drain()
    },
    names: () => work.known.team.controllers.map(({ name }) => name),
    snapshot: () => stateOf(work),
    restore(saved) {
      resume(work, saved)
      disarm(work)
      arm(work)
      beginOpening(work)
    },
    stop() {
      watching.end()
      disarm(work)
      abandon(work)
    },
  }
}

function tell(work: Work, name: string, key: Key, told: unknown): void {
  const controller = work.known.team.controllers.find((each) => each.name === name)
  if (!controller) return
  enqueue(work, controller, key, 'other', { told })
  void work.drain()
}

/** Tells controllers of the changes of the store. */
function watchStore(work: Work): Pick<Engine, 'skip'> & { readonly end: () => void } {
  const watch = () => work.context.store.observe((changes) => observe(work, changes))
  let end = watch()
  return {
    skip(store, owed) {
      end()
      store()
      end = watch()
      work.owed = owed
    },
    end: () => end(),
  }
}

async function idle(work: Work): Promise<void> {
  for (let rest = underWay(work); rest.length > 0; rest = underWay(work)) await Promise.all(rest)
  work.faults.tell()
}

/** Returns promises of the work in progress: asynchronous reconciliations, and what the queue waits for. */
function underWay(work: Work): readonly Promise<void>[] {
  const waiting = work.queue.size > 0 ? (opening(work) ?? drain(work, { isWhole: true })) : undefined
  const rest = work.run?.rest
  return [...[...work.running.values()].map(({ done }) => done), ...(waiting ? [waiting] : []), ...(rest ? [rest] : [])]
}

function add(work: Work, controller: Controller): () => void {
  const { controllers } = work.known.team
  if (controllers.some(({ name }) => name === controller.name))
    throw new TypeError(`a controller named ${controller.name} already exists`)
  work.known.team = createTeam([...controllers, controller])
  meetAll(work, controller)
  void work.drain()
  return () => {
    const { known, queue, running } = work
    known.team = createTeam(known.team.controllers.filter((other) => other !== controller))
    for (const [id, task] of queue) if (task.controller === controller) queue.delete(id)
    for (const each of running.values()) if (each.task.controller === controller) each.next = undefined
  }
}

/**
 * A change of an object of any kind; for an object that exists already when a controller is added there is no revision.
 */
type Seen = {
  readonly prev: KubeObject | undefined
  readonly next: KubeObject | undefined
  readonly revision?: number
  readonly heartbeat?: boolean
  readonly stated?: boolean
}

/** Tells the controllers that watch the kind of each committed change. */
function observe(work: Work, changes: readonly Change<KubeObject>[]): void {
  const { known, current } = work
  for (const change of changes) {
    const origin = originOf(change, current?.controller)
    keepIndexes(known, change)
    work.placed.note(change)
    work.owned.note(change)
    noteStanding(known.standing, change, origin)
    const seen = isHeartbeat(change)
      ? { heartbeat: true, ...change }
      : origin === 'fixture'
        ? { stated: true, ...change }
        : change
    const object = changedObject(change)
    const about = { own: identityOf(object), origin }
    tellAll(work, known.team.concerned(object.kind), seen, about)
  }
}

// Apart from what is done once for each change, and for each of the few that wake something: V8 compiles a loop with
// all that is around it.
function tellAll(work: Work, concerned: readonly Concerned[], change: Seen, about: About): void {
  const { store } = work.context
  for (const { controller, wake, among } of concerned) {
    if (among !== undefined && hasNone(store.peek(among))) continue
    if (wake === 'own') enqueue(work, controller, about.own, about.origin, change)
    else tellOne(work, controller, wake, change, about.origin)
  }
}

// What is there from the start is as good as none, as long as nobody has looked at it.
const hasNone = (table: ObjectTable<KubeObject> | undefined): boolean =>
  table === undefined || isUnmade(table) || table.size === 0

function tellOne(work: Work, controller: Controller, wake: MapToKeys, change: Seen, origin: Origin): void {
  try {
    // An object in the store has the type of its kind.
    const keys = wake(change as ObjectChange, work.accesses.reader)
    // Fast path: most changes wake nothing.
    if (Array.isArray(keys) && keys.length === 0) return
    for (const woken of keys)
      // Without a delay for a fixture, whose state is assumed to be old.
      if ('after' in woken && origin !== 'fixture') planLater(work, controller, woken, origin)
      else enqueue(work, controller, 'key' in woken ? woken.key : woken, origin, wakerOf(change, woken))
  } catch (error) {
    noteFault(work, controller, error, { woken: change.revision })
  }
}

/**
 * Tells a controller of all existing objects, as if they had just been created; of unmodified bootstrap objects only if
 * it names their kind.
 */
function meetAll(work: Work, controller: Controller): void {
  const { store, registry } = work.context
  const named = new Set(Object.keys(controller.watches).map((kind) => tableOfKind(registry, kind)))
  for (const [name, table] of store.state().tables) {
    if (isUnmade(table) && !named.has(name)) continue
    for (const object of objectsOf(table))
      if (named.has(name) || !isUntouched(object))
        tellAll(
          work,
          concernOf(controller, object.kind),
          { prev: undefined, next: object },
          { own: identityOf(object), origin: 'built-in' },
        )
  }
}

function tableOfKind(registry: Registry, kind: string): string | undefined {
  const def = registry.named(kind)
  return def && tableOf({ def })
}

/** The object of a change, and the change's origin. */
type About = { readonly own: Key; readonly origin: Origin }

const wakerOf = ({ revision }: Seen, woken: Key | LaterKey | ToldKey): Waker =>
  'told' in woken ? { revision, told: woken.told } : { revision }
