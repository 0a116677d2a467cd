import type { Forwarding, PortServer } from '../../model/call/forwarding.js'
import { uintFault } from '../../base/text/query-values.js'
import { badRequest, internalError } from '../../base/errors/status.js'
import { answerHttp } from '../containers/http-answer.js'
import { type ConnectContext, type PodSeen, checkHost, podNamed } from './pod-container.js'
import { listenerAt } from './proxy.js'
import { upgradeRequired } from './session.js'

const UINT16_MAX = 65_535n

type ForwardRequest = {
  readonly namespace: string
  readonly name: string
  /** The values of `ports` in the query. */
  readonly ports: readonly string[]
  readonly isUpgrade: boolean
}

/**
 * Opens a forwarding of ports to a running pod. A port is open while a script answers HTTP there, each connection anew.
 *
 * @throws StatusError if the ports are malformed, the pod is missing or does not run, or no upgrade is asked for
 */
export function openForwarding(
  context: ConnectContext,
  { namespace, name, ports, isUpgrade }: ForwardRequest,
): Forwarding {
  const numbers = ports.flatMap((list) => list.split(',')).map(portOf)
  const pod = podNamed(context, namespace, name)
  checkHost(context, pod)
  if (!isUpgrade) throw upgradeRequired()
  if (!runs(pod)) throw internalError(`unable to upgrade connection: pod not found ("${name}_${namespace}")`)
  const uid = pod.metadata.uid
  return { ports: numbers, connect: (port) => serverAt(context, { namespace, name, uid }, port) }
}

function portOf(text: string): number {
  const problem = uintFault(text, UINT16_MAX)
  if (problem !== undefined) throw badRequest(`cannot convert to []int32: ${problem}`)
  return Number(text)
}

const runs = ({ status = {} }: PodSeen): boolean =>
  (status.containerStatuses ?? []).some(({ state }) => state?.running !== undefined)

type PodRef = { readonly namespace: string; readonly name: string; readonly uid: string | undefined }

function serverAt(context: ConnectContext, { namespace, name, uid = '' }: PodRef, port: number): PortServer | string {
  const pod: PodSeen | undefined = context.store.get('/pods', `${namespace}/${name}`)
  const play = pod?.metadata.uid === uid ? listenerAt(context, pod, String(port)) : undefined
  if (!play) return closedPort(uid, port)
  return async (request) => (await answerHttp(play, request)) ?? new Response(null, { status: 404 })
}

/** What a kubelet and containerd say about a port at which nothing listens. The sandbox has 64 digits. */
function closedPort(uid: string, port: number): string {
  const sandbox = uid.replaceAll('-', '').repeat(2)
  const refused = (family: string, host: string) => `dial ${family} ${host}:${port}: connect: connection refused`
  return (
    `error forwarding port ${port} to pod ${sandbox}, uid : ` +
    `failed to execute portforward in network namespace "/var/run/netns/cni-${uid}": ` +
    `failed to connect to localhost:${port} inside namespace "${sandbox}", ` +
    `IPv4: ${refused('tcp4', '127.0.0.1')} IPv6 ${refused('tcp6', '[::1]')} `
  )
}
