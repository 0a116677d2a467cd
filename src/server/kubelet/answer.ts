import { isMeasured } from '../../kinds/metrics/usage.js'
import { type Family, METRICS_TEXT, exposition } from '../metrics/exposition.js'
import { sightOf } from '../../rest/read/computed.js'
import type { RestContext } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import { configurationOf } from './configuration.js'
import { type Node, type Pod, measure } from './measure.js'
import { cadvisorFamilies, kubeletFamilies, resourceFamilies } from './metrics.js'
import { summaryOf } from './summary.js'

/** A request to a kubelet: the path and the query of its own URL. */
type KubeletRequest = { readonly method: string; readonly path: string; readonly query: URLSearchParams }

/** The answer of a kubelet. */
type KubeletAnswer = { readonly code: number; readonly type: string; readonly text: string }

const JSON_TYPE = 'application/json'
const PLAIN = 'text/plain; charset=utf-8'

const ok = (type: string, text: string): KubeletAnswer => ({ code: 200, type, text })
const metrics = (families: readonly Family[]) => ok(METRICS_TEXT, exposition(families))

/**
 * Answers what others read from a kubelet (pkg/kubelet/server): health, pods, what they use, and its configuration;
 * undefined if nobody listens at the node, as its kubelet does not report.
 */
export function answerKubelet(
  context: RestContext,
  node: KubeObject,
  { method, path, query }: KubeletRequest,
): KubeletAnswer | undefined {
  if (!isMeasured(node)) return undefined
  const seen = node as Node // an object in the store has the type of its kind
  const health = healthOf(path, query)
  if (health) return health
  const [, root = '', ...rest] = path.split('/')
  const isReading = method === 'GET' || method === 'HEAD'
  const sight = sightOf(context)
  const pods = () => {
    const all = sight.objects('/pods', '') as readonly Pod[] // as above
    return all.filter(({ spec }) => spec?.nodeName === seen.metadata.name)
  }
  const measured = () => measure(seen, pods(), sight)
  switch (path.replace(/\/$/, '')) {
    case '/pods':
      return isReading ? ok(JSON_TYPE, podList(pods())) : WRONG_METHOD
    case '/runningpods':
      return isReading ? ok(JSON_TYPE, podList(measured().pods.map(({ pod }) => pod))) : WRONG_METHOD
    case '/stats/summary':
      if (!isReading && method !== 'POST') return WRONG_METHOD
      return ok(
        JSON_TYPE,
        JSON.stringify(summaryOf(measured(), sight, query.get('only_cpu_and_memory') === 'true'), undefined, 1),
      )
    case '/metrics':
      return metrics(kubeletFamilies(measured(), sight))
    case '/metrics/resource':
      return metrics(resourceFamilies(measured()))
    case '/metrics/cadvisor':
      return metrics(cadvisorFamilies(measured()))
    case '/metrics/probes':
      return metrics([])
    case '/configz':
      return ok(JSON_TYPE, JSON.stringify(configurationOf(seen.status)))
  }
  if (UNSERVED.has(root)) return unserved(root)
  return SERVICES.has(root) && (rest.length > 0 || root === 'stats') ? NO_ROUTE : NOT_FOUND
}

const WRONG_METHOD: KubeletAnswer = { code: 405, type: 'text/plain', text: '405: Method Not Allowed' }
/** How go-restful answers below the paths it knows, and how Go's net/http answers elsewhere. */
const NO_ROUTE: KubeletAnswer = { code: 404, type: 'text/plain', text: '404: Page Not Found' }
const NOT_FOUND: KubeletAnswer = { code: 404, type: PLAIN, text: '404 page not found\n' }

const SERVICES = new Set(['pods', 'stats', 'runningpods'])

/** What a kubelet serves and a simulated one does not. */
const UNSERVED = new Set(['run', 'exec', 'attach', 'portForward', 'containerLogs', 'checkpoint', 'logs', 'debug'])
const unserved = (root: string): KubeletAnswer => ({
  code: 501,
  type: PLAIN,
  text: `/${root} of kubelets is not served by fakecluster: ask for the logs of a pod, or for a command in it, at the pod\n`,
})

/** The checks of a kubelet's health, all of which succeed. */
const CHECKS = ['ping', 'log', 'syncloop']

function healthOf(path: string, query: URLSearchParams): KubeletAnswer | undefined {
  const [, root, check, ...more] = path.split('/')
  if (root !== 'healthz' || more.length > 0) return undefined
  if (check !== undefined) return CHECKS.includes(check) ? ok(PLAIN, 'ok') : undefined
  const lines = CHECKS.map((each) => `[+]${each} ok\n`).join('')
  return ok(PLAIN, query.has('verbose') ? `${lines}healthz check passed\n` : 'ok')
}

/** Encodes the pods as a kubelet does that got them from the server. */
function podList(pods: readonly Pod[]): string {
  const items = pods.map(({ metadata, spec, status }) => {
    const annotations = {
      ...metadata.annotations,
      'kubernetes.io/config.seen': metadata.creationTimestamp ?? '',
      'kubernetes.io/config.source': 'api',
    }
    return { metadata: { ...metadata, annotations }, spec, status }
  })
  return `${JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items })}\n`
}
