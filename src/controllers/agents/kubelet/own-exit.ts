import { isSidecar } from '../../../kinds/shared/ended-pods.js'
import { exitOfCommand } from './command-exit.js'
import type { Placed } from './containers-of.js'
import type { AgentPod, Container } from './types.js'

/** How a container ends that no script ends: by itself, or with the session that is attached to its input. */
type OwnExit = { readonly code: number; readonly after: number } | 'detached'

/** The image that does nothing until it is stopped, of any registry. */
const PAUSE = /(?:^|\/)pause(?:[:@]|$)/

/** Programs that serve until they are stopped, and the images named after them. */
const SERVERS = new Set(
  `agnhost apache caddy cassandra consul coredns dockerd elasticsearch envoy etcd grafana haproxy httpd influxdb jenkins
  kafka mariadb mariadbd memcached minio mongo mongod mongodb mysql mysqld nats nats-server nginx opensearch pause postgres
  postgresql prometheus rabbitmq rabbitmq-server redis redis-server registry sshd tomcat traefik valkey valkey-server vault
  whoami wordpress zookeeper`.split(/\s+/),
)

/**
 * Returns how a container ends that no script ends; undefined if it runs until it is stopped.
 *
 * Init containers, and those that are not restarted after a success, do their work and end, unless their command or
 * image says otherwise. In pods that belong to no Job, a container that serves runs on, and one with an open input ends
 * with the session that is attached to it.
 */
export function ownExit({ group, container }: Placed, pod: AgentPod): OwnExit | undefined {
  if (PAUSE.test(container.image ?? '') || isSidecar(container)) return undefined
  const isRestarted = group === 'containers' && (pod.spec?.restartPolicy ?? 'Always') === 'Always'
  const said = exitOfCommand(container)
  if (said) return isRestarted || said.after === Infinity ? undefined : said
  if (group !== 'initContainers' && !belongsToJob(pod)) {
    if (serves(container)) return undefined
    if (container.stdin || container.tty) return 'detached'
  }
  return isRestarted ? undefined : { code: 0, after: 0 }
}

const belongsToJob = ({ metadata }: AgentPod) =>
  Boolean(metadata.ownerReferences?.some(({ kind, controller }) => kind === 'Job' && controller))

/** Whether a container serves others, as its ports, its probes, its command or its image say. */
function serves({ ports = [], startupProbe, readinessProbe, livenessProbe, ...container }: Container): boolean {
  if (ports.length > 0 || startupProbe || readinessProbe || livenessProbe) return true
  const { image = '', command = [], args = [] } = container
  const [first = '-'] = [...command, ...args]
  // Flags are those of the image's own program.
  const program = first.startsWith('-') ? image.replace(/[:@][^/]*$/, '') : first
  return SERVERS.has(program.slice(program.lastIndexOf('/') + 1))
}
