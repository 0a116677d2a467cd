import { badRequest } from '../../base/errors/status.js'
import { answerHttp } from '../containers/http-answer.js'
import type { ContainerPlay } from '../containers/types.js'
import { type ConnectContext, type PodSeen, statusNamed } from './pod-container.js'
import { PROXIED, type Listener, splitName, unavailable } from './proxy-places.js'

/** A resource with a proxy subresource. */
type Proxied = keyof typeof PROXIED

/** The target of a proxy request: a pod, a Service or a node. */
type ProxyTarget = {
  readonly resource: Proxied
  readonly namespace: string
  /** The name with its scheme and port, as in the URL. */
  readonly id: string
}

/** Resolves the address that a request is proxied to. Throws a StatusError if there is none. */
export function placeOf(context: ConnectContext, { resource, namespace, id }: ProxyTarget): Listener {
  const { word, resolve } = PROXIED[resource]
  const parts = splitName(id)
  if (!parts) throw badRequest(`invalid ${word} request "${id}"`)
  return resolve(context, { namespace, id, ...parts })
}

/** Passes a request to the container that listens. Throws a StatusError if none does. */
export async function pass(context: ConnectContext, place: Listener, request: Request): Promise<Response> {
  const { host, port, pod } = place
  const answer = pod && (await listening(context, pod, port, request))
  if (answer) return answer
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  throw unavailable(`error trying to reach service: dial tcp ${address}: connect: connection refused`)
}

/** Asks the container that listens at a port. */
function listening(
  context: ConnectContext,
  pod: PodSeen,
  port: string,
  request: Request,
): Promise<Response | undefined> {
  const play = listenerAt(context, pod, port)
  return play ? answerHttp(play, request) : Promise.resolve(undefined)
}

/**
 * Returns what the running container does that answers HTTP at a port: the one that declares the port, or one that
 * declares none; undefined if none listens.
 */
export function listenerAt(context: ConnectContext, pod: PodSeen, port: string): ContainerPlay | undefined {
  const containers = pod.spec?.containers ?? []
  const declares = ({ ports = [] }: Declaring) => ports.some((each) => String(each.containerPort) === port)
  const owner = containers.find(declares)
  return (owner ? [owner] : containers.filter(({ ports = [] }) => ports.length === 0))
    .filter(({ name }) => statusNamed(pod, name)?.state?.running !== undefined)
    .map((container) => context.containers.of(pod, container))
    .find(({ http }) => http !== undefined)
}

type Declaring = { readonly ports?: readonly { readonly containerPort: number }[] }
