import type { KindDef } from '../../model/registry/kind-def.js'
import { DEFAULT_RANGE, RANGE_CONTROLLER, RANGE_FINALIZER, readyRange } from '../../model/registry/service-address.js'
import type { RestContext } from '../../rest/context.js'
import type { BootstrapBody } from './body.js'
import { applyAsServer, patchAsServer } from './server-writes.js'

/** The range that the addresses of Services come from. */
export const defaultRange: BootstrapBody = { metadata: { name: 'kubernetes' }, spec: { cidrs: [DEFAULT_RANGE] } }

/** Makes the range ready, as a server does itself (default_servicecidr_controller.go). */
export function makeRangeReady(context: RestContext, def: KindDef): void {
  const ready = { ...readyRange(context.env.now()), message: 'Kubernetes default Service CIDR is ready' }
  writeReady(context, def, 'kubernetes-service-cidr-controller', ready)
}

/** Writes what the controller of ranges writes first. */
export function adoptRange(context: RestContext, def: KindDef): void {
  patchAsServer(context, {
    ...rangeOf(def),
    subresource: 'main',
    manager: 'kube-controller-manager',
    members: { metadata: { finalizers: [RANGE_FINALIZER] } },
  })
  writeReady(context, def, RANGE_CONTROLLER, readyRange(context.env.now()))
}

const rangeOf = (def: KindDef) => ({ def, name: defaultRange.metadata.name })

function writeReady(context: RestContext, def: KindDef, manager: string, ready: object): void {
  const members = { status: { conditions: [ready] } }
  applyAsServer(context, { ...rangeOf(def), subresource: 'status', manager, members })
}
