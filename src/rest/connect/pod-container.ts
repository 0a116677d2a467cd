import { badRequest, notFound } from '../../base/status.js'
import type { KubeObject } from '../../schema/object.js'
import type { RestContext } from '../context.js'

/** What is looked at to answer. */
export type ConnectContext = Pick<RestContext, 'store' | 'env' | 'containers'>

/** A container as a pod names it. */
export type NamedContainer = { readonly name: string; readonly image: string }
type Terminated = { readonly containerID?: string; readonly startedAt?: string; readonly finishedAt?: string }
type State = {
  readonly waiting?: { readonly reason?: string }
  readonly running?: { readonly startedAt?: string }
  readonly terminated?: Terminated
}
/** What is said of a container in the status of its pod. */
type ContainerStatus = {
  readonly name: string
  readonly containerID?: string
  readonly state?: State
  readonly lastState?: State
}
type Statuses = readonly ContainerStatus[]

/** What is read of a pod that somebody wants to look into. */
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
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
    readonly containerStatuses?: Statuses
    readonly initContainerStatuses?: Statuses
    readonly ephemeralContainerStatuses?: Statuses
  }
}
type Port = { readonly name?: string; readonly containerPort: number }

/** The pod of a name. Throws a StatusError where there is none. */
export function podNamed({ store }: Pick<RestContext, 'store'>, namespace: string, name: string): PodSeen {
  const pod = store.get('/pods', `${namespace}/${name}`)
  if (!pod) throw notFound({ group: '', resource: 'pods' }, name)
  return pod
}

/** The container that is meant (validateContainer of the pods' registry): the one there is where none is named. */
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

/** What is said of a container, if anything is. */
export function statusNamed({ status = {} }: PodSeen, wanted: string): ContainerStatus | undefined {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses].find(
    ({ name }) => name === wanted,
  )
}
