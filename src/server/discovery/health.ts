import { goQuote } from '../../base/go/printable.js'
import { compareTexts } from '../../base/json/json.js'
import { type KubernetesVersion, oncePerVersion, thoseOf } from '../../model/registry/kubernetes-version.js'

// In the order in which a real server starts what they are named after.
const BEFORE = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'start-system-namespaces-controller',
  '>36:peer-endpoint-reconciler-controller',
  'start-cluster-authentication-info-controller',
  'start-kube-apiserver-identity-lease-controller',
  'start-kube-apiserver-identity-lease-garbage-collector',
  '>36:storage-readiness',
  'start-legacy-token-tracking-controller',
  'start-service-ip-repair-controllers',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'bootstrap-controller',
  'start-kubernetes-service-cidr-controller',
  'start-kube-aggregator-informers',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
  'apiservice-registration-controller',
  'apiservice-discovery-controller',
  'kube-apiserver-autoregistration',
]
const AFTER = ['apiservice-openapi-controller', 'apiservice-openapiv3-controller']
const hook = (name: string) => `poststarthook/${name}`

const FIRST = ['ping', 'log', '>36:loopback-serving-certificate', 'etcd']
const FIRST_READY = ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync']

/** The checks of a version, by the path that runs them. */
const checksIn = oncePerVersion((version): ReadonlyMap<string, readonly string[]> => {
  const started = [...thoseOf(BEFORE, version).map(hook), 'autoregister-completion', ...AFTER.map(hook)]
  const alive = [...thoseOf(FIRST, version), ...started]
  return new Map([
    ['healthz', alive],
    ['livez', alive],
    ['readyz', [...FIRST_READY, ...started, 'shutdown']],
  ])
})

/** Returns the paths of all checks. */
export const healthPaths = (version: KubernetesVersion): readonly string[] =>
  [...checksIn(version)].flatMap(([root, checks]) => [`/${root}`, ...checks.map((check) => `/${root}/${check}`)])

/** A request for a health path: whether it asks for a line per check, and the checks that it leaves out. */
type Asked = { readonly verbose: boolean; readonly excluded: readonly string[] }

/** The checks that a request for a health path runs besides answering it, by what they are counted as. */
export function checksOf(
  path: string,
  { excluded }: Pick<Asked, 'excluded'>,
  version: KubernetesVersion,
): readonly [type: string, names: readonly string[]] {
  const type = path.slice(1)
  return [type, (checksIn(version).get(type) ?? []).filter((name) => !excluded.includes(name))]
}

/** Returns the text of a health path: `ok`, or a line per check with `verbose`; undefined for other paths. */
export function healthText(path: string, { verbose, excluded }: Asked, version: KubernetesVersion): string | undefined {
  const [, root = '', ...more] = path.split('/')
  const checks = checksIn(version).get(root)
  if (!checks) return undefined
  if (more.length > 0) return checks.includes(more.join('/')) ? 'ok' : undefined
  if (!verbose) return 'ok'
  const lines = checks.map((name) => (excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`))
  const unknown = [...new Set(excluded)].filter((name) => !checks.includes(name)).sort(compareTexts)
  if (unknown.length > 0)
    lines.push(`warn: some health checks cannot be excluded: no matches for ${unknown.map(goQuote).join(',')}`)
  return [...lines, `${root} check passed`, ''].join('\n')
}
