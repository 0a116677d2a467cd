import { isSidecar } from '../base/pods.js'
import type { ContainerPort } from '../kinds/generated/types/core-v1.js'
import type { SchedulablePod } from './types.js'

/** A port of the node that a pod takes. */
export type HostPort = { readonly ip: string; readonly protocol: string; readonly port: number }

const ANY = '0.0.0.0'

/** The ports of its node that a pod takes: those of its containers, and of init containers that stay. */
export function hostPortsOf({ spec }: SchedulablePod): readonly HostPort[] {
  const staying = (spec?.initContainers ?? []).filter(isSidecar)
  return [...(spec?.containers ?? []), ...staying].flatMap(({ ports = [] }) =>
    // What the schema says of a container's ports.
    (ports as readonly ContainerPort[]).flatMap(({ hostPort = 0, hostIP, protocol }) =>
      hostPort > 0 ? [{ ip: hostIP || ANY, protocol: protocol || 'TCP', port: hostPort }] : [],
    ),
  )
}

/** Tells whether two pods cannot have these ports on one node: all addresses of it are also each. */
export const collide = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === ANY || b.ip === ANY)
