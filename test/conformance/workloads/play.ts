import type { Server } from '../../../tools/record/play.js'
import { CLUSTER_WIDE, ask, items, resourceOf, take } from './requests.js'
import type { Played, Scenario, Scene } from './scenario.js'
import { type Hashes, sceneOf } from './scene.js'

/**
 * The resources that are read when a scenario creates objects of a kind: their own, and those that controllers create
 * for them.
 */
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

/**
 * The interval between looks in milliseconds, the looks without a change after which a scenario is settled, and the
 * most looks.
 */
const LOOK = 1000
const QUIET_LOOKS = 4
const MOST_LOOKS = 60

/** Plays a scenario to a server in a namespace of its own, and returns the scene after each step. */
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
  // Pods that it leaves on the nodes would affect other scenarios.
  if (scenario.alone) {
    await ask(server, 'DELETE', `v1/namespaces/${namespace}`)
    await until(server, async () => (await items(server, namespace, 'v1/pods')).length === 0)
  }
  return { name: scenario.name, scenes }
}

/** Deletes the cluster-scoped objects of a scenario. */
async function tidy(server: Server, { steps }: Scenario): Promise<void> {
  const made = steps.flatMap((step) => (step.do === 'create' ? step.objects : []))
  for (const object of made.filter(({ kind }) => CLUSTER_WIDE.has(kind)))
    await ask(server, 'DELETE', `${resourceOf(object).replace('!', '')}/${object.metadata.name ?? ''}`)
}

/** Returns the namespace of a scenario: `deployment-rolls-surge-25` for `Deployment/rolls, surge 25 %`. */
export const namespaceOf = ({ name }: Pick<Scenario, 'name'>): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

/** Waits until nothing has changed for a while, and returns the scene. */
async function rest(server: Server, quietLooks: number, see: () => Promise<Scene>): Promise<Scene> {
  let scene = await see()
  let text = JSON.stringify(scene)
  // Looks are equally spaced, however long a server takes to reply.
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
