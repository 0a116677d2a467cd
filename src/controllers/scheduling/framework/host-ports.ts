import { isSidecar } from '../../../kinds/shared/pods.js'
import type { ContainerPort } from '../../../model/generated/types/core-v1.js'
import type { SchedulablePod } from './types.js'

/** A host port of a pod. */
export type HostPort = { readonly ip: string; readonly protocol: string; readonly port: number }

const ANY = '0.0.0.0'

/** Returns the host ports of a pod's containers and sidecars. */
export function hostPortsOf({ spec }: SchedulablePod): readonly HostPort[] {
  const staying = (spec?.initContainers ?? []).filter(isSidecar)
  return [...(spec?.containers ?? []), ...staying].flatMap(({ ports = [] }) =>
    // The schema's type of container ports.
    (ports as readonly ContainerPort[]).flatMap(({ hostPort = 0, hostIP, protocol }) =>
      hostPort > 0 ? [{ ip: hostIP || ANY, protocol: protocol || 'TCP', port: hostPort }] : [],
    ),
  )
}

/** Whether two host ports conflict on a node; 0.0.0.0 conflicts with every address. */
export const collide = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === ANY || b.ip === ANY)
