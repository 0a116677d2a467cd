import { badRequest, notFound } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import { type RestContext, checkRequestedName, keyOf } from '../context.js'

/** The parts of the context that connections to pods need. */
export type ConnectContext = Pick<RestContext, 'store' | 'env' | 'containers' | 'detached' | 'registry'>

/** A container in a pod's spec. */
export type NamedContainer = { readonly name: string; readonly image: string }
type Terminated = { readonly containerID?: string; readonly startedAt?: string; readonly finishedAt?: string }
type State = {
  readonly waiting?: { readonly reason?: string }
  readonly running?: { readonly startedAt?: string }
  readonly terminated?: Terminated
}
/** A container status in a pod's status. */
type ContainerStatus = {
  readonly name: string
  readonly containerID?: string
  readonly state?: State
  readonly lastState?: State
}
type Statuses = readonly ContainerStatus[]

/** The fields of a pod that connections read. */
export type PodSeen = KubeObject & {
  readonly spec?: {
    readonly nodeName?: string
    readonly containers?: readonly (NamedContainer & { readonly ports?: readonly Port[] })[]
    readonly initContainers?: readonly NamedContainer[]
    readonly ephemeralContainers?: readonly NamedContainer[]
  }
  readonly status?: {
    readonly phase?: string
    readonly podIP?: string
    readonly podIPs?: readonly { readonly ip?: string }[]
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
    readonly containerStatuses?: Statuses
    readonly initContainerStatuses?: Statuses
    readonly ephemeralContainerStatuses?: Statuses
  }
}
type Port = { readonly name?: string; readonly containerPort: number }

/** Returns a pod by name. Throws a StatusError if there is none. */
export function podNamed({ store }: Pick<RestContext, 'store'>, namespace: string, name: string): PodSeen {
  checkRequestedName(name)
  const pod = store.get('/pods', keyOf(namespace, name))
  if (!pod) throw notFound({ group: '', resource: 'pods' }, name)
  return pod
}

/**
 * Checks that a pod is on a node that exists (GetConnectionInfo).
 *
 * @throws StatusError
 */
export function checkHost({ store }: Pick<RestContext, 'store'>, { metadata, spec }: PodSeen): void {
  if (!spec?.nodeName) throw badRequest(`pod ${metadata.name} does not have a host assigned`)
  checkNode({ store }, spec.nodeName)
}

/**
 * Checks that a node exists.
 *
 * @throws StatusError in the name of pods, as on a real server
 */
export function checkNode({ store }: Pick<RestContext, 'store'>, name: string): void {
  if (!store.get('/nodes', name)) throw notFound({ group: '', resource: 'pods' }, name)
}

/** Returns the named container, or the only one if none is named (validateContainer of the pods' registry). */
export function containerOf({ metadata, spec = {} }: PodSeen, wanted: string): NamedContainer {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec
  if (wanted !== '') {
    const found = [...initContainers, ...containers, ...ephemeralContainers].find(({ name }) => name === wanted)
    if (!found) throw badRequest(`container ${wanted} is not valid for pod ${metadata.name}`)
    return found
  }
  const [only] = containers
  if (only && containers.length === 1) return only
  const choice = [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name)
  throw badRequest(
    `a container name must be specified for pod ${metadata.name}${containers.length === 0 ? '' : `, choose one of: [${choice.join(' ')}]`}`,
  )
}

/** Returns the status of a container; undefined if it has none. */
export function statusNamed({ status = {} }: PodSeen, wanted: string): ContainerStatus | undefined {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses].find(
    ({ name }) => name === wanted,
  )
}
