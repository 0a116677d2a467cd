import type { Simulation } from '../agents/kubelet/simulation.js'
import { accountGroups } from '../../model/registry/account-tokens.js'
import type { Call } from '../../model/call/call.js'
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

/** The groups of a controller's user. */
function groupsOf(user: string): readonly string[] {
  if (user === 'system:apiserver') return ['system:masters']
  const [, kind, namespace = ''] = user.split(':')
  return [...(kind === 'serviceaccount' ? accountGroups(namespace) : []), 'system:authenticated']
}

/** The dependencies shared by the views of all controllers. */
type AccessesContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store' | 'accounts'> &
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
      const { user = 'system:kube-controller-manager', manager = 'kube-controller-manager' } = controller
      const caller = {
        user: { name: user, groups: groupsOf(user) },
        manager,
        controller: controller.name,
      }
      access = createAccess({
        ...context,
        calls: createCalls({
          registry,
          ...caller,
          stored: (target) => storedForm(store, target),
        }),
        heartbeat: { ...caller, operation: 'Update', subresource: '', heartbeat: true },
        write(call, isLong = false) {
          mustBeCurrent()
          return write(call, isLong, controller)
        },
      })
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
