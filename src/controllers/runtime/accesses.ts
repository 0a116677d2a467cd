import type { Simulation } from '../../agents/simulation.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import { createCalls } from '../../client/calls.js'
import type { RestContext } from '../../rest/context.js'
import { storedForm } from '../../rest/stored-form.js'
import type { KubeObject } from '../../schema/object.js'
import type { AccessContext } from './access.js'
import { createReads } from './reads.js'
import type { Controller, Reader, WorkSteps } from './types.js'
import { TURNS, type Turns } from './in-turns.js'
import { type Writes, createTurns, createWrites } from './writes.js'

/** What a controller sees and does, whatever the key. */
export type Access = Reader & Writes & { readonly [TURNS]: Turns }

/** What every controller's view of the cluster is made of. */
type AccessesContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store' | 'accounts'> & {
  readonly simulation: Simulation
  readonly dependents: AccessContext['dependents']
  readonly orphans: AccessContext['orphans']
  readonly podsOn: (node: string) => readonly KubeObject[]
  readonly execute: (call: Call, controller: Controller) => Outcome
  /** The same of what may be long, in turns. */
  readonly executeInTurns: (call: Call, isLong: boolean, controller: Controller) => WorkSteps<Outcome>
  readonly pause: () => WorkSteps<void>
}

/**
 * Makes a look-up of what controllers see and do, each as its own user. One is made when its controller is first woken:
 * most of many forks stay asleep.
 */
export function createAccesses({
  execute,
  executeInTurns,
  ...context
}: AccessesContext): (controller: Controller) => Access {
  const { registry, store } = context
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
        execute: (call) => execute(call, controller),
        executeInTurns: (call, isLong) => executeInTurns(call, isLong, controller),
      }
      access = { ...createReads(own), ...createWrites(own), [TURNS]: createTurns(own) }
      known.set(controller, access)
    }
    return access
  }
}
