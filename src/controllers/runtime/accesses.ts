import type { Simulation } from '../agents/kubelet/simulation.js'
import { accountGroups } from '../../model/registry/account-tokens.js'
import type { Call, User } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { Steps } from '../../base/turns/steps.js'
import { createCalls } from '../../server/client/calls.js'
import type { RestContext } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import { storedForm } from '../../rest/stored-form.js'
import type { AccessContext } from './access.js'
import { createReads } from './reads.js'
import type { Controller, Reader, World } from './types.js'
import { type InSteps, beat, createWritesInSteps } from './writes.js'

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
  const callsOf = (caller: Pick<Parameters<typeof createCalls>[0], 'user' | 'manager' | 'controller'>) =>
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
    const userOf = typeof user === 'string' ? undefined : createUsers(user, reader, isTrusted)
    const context: AccessContext = {
      ...shared,
      calls: callsOf(caller),
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
