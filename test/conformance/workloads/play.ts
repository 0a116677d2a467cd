import type { Server } from '../../../tools/record/play.js'
import type { Manifest, Played, Scenario, Scene, Step } from './scenario.js'
import { type Hashes, sceneOf } from './scene.js'

/** What is looked at where a scenario makes objects of a kind: what they are, and what controllers make of them. */
const SHOWN: { readonly [kind: string]: readonly string[] } = {
  Deployment: ['apps/v1/deployments', 'apps/v1/replicasets'],
  ReplicaSet: ['apps/v1/replicasets'],
  StatefulSet: ['apps/v1/statefulsets', 'apps/v1/controllerrevisions', 'v1/persistentvolumeclaims'],
  DaemonSet: ['apps/v1/daemonsets', 'apps/v1/controllerrevisions'],
  ReplicationController: ['v1/replicationcontrollers'],
  Job: ['batch/v1/jobs'],
  CronJob: ['batch/v1/cronjobs', 'batch/v1/jobs'],
  Service: ['v1/services', 'v1/endpoints', 'discovery.k8s.io/v1/endpointslices'],
  PodDisruptionBudget: ['policy/v1/poddisruptionbudgets'],
  HorizontalPodAutoscaler: ['autoscaling/v2/horizontalpodautoscalers'],
  PersistentVolumeClaim: ['v1/persistentvolumeclaims'],
}

function shownOf({ steps }: Scenario): readonly string[] {
  const made = steps.flatMap((step) => (step.do === 'create' ? step.objects : []))
  return [...new Set(['v1/pods', 'v1/events', ...made.flatMap(({ kind }) => SHOWN[kind] ?? [])])]
}

const CLUSTER_WIDE = new Set(['Node', 'PriorityClass', 'Namespace', 'StorageClass', 'PersistentVolume', 'RuntimeClass'])

/** How long nothing may change before everything is taken to be at rest, and how long that may take, in looks. */
const LOOK = 1000
const MINUTE = 60_000
const QUIET_LOOKS = 4
const MOST_LOOKS = 60

/** Plays a scenario to a server in a namespace of its own; what there was after each step. */
export async function play(server: Server, scenario: Scenario): Promise<Played> {
  const namespace = namespaceOf(scenario)
  const hashes: Hashes = new Map()
  const shown = shownOf(scenario)
  await ask(server, 'POST', 'v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  await until(server, async () => (await items(server, namespace, 'v1/serviceaccounts')).length > 0)
  const scenes: Scene[] = []
  for (const step of scenario.steps) {
    await take(server, namespace, step)
    scenes.push(
      await rest(server, async () => {
        const lists = await Promise.all(shown.map((resource) => items(server, namespace, resource)))
        return sceneOf(lists.flat(), hashes, scenario.nodes === true)
      }),
    )
  }
  // What it leaves on the nodes would be in the way of others.
  if (scenario.alone) {
    await ask(server, 'DELETE', `v1/namespaces/${namespace}`)
    await until(server, async () => (await items(server, namespace, 'v1/pods')).length === 0)
  }
  return { name: scenario.name, scenes }
}

/** `Deployment/rolls, surge 25 %` is played in `deployment-rolls-surge-25`. */
export const namespaceOf = ({ name }: Pick<Scenario, 'name'>): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

/** What there is when nothing has changed for a while. */
async function rest(server: Server, see: () => Promise<Scene>): Promise<Scene> {
  let scene = await see()
  let text = JSON.stringify(scene)
  for (let looks = 0, quiet = 0; quiet < QUIET_LOOKS && looks < MOST_LOOKS; looks++) {
    await server.pass(LOOK)
    scene = await see()
    const now = JSON.stringify(scene)
    quiet = now === text ? quiet + 1 : 0
    text = now
  }
  return scene
}

async function until(server: Server, isTrue: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    if (await isTrue()) return
    await server.pass(LOOK)
  }
}

async function items(server: Server, namespace: string, resource: string) {
  const list = (await ask(server, 'GET', at(namespace, resource))) as {
    readonly kind: string
    readonly items?: readonly Manifest[]
  }
  const kind = list.kind.replace(/List$/, '')
  return (list.items ?? []).map((item) => ({
    ...item,
    kind,
    metadata: { ...item.metadata, name: item.metadata.name ?? '' },
  }))
}

async function take(server: Server, namespace: string, step: Step): Promise<void> {
  switch (step.do) {
    case 'create':
      for (const object of step.objects) await ask(server, 'POST', at(namespace, resourceOf(object)), object)
      return
    case 'patch':
      return void (await ask(server, 'PATCH', at(namespace, step.at), step.patch))
    case 'delete':
      return void (await ask(server, 'DELETE', at(namespace, step.at), step.options))
    case 'pods':
      return await eachPod(server, namespace, step, (path) =>
        ask(server, 'PATCH', `${path}/status`, { status: step.status }),
      )
    case 'deletePods':
      return await eachPod(server, namespace, step, (path) => ask(server, 'DELETE', path, undefined))
    case 'wait':
      return await server.pass(step.seconds * 1000)
    case 'minute':
      return await server.pass(MINUTE - (server.now() % MINUTE) + LOOK)
  }
}

async function eachPod(
  server: Server,
  namespace: string,
  { selector, count, ...step }: { readonly selector: string; readonly count: number; readonly status?: object },
  act: (path: string) => Promise<unknown>,
): Promise<void> {
  const pods = await items(server, namespace, `v1/pods?labelSelector=${encodeURIComponent(selector)}`)
  const phaseOf = (pod: object) => ('status' in pod ? (pod.status as { phase?: string }).phase : undefined)
  const wanted = 'status' in step && step.status && 'phase' in step.status ? step.status.phase : undefined
  const ended = (pod: object) =>
    ['Succeeded', 'Failed'].includes(phaseOf(pod) ?? '') || 'deletionTimestamp' in (pod as Manifest).metadata
  const left = pods.filter((pod) => !ended(pod) && (wanted === undefined || phaseOf(pod) !== wanted))
  const order = (pod: Manifest) => `${JSON.stringify(pod.metadata['creationTimestamp'])} ${pod.metadata.name}`
  left.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  for (const pod of left.slice(0, count)) await act(at(namespace, `v1/pods/${pod.metadata.name}`))
}

const PLURALS: { readonly [kind: string]: string } = {
  PriorityClass: 'priorityclasses',
  Ingress: 'ingresses',
  StorageClass: 'storageclasses',
  Endpoints: 'endpoints',
  RuntimeClass: 'runtimeclasses',
}
const resourceOf = ({ apiVersion, kind }: Manifest) => {
  const plural =
    PLURALS[kind] ?? (kind.endsWith('y') ? `${kind.toLowerCase().slice(0, -1)}ies` : `${kind.toLowerCase()}s`)
  return `${apiVersion}/${plural}${CLUSTER_WIDE.has(kind) ? '!' : ''}`
}

/** `apps/v1/deployments/web` in a namespace; of the whole cluster where the resource ends in `!`. */
function at(namespace: string, resource: string): string {
  const [, groupVersion = '', rest = ''] = /^((?:[^/]+\.?[^/]*\/)?v[^/]+)\/(.*)$/.exec(resource) ?? []
  return rest.includes('!')
    ? `${groupVersion}/${rest.replace('!', '')}`
    : `${groupVersion}/namespaces/${namespace}/${rest}`
}

async function ask(server: Server, method: string, path: string, body?: object): Promise<unknown> {
  const root = path.startsWith('v1/') ? 'api' : 'apis'
  const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json'
  const response = await server.fetch(
    new Request(`${server.base}/${root}/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': type } } : {}),
    }),
  )
  const reply: unknown = await response.json()
  if (!response.ok && response.status !== 409 && response.status !== 404)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply).slice(0, 400)}`)
  return reply
}
