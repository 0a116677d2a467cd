import type { Simulation } from '../agents/kubelet/simulation.js'
import { accountGroups } from '../../model/registry/account-tokens.js'
import type { Call, User } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { Steps } from '../../base/turns/steps.js'
import { createCalls } from '../../server/client/calls.js'
import { type RestContext, keyOf, tableOf, storedForm } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import { type AccessContext, type ReadContext, objectOf, orNothing, readBy } from './access.js'
import { isBuiltIn } from '../built-in.js'
import type { Controller, Reader, World } from './types.js'
import { type InSteps, beat, createWritesInSteps } from './writes.js'
import { notServed } from '../../base/errors/status.js'
import type { ListOptions, Ref } from '../../server/client/types.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { objectsOf, readPage } from '../../store/page.js'
import { UNTRIED } from './indexes.js'

/** A controller's reads and writes, independent of the key it reconciles. */
type Access = Reader & Pick<World, 'beat'> & InSteps

/** What controllers read and write. */
export type Accesses = {
  /** The reads, which are the same for all controllers. */
  readonly reader: Reader
  /** Returns what a controller reads and writes. */
  readonly of: (controller: Controller) => Access
}

/** The groups of a controller's user. One that nobody asks for a role may do everything. */
function groupsOf(user: string, isTrusted: boolean): readonly string[] {
  if (user === 'system:apiserver') return ['system:masters']
  const [, kind, namespace = ''] = user.split(':')
  return [
    ...(isTrusted ? ['system:masters'] : []),
    ...(kind === 'serviceaccount' ? accountGroups(namespace) : kind === 'node' ? ['system:nodes'] : []),
    'system:authenticated',
  ]
}

/** Returns who makes each call of a controller that makes them as several users. */
function createUsers(userOf: Exclude<Controller['user'], string | undefined>, reader: Reader, isTrusted: boolean) {
  const known = new Map<string, User>()
  return (call: Call): User => {
    const name = userOf(call, reader)
    let user = known.get(name)
    if (!user) known.set(name, (user = { name, groups: groupsOf(name, isTrusted) }))
    return user
  }
}

/** The user and the field manager of a controller that names none. */
const OWN_USER = 'system:kube-controller-manager'
const OWN_MANAGER = 'kube-controller-manager'

/** The dependencies shared by the views of all controllers. */
type AccessesContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store' | 'accounts'> &
  Pick<AccessContext, 'certify'> &
  Pick<AccessContext, 'dependents' | 'orphans' | 'podsOn' | 'mustBeCurrent' | 'read' | 'pause' | 'count'> & {
    readonly simulation: Simulation
    readonly write: (call: Call, isLong: boolean, controller: Controller) => Steps<Outcome>
  }

/**
 * Creates what controllers read, and a lookup of their accesses, each with its own user. An access is created when its
 * controller first reconciles: in a cluster forked many times, most controllers never do.
 */
export function createAccesses({ write, ...shared }: AccessesContext): Accesses {
  const { registry, store, mustBeCurrent } = shared
  const callsOf = (caller: Pick<Parameters<typeof createCalls>[0], 'user' | 'manager' | 'controller' | 'isOwn'>) =>
    createCalls({ registry, ...caller, stored: (target) => storedForm(store, target) })
  // Reads are the same whoever makes them.
  const own = { user: { name: OWN_USER, groups: groupsOf(OWN_USER, true) }, manager: OWN_MANAGER }
  const reader = createReads({ ...shared, calls: callsOf(own) })
  const known = new Map<Controller, Access>()
  const create = (controller: Controller): Access => {
    const { user = OWN_USER, manager = OWN_MANAGER } = controller
    // Where no roles are there from the start, controllers have none.
    const isTrusted = controller.isTrusted ?? (controller.user === undefined || !registry.profile.bootstrap)
    const name = typeof user === 'string' ? user : OWN_USER
    const caller = { user: { name, groups: groupsOf(name, isTrusted) }, manager, controller: controller.name }
    const calls = callsOf({ ...caller, isOwn: isBuiltIn(controller) })
    const userOf = typeof user === 'string' ? undefined : createUsers(user, reader, isTrusted)
    const context: AccessContext = {
      ...shared,
      calls,
      heartbeat: { ...caller, operation: 'Update', subresource: '', heartbeat: true },
      write(call, isLong = false) {
        mustBeCurrent()
        return write(userOf ? { ...call, user: userOf(call) } : call, isLong, controller)
      },
    }
    const beating = { beat: (objects: readonly KubeObject[]) => beat(context, objects) }
    // The reads are inherited: thirty members need not be copied for each controller of each fork.
    return Object.assign(Object.create(reader) as Reader, createWritesInSteps(context), beating)
  }
  return {
    reader,
    of(controller) {
      let access = known.get(controller)
      if (!access) known.set(controller, (access = create(controller)))
      return access
    },
  }
}

/** Creates the synchronous reads of controllers. */
function createReads(context: ReadContext): Reader {
  const { env, registry, featureGates, simulation, accounts, certify, store, calls, dependents, orphans, podsOn } =
    context
  const { mustBeCurrent, count } = context
  const counted = (objects: readonly KubeObject[]) => {
    count(objects.length)
    return objects
  }
  const reads = {
    now: env.now,
    random() {
      mustBeCurrent()
      return env.random()
    },
    profile: registry.profile,
    featureGates,
    registry,
    simulation,
    accounts,
    certify,
    dependents: (uid?: string, name?: string) => counted(dependents(uid, name && tableOf({ def: calls.kind(name) }))),
    orphans: (name: string, namespace: string) => counted(orphans(tableOf({ def: calls.kind(name) }), namespace)),
    podsOn: (node: string) => counted(podsOn(node)),
    untriedPods: () => counted(podsOn(UNTRIED)),
    get: (name: string, ref: Ref) => readOne(context, name, ref),
    scaleOf(name: string, ref: Ref) {
      const def = calls.kind(name)
      if (!Object.hasOwn(def.subresources, 'scale')) throw notServed()
      return objectOf(context, calls.of('get', def, ref, {}, undefined, 'scale'))
    },
    list: (name: string, options?: ListOptions) => counted(readAll(context, name, options)),
    *everything(namespace?: string) {
      const prefix = namespace === undefined ? '' : `${namespace}/`
      for (const table of store.state().tables.values()) yield* counted(objectsOf(table, prefix))
    },
    serves: (name: string) => registry.named(name) !== undefined,
    resourceOf: (object: Pick<KubeObject, 'apiVersion' | 'kind'>) => resourceOf(context, object),
    kindOf: (resource: Parameters<Reader['kindOf']>[0]) => kindOf(context, resource),
  }
  // The methods are typed by the kind's name, which only their callers know; underneath every object is one type.
  return reads as Reader
}

function readOne(context: ReadContext, name: string, ref: Ref): KubeObject | undefined {
  const { calls, store } = context
  const target = calls.target('get', calls.kind(name), ref)
  const { def, namespace } = target
  const asked = () => objectOf(context, calls.of('get', def, ref, {}))
  if (def.storage.computed) return orNothing(asked)
  // Most objects are stored as they are served: reading them takes no request.
  const stored = store.get(tableOf(target), keyOf(namespace, ref.name))
  return stored && def.storage.conversion ? asked() : stored
}

function readAll(context: ReadContext, name: string, options: ListOptions = {}): readonly KubeObject[] {
  const { calls, registry, store } = context
  // Most kinds have no objects: they need not be built to tell.
  const table = registry.listedFrom(name)
  if (table !== undefined && !store.peek(table)) return NONE
  const def = calls.kind(name)
  const few = selectsNone(options) ? fewOf(context, def, options.namespace) : undefined
  if (few) return few
  const outcome = readBy(context, calls.of('list', def, { namespace: options.namespace ?? '' }, options))
  if (outcome.type !== 'list') throw new TypeError(`a list was answered with a ${outcome.type}`)
  return outcome.items
}

function selectsNone(options: ListOptions): boolean {
  for (const option in options) if (option !== 'namespace') return false
  return true
}

/** This many objects are cheaper to read directly than by a list request, which caches its result. */
const FEW = 16
const NONE: readonly KubeObject[] = []

/**
 * Returns all objects of a list directly if they are few; undefined if they are many, not stored as they are served, or
 * not listed.
 */
function fewOf({ store }: ReadContext, def: KindDef, namespace = ''): readonly KubeObject[] | undefined {
  const { computed, conversion } = def.storage
  if (computed || !def.subresources.main?.verbs.includes('list')) return undefined
  const table = store.peek(tableOf({ def }))
  if (!table || conversion) return undefined
  const prefix = namespace && def.scope === 'Namespaced' ? `${namespace}/` : ''
  const page = readPage(table, { prefix, start: '', limit: FEW, matches: undefined })
  return page.last === undefined ? page.items : undefined
}

function resourceOf({ calls }: ReadContext, { apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>) {
  const { group, plural, scope } = calls.kind(`${apiVersion}/${kind}`)
  return { group, resource: plural, namespaced: scope === 'Namespaced' }
}

function kindOf({ registry }: ReadContext, { group, resource }: Parameters<Reader['kindOf']>[0]) {
  for (const version of registry.versions(group) ?? []) {
    const def = registry.at(group, version, resource)
    if (def) return { apiVersion: def.apiVersion, kind: def.kind, namespaced: def.scope === 'Namespaced' }
  }
  return undefined
}
