import type { Service } from '../../controllers/discovery/services.js'
import { newSlices } from '../../controllers/discovery/sync-endpoint-slices.js'
import { newEndpoints } from '../../controllers/discovery/sync-endpoints.js'
import type { Pod } from '../../controllers/pods/pod-state.js'
import { mustHave } from '../../base/must-have.js'
import { compareBytes } from '../../base/json/json.js'
import { objectsOf } from '../../store/page.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import type { PopulateContext, Draft } from './populate-context.js'
import type { HomeNode } from './nodes.js'
import { type App, labelsOf, selectorOf } from './templates.js'

/** Stores the Services of applications. */
export type Serving = {
  /** Stores the Service of an application with its Endpoints and EndpointSlices, if it has a port. */
  readonly serve: (app: App, pods: readonly KubeObject[], options?: { readonly isHeadless?: boolean }) => void
}

/** The default range of Service addresses, 10.0.0.0/24; some are left for other Services. */
const PREFIX = '10.0.0.'
const LAST_ADDRESS = 220

/** Creates the store of Services. */
export function createServing(making: PopulateContext, nodes: readonly HomeNode[]): Serving {
  const known = new Map<string, KubeObject>(nodes.map(({ name, object }) => [name, object]))
  // EndpointSlices only look up the nodes of their pods.
  const get = ((_kind: string, { name }: { readonly name: string }) => known.get(name)) as Parameters<
    typeof newSlices
  >[0]['get']
  const addresses = freeAddresses(making)
  return {
    serve(app, pods, { isHeadless = false } = {}) {
      if (app.port === undefined) return
      const service = storeService(making, app, (isHeadless ? undefined : addresses.pop()) ?? 'None')
      // By their kind.
      const sorted = [...pods].sort((a, b) => compareBytes(storedName(a), storedName(b))) as unknown as readonly Pod[]
      const at = Date.parse(String(service.metadata.creationTimestamp))
      const by = { by: 'kube-controller-manager', at }
      making.store(newEndpoints(service, sorted) as unknown as Draft, by) // the stored form
      for (const slice of newSlices({ get }, service, sorted)) {
        const { generateName = '' } = slice.metadata
        const metadata = { ...slice.metadata, name: making.chance.name(generateName) }
        making.store({ ...slice, metadata } as unknown as Draft, by) // as above
      }
    },
  }
}

/** Returns the free addresses, the lowest last. Once they are used up, Services are headless. */
function freeAddresses({ context }: PopulateContext): string[] {
  // By their kind.
  const taken = new Set(objectsOf(context.store.table('/services')).map(({ spec }) => (spec as ServiceSpec).clusterIP))
  const all = Array.from({ length: LAST_ADDRESS - 1 }, (_, i) => `${PREFIX}${LAST_ADDRESS - i}`)
  return all.filter((address) => !taken.has(address))
}

type ServiceSpec = { readonly clusterIP?: string }

function storeService(making: PopulateContext, app: App, clusterIP: string): Service {
  const { home, name, port = 0 } = app
  const at = home.at + 60_000
  const isHttp = port === 8080
  return making.store(
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: home.namespace, labels: labelsOf(app) },
      spec: {
        type: 'ClusterIP',
        clusterIP,
        clusterIPs: [clusterIP],
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
        sessionAffinity: 'None',
        selector: selectorOf(app),
        ports: [{ name: isHttp ? 'http' : app.component, port: isHttp ? 80 : port, targetPort: port, protocol: 'TCP' }],
      },
    },
    { by: 'helm', at },
  ) as Service // by its kind
}

/** Stores the ConfigMap, the ServiceAccount and mostly a Secret of an application. */
export function storeSettings({ store, chance }: PopulateContext, app: App): void {
  const { home, name } = app
  const metadata = { namespace: home.namespace, labels: labelsOf(app) }
  const by = { by: 'helm', at: home.at + 60_000 }
  const host = `${name}.${home.namespace}.svc.cluster.local`
  store(
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...metadata, name: `${name}-config` },
      data: {
        ENVIRONMENT: home.environment,
        HOST: host,
        'app.yaml': `team: ${home.team}\nenvironment: ${home.environment}\nworkers: ${chance.whole(1, 16)}\n`,
      },
    },
    by,
  )
  store({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { ...metadata, name } }, by)
  if (!chance.percent(60)) return
  const token = Array.from({ length: 2 }, chance.uuid).join('').replaceAll('-', '')
  store(
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...metadata, name: `${name}-credentials` },
      type: 'Opaque',
      data: { password: btoa(mustHave(token, 'a token').slice(0, 32)), username: btoa(name) },
    },
    by,
  )
}
