import { badRequest, failure, notFound } from '../../base/status.js'
import { answerHttp } from '../../containers/http-answer.js'
import type { KubeObject } from '../../schema/object.js'
import { type ConnectContext, type NamedContainer, type PodSeen, podNamed, statusNamed } from './pod-container.js'

/** What is asked of a pod or of a Service: `[scheme:]name[:port]`, and the request as the container gets it. */
type ProxyRequest = {
  readonly resource: 'pods' | 'services'
  readonly namespace: string
  /** The name with its scheme and port, as the URL has it. */
  readonly id: string
  /** Makes the request as the container gets it, whose address has the name: of no use before that is known to be one. */
  readonly request: () => Request
}

type Service = KubeObject & {
  readonly spec?: {
    readonly selector?: { readonly [label: string]: string }
    readonly ports?: readonly ServicePort[]
  }
}
type ServicePort = { readonly name?: string; readonly port: number; readonly targetPort?: number | string }

/** Passes a request on to the container that listens. Throws a StatusError where nobody does. */
export async function proxy(
  context: ConnectContext,
  { resource, namespace, id, request }: ProxyRequest,
): Promise<Response> {
  const parts = /^(?:(https?):)?([^:]+)(?::([^:]*))?$/.exec(id)
  if (!parts) throw badRequest(`invalid ${resource === 'pods' ? 'pod' : 'service'} request "${id}"`)
  const [, , name = '', port = ''] = parts
  const target =
    resource === 'pods'
      ? { pod: podNamed(context, namespace, name), port }
      : servedBy(context, serviceNamed(context, namespace, name), port)
  const answer = await listening(context, target.pod, target.port, request)
  if (answer) return answer
  const address = `${target.pod.status?.podIP}:${portNumber(target.pod, target.port)}`
  throw unavailable(`error trying to reach service: dial tcp ${address}: connect: connection refused`)
}

const unavailable = (message: string) => failure(503, 'ServiceUnavailable', message)

/** Asks the container that names the port, or else whichever listens. */
function listening(
  context: ConnectContext,
  pod: PodSeen,
  port: string,
  request: ProxyRequest['request'],
): Promise<Response | undefined> {
  if (!pod.status?.podIP) throw badRequest('address not allowed')
  const containers = pod.spec?.containers ?? []
  const owner = containers.find(({ ports = [] }) => ports.some((each) => isPort(each, port)))
  const runs = ({ name }: NamedContainer) => statusNamed(pod, name)?.state?.running !== undefined
  const play = (owner ? [owner] : containers)
    .filter(runs)
    .map((container) => context.containers.of(pod, container))
    .find(({ http }) => http !== undefined)
  return play ? answerHttp(play, request()) : Promise.resolve(undefined)
}

const isPort = ({ name, containerPort }: { readonly name?: string; readonly containerPort: number }, port: string) =>
  port !== '' && (name === port || String(containerPort) === port)

function portNumber({ spec }: PodSeen, port: string): string {
  const ports = (spec?.containers ?? []).flatMap(({ ports = [] }) => ports)
  const found = port === '' ? ports[0] : ports.find((each) => isPort(each, port))
  return String(found?.containerPort ?? (port === '' ? 80 : port))
}

function serviceNamed({ store }: ConnectContext, namespace: string, name: string): Service {
  const service = store.get('/services', `${namespace}/${name}`)
  if (!service) throw notFound({ group: '', resource: 'services' }, name)
  return service
}

/** A ready pod of a Service, and the port its own leads to. */
function servedBy(context: ConnectContext, { metadata, spec = {} }: Service, port: string) {
  const { ports = [], selector = {} } = spec
  const found = port === '' ? ports[0] : ports.find((each) => each.name === port || String(each.port) === port)
  const which = `service "${metadata.name}"`
  if (!found)
    throw unavailable(
      /^\d+$/.test(port) ? `no service port ${port} found for ${which}` : `no endpoints available for ${which}`,
    )
  const wanted = Object.entries(selector)
  const ready = podsIn(context, metadata.namespace ?? '').filter(
    ({ metadata: { labels = {} }, status }) =>
      wanted.length > 0 && wanted.every(([label, value]) => labels[label] === value) && isReady(status),
  )
  const pod = ready[Math.floor(context.env.random() * ready.length)]
  if (!pod) throw unavailable(`no endpoints available for ${which}`)
  return { pod, port: String(found.targetPort ?? found.port) }
}

const isReady = (status: PodSeen['status']) =>
  Boolean(status?.conditions?.some((each) => each.type === 'Ready' && each.status === 'True'))

function podsIn({ store }: ConnectContext, namespace: string): readonly PodSeen[] {
  const found: PodSeen[] = []
  store.table('/pods')?.forRange(`${namespace}/`, `${namespace}0`, false, (_key, pod) => void found.push(pod))
  return found
}
