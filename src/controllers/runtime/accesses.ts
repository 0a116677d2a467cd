import type { Simulation } from '../agents/kubelet/simulation.js'
import { accountGroups } from '../../model/registry/account-tokens.js'
import type { Call, User } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { Steps } from '../../base/turns/steps.js'
import { createCalls } from '../../server/client/calls.js'
import type { RestContext } from '../../rest/context.js'
import { storedForm } from '../../rest/stored-form.js'
import type { AccessContext } from './access.js'
import { createReads } from './reads.js'
import type { Controller, Reader, World } from './types.js'
import { type InSteps, beat, createWritesInSteps } from './writes.js'

/** A controller's reads and writes, independent of the key it reconciles. */
export type Access = {
  /** The reads, and the writes that are the same in both kinds of worlds. */
  readonly reader: Reader & Pick<World, 'beat'>
  /** The same with the writes that are steps. */
  readonly writes: () => Access['reader'] & InSteps
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
function createUsers(
  userOf: Exclude<Controller['user'], string | undefined>,
  reader: () => Reader,
  isTrusted: boolean,
) {
  const known = new Map<string, User>()
  return (call: Call): User => {
    const name = userOf(call, reader())
    let user = known.get(name)
    if (!user) known.set(name, (user = { name, groups: groupsOf(name, isTrusted) }))
    return user
  }
}

/** The user of a controller that names none. */
const OWN_USER = 'system:kube-controller-manager'

/** The dependencies shared by the views of all controllers. */
type AccessesContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store' | 'accounts'> &
  Pick<AccessContext, 'certify'> &
  Pick<AccessContext, 'dependents' | 'orphans' | 'podsOn' | 'mustBeCurrent' | 'read' | 'pause' | 'count'> & {
    readonly simulation: Simulation
    readonly write: (call: Call, isLong: boolean, controller: Controller) => Steps<Outcome>
  }

/**
 * Creates a lookup of the controllers' accesses, each with its own user. An access is created when its controller first
 * runs: in a cluster forked many times, most controllers never do.
 */
export function createAccesses({ write, ...context }: AccessesContext): (controller: Controller) => Access {
  const { registry, store, mustBeCurrent } = context
  const known = new Map<Controller, Access>()
  return (controller) => {
    let access = known.get(controller)
    if (!access) {
      const { user = OWN_USER, manager = 'kube-controller-manager' } = controller
      // Where no roles are there from the start, controllers have none.
      const isTrusted = controller.isTrusted ?? (controller.user === undefined || !registry.profile.bootstrap)
      const name = typeof user === 'string' ? user : OWN_USER
      const caller = {
        user: { name, groups: groupsOf(name, isTrusted) },
        manager,
        controller: controller.name,
      }
      const userOf = typeof user === 'string' ? undefined : createUsers(user, () => made.reader, isTrusted)
      const made = createAccess({
        ...context,
        calls: createCalls({
          registry,
          ...caller,
          stored: (target) => storedForm(store, target),
        }),
        heartbeat: { ...caller, operation: 'Update', subresource: '', heartbeat: true },
        write(call, isLong = false) {
          mustBeCurrent()
          return write(userOf ? { ...call, user: userOf(call) } : call, isLong, controller)
        },
      })
      access = made
      known.set(controller, access)
    }
    return access
  }
}

function createAccess(own: AccessContext): Access {
  const reader: Access['reader'] = { ...createReads(own), beat: (objects) => beat(own, objects) }
  let writes: ReturnType<Access['writes']> | undefined
  return {
    reader,
    writes: () => (writes ??= { ...reader, ...createWritesInSteps(own) }),
  }
}
