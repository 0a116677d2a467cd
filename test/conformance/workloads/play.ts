import type { Server } from '../../../tools/record/play.js'
import { CLUSTER_WIDE, ask, items, resourceOf, take } from './requests.js'
import type { Played, Scenario, Scene } from './scenario.js'
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

function shownOf({ steps, also = [] }: Scenario, namespace: string): readonly string[] {
  const made = steps.flatMap((step) => (step.do === 'create' ? step.objects : []))
  const others = also.map((one) => (one === 'self' ? `v1/namespaces!?fieldSelector=metadata.name=${namespace}` : one))
  return [...new Set(['v1/pods', 'v1/events', ...made.flatMap(({ kind }) => SHOWN[kind] ?? []), ...others])]
}

/** How long nothing may change before everything is taken to be at rest, and how long that may take, in looks. */
const LOOK = 1000
const QUIET_LOOKS = 4
const MOST_LOOKS = 60

/** Plays a scenario to a server in a namespace of its own; what there was after each step. */
export async function play(server: Server, scenario: Scenario): Promise<Played> {
  const namespace = namespaceOf(scenario)
  const hashes: Hashes = new Map()
  const shown = shownOf(scenario, namespace)
  await ask(server, 'POST', 'v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  await until(server, async () => (await items(server, namespace, 'v1/serviceaccounts')).length > 0)
  const scenes: Scene[] = []
  for (const step of scenario.steps) {
    await take({ server, namespace, byState: scenario.byState === true }, step)
    scenes.push(
      await rest(server, scenario.quiet ?? QUIET_LOOKS, async () => {
        const lists = await Promise.all(shown.map((resource) => items(server, namespace, resource)))
        return sceneOf(lists.flat(), hashes, scenario.nodes === true)
      }),
    )
  }
  await tidy(server, scenario)
  // What it leaves on the nodes would be in the way of others.
  if (scenario.alone) {
    await ask(server, 'DELETE', `v1/namespaces/${namespace}`)
    await until(server, async () => (await items(server, namespace, 'v1/pods')).length === 0)
  }
  return { name: scenario.name, scenes }
}

/** Takes away what a scenario made beside its namespace. */
async function tidy(server: Server, { steps }: Scenario): Promise<void> {
  const made = steps.flatMap((step) => (step.do === 'create' ? step.objects : []))
  for (const object of made.filter(({ kind }) => CLUSTER_WIDE.has(kind)))
    await ask(server, 'DELETE', `${resourceOf(object).replace('!', '')}/${object.metadata.name ?? ''}`)
}

/** `Deployment/rolls, surge 25 %` is played in `deployment-rolls-surge-25`. */
export const namespaceOf = ({ name }: Pick<Scenario, 'name'>): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

/** What there is when nothing has changed for a while. */
async function rest(server: Server, quietLooks: number, see: () => Promise<Scene>): Promise<Scene> {
  let scene = await see()
  let text = JSON.stringify(scene)
  // However long a server takes to answer, looks are as far apart.
  let due = server.now()
  for (let looks = 0, quiet = 0; quiet < quietLooks && looks < MOST_LOOKS; looks++) {
    due += LOOK
    await server.pass(Math.max(0, due - server.now()))
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
