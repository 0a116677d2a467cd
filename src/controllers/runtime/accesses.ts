import type { Simulation } from '../agents/kubelet/simulation.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { createCalls } from '../../server/client/calls.js'
import { isRead } from '../../model/registry/verb.js'
import type { RestContext } from '../../rest/context.js'
import { storedForm } from '../../rest/stored-form.js'
import type { KubeObject } from '../../schema/object.js'
import type { AccessContext } from './access.js'
import { createReads } from './reads.js'
import type { Controller, Reader, WorkSteps } from './types.js'
import { TURNS, type Turns } from './in-turns.js'
import { type Writes, createTurns, createWrites } from './writes.js'

/** A controller's reads and writes, independent of the key it reconciles. */
export type Access = Reader & Writes & { readonly [TURNS]: Turns }

/** The dependencies shared by the views of all controllers. */
type AccessesContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store' | 'accounts'> & {
  readonly simulation: Simulation
  readonly dependents: AccessContext['dependents']
  readonly orphans: AccessContext['orphans']
  readonly podsOn: (node: string) => readonly KubeObject[]
  readonly mustBeCurrent: AccessContext['mustBeCurrent']
  readonly execute: (call: Call, controller: Controller) => Outcome
  /** Like `execute`, in several turns if the call may take long. */
  readonly executeInTurns: (call: Call, isLong: boolean, controller: Controller) => WorkSteps<Outcome>
  readonly pause: () => WorkSteps<void>
  readonly count: AccessContext['count']
}

/**
 * Creates a lookup of the controllers' accesses, each with its own user. An access is created when its controller first
 * runs: in a cluster forked many times, most controllers never do.
 */
export function createAccesses({
  execute,
  executeInTurns,
  ...context
}: AccessesContext): (controller: Controller) => Access {
  const { registry, store, mustBeCurrent } = context
  const known = new Map<Controller, Access>()
  return (controller) => {
    let access = known.get(controller)
    if (!access) {
      const { user = 'system:kube-controller-manager', manager = 'kube-controller-manager' } = controller
      const caller = {
        user: { name: user, groups: ['system:authenticated'] },
        manager,
        controller: controller.name,
      }
      const own: AccessContext = {
        ...context,
        calls: createCalls({
          registry,
          ...caller,
          stored: (target) => storedForm(store, target),
        }),
        heartbeat: { ...caller, operation: 'Update', subresource: '', heartbeat: true },
        execute(call) {
          if (!isRead(call.target.verb)) mustBeCurrent()
          return execute(call, controller)
        },
        executeInTurns: (call, isLong) => executeInTurns(call, isLong, controller),
      }
      access = { ...createReads(own), ...createWrites(own), [TURNS]: createTurns(own) }
      known.set(controller, access)
    }
    return access
  }
}
