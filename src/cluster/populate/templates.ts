import type { PopulateContext } from './populate-context.js'
import type { Home } from './namespaces.js'

/** An application and its running version. */
export type App = {
  readonly home: Home
  readonly name: string
  readonly component: string
  readonly image: string
  readonly version: string
  /** The port it listens on; undefined if it serves no requests. */
  readonly port?: number | undefined
}

/** The resources that pods may request, in milli-CPUs and MiB. */
export type Budget = { readonly cpu: number; readonly memory: number }

/** Returns the recommended labels of an application (app.kubernetes.io). */
export const labelsOf = ({ home, name, component }: App) => ({
  'app.kubernetes.io/component': component,
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/managed-by': 'Helm',
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': home.team,
})

/** Returns the labels that select the pods of an application. */
export const selectorOf = ({ name }: App) => ({ 'app.kubernetes.io/instance': name, 'app.kubernetes.io/name': name })

/** Returns the labels of an application's pods. */
export const podLabelsOf = (app: App) => ({
  ...labelsOf(app),
  'app.kubernetes.io/version': app.version,
  team: app.home.team,
})

const CPUS = [25, 50, 100, 200, 250, 500, 1000] as const
const MEMORY = [32, 64, 128, 256, 512, 1024, 2048] as const

/** Returns the pod template of an application, with requests within a budget. */
export function templateOf({ chance }: PopulateContext, app: App, budget: Budget, more: object = {}): object {
  const { name, component, image, version, port } = app
  const asks = resourcesWithin(chance, budget)
  const hasProxy = port !== undefined && chance.percent(25)
  const own = hasProxy ? { cpu: asks.cpu * 0.5, memory: asks.memory * 0.5 } : asks
  return {
    metadata: { labels: podLabelsOf(app), annotations: { 'checksum/config': chance.uuid().replaceAll('-', '') } },
    spec: {
      ...(chance.percent(20) ? { initContainers: [prepare(app, own)] } : {}),
      containers: [
        {
          name: component,
          image: `${image}:${version}`,
          ...(port === undefined ? {} : { ports: [{ name: 'http', containerPort: port }] }),
          env: [
            { name: 'LOG_LEVEL', value: chance.pick(['info', 'info', 'warn', 'debug']) },
            { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          ],
          envFrom: [{ configMapRef: { name: `${name}-config` } }],
          resources: resourcesOf(own),
          ...(port === undefined ? {} : probesOf(port)),
          volumeMounts: [{ name: 'config', mountPath: '/etc/app', readOnly: true }],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
        ...(hasProxy ? [proxyOf(own)] : []),
      ],
      volumes: [{ name: 'config', configMap: { name: `${name}-config` } }],
      serviceAccountName: name,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      ...more,
    },
  }
}

/** Returns requests within a budget: one of the usual amounts, more often a small one. */
function resourcesWithin(chance: PopulateContext['chance'], { cpu, memory }: Budget): Budget {
  const upTo = (amounts: readonly number[], most: number): number => {
    const fit = amounts.filter((amount) => amount <= most)
    return fit[Math.floor(chance.random() * fit.length)] ?? most
  }
  return { cpu: upTo(CPUS, cpu), memory: upTo(MEMORY, memory) }
}

/** Returns resources with requests, and a limit only for memory. */
export const resourcesOf = ({ cpu, memory }: Budget) => ({
  requests: { cpu: `${Math.floor(cpu)}m`, memory: `${Math.floor(memory)}Mi` },
  limits: { memory: `${Math.floor(memory * 2)}Mi` },
})

const probesOf = (port: number) => ({
  livenessProbe: { httpGet: { path: '/healthz', port }, periodSeconds: 20, timeoutSeconds: 2 },
  readinessProbe: { httpGet: { path: '/readyz', port }, periodSeconds: 10, timeoutSeconds: 2 },
})

const proxyOf = (asks: Budget) => ({
  name: 'envoy',
  image: 'registry.example.com/base/envoy:v1.31.0',
  ports: [{ name: 'admin', containerPort: 15_000 }],
  resources: resourcesOf(asks),
})

const prepare = ({ image, version }: App, asks: Budget) => ({
  name: 'migrate',
  image: `${image}-migrations:${version}`,
  args: ['up'],
  // A ResourceQuota demands requests of every container; they run before the others, so that the pod asks for no more.
  resources: resourcesOf(asks),
})
