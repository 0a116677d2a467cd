import type { ContainerScript } from '../../rest/containers/types.js'
import { mustHave } from '../../base/must-have.js'
import { objectsOf } from '../../store/page.js'
import type { Transaction } from '../../store/transaction.js'
import type { KubeObject } from '../../schema/object.js'
import { makeCronJob } from './cron-jobs.js'
import { makeDaemonSets } from './daemon-sets.js'
import { type Deployed, type Fate, makeDeployment } from './deployments.js'
import { storeEvents } from './events.js'
import { storeBudget, storeQuota } from './limits.js'
import type { PopulateContext } from './populate-context.js'
import { type Home, makeNamespaces } from './namespaces.js'
import { type HomeNode, makeNodes } from './nodes.js'
import { createPlacing } from './placing.js'
import { type Serving, createServing, storeSettings } from './services.js'
import { scriptsOfWorld } from './scripts.js'
import { shareOut } from './shares.js'
import { makeStatefulSet, storeApp, storeStorageClass } from './stateful-sets.js'
import type { App } from './templates.js'
import { COMPONENTS } from './words.js'

/** The objects of a world that churn changes. */
export type Inhabited = {
  readonly nodes: readonly string[]
  readonly deployments: readonly { readonly namespace: string; readonly name: string }[]
  /** What its containers do. */
  readonly scripts: readonly ContainerScript[]
}

/** Stores a world: nodes, namespaces, workloads, and their Events. */
export function makeWorld(making: PopulateContext, transaction: Transaction<KubeObject>): Inhabited {
  const nodes = makeNodes(making)
  const homes = makeNamespaces(making)
  const shares = shareOut(making)
  makeDaemonSets(making, nodes, shares.daemonSets)
  const placing = createPlacing(making, nodes)
  const serving = createServing(making, nodes)
  if (shares.statefulSets > 0) storeStorageClass(making)
  for (let i = 0; i < shares.statefulSets; i++) {
    const app = storeApp(making, homeAt(homes, i), Math.floor(i / homes.length))
    storeSettings(making, app)
    serving.serve(app, makeStatefulSet(making, placing, app), { isHeadless: true })
  }
  for (let i = 0; i < shares.cronJobs; i++)
    makeCronJob(making, placing, homeAt(homes, i * 3), Math.floor((i * 3) / homes.length))
  const fates = fatesOf(making, shares.deployments)
  const message = unschedulableText(nodes)
  const apps = shares.deployments.map((_, i) => appOf(making, homes, i))
  for (const [i, pods] of shares.deployments.entries()) {
    const app = mustHave(apps[i], 'an application')
    const rollout = { app, pods, fate: fates[i] ?? 'fine', unschedulable: message }
    finish(making, serving, makeDeployment(making, placing, rollout))
  }
  for (const home of homes.filter((_, i) => i % 2 === 0))
    storeQuota(making, home, (resource) => objectsOf(transaction.table(`/${resource}`), `${home.namespace}/`))
  return {
    nodes: nodes.map(({ name }) => name),
    deployments: apps.map(({ home, name }) => ({ namespace: home.namespace, name })),
    scripts: scriptsOfWorld({ crashing: imagesOf(apps, fates, 'crashing'), missing: imagesOf(apps, fates, 'stuck') }),
  }
}

const imagesOf = (apps: readonly App[], fates: readonly Fate[], wanted: Fate) =>
  apps.flatMap(({ image, version }, i) => (fates[i] === wanted ? [`${image}:${version}`] : []))

const homeAt = (homes: readonly Home[], place: number): Home => mustHave(homes[place % homes.length], 'a namespace')

function appOf({ chance }: PopulateContext, homes: readonly Home[], place: number): App {
  const home = homeAt(homes, place)
  const turn = Math.floor(place / homes.length)
  const { name: component, isAsked } = mustHave(COMPONENTS[turn % COMPONENTS.length], 'a component')
  const more = Math.floor(turn / COMPONENTS.length)
  return {
    home,
    component,
    name: `${home.team}-${component}${more > 0 ? `-${more + 1}` : ''}`,
    image: `registry.example.com/${home.team}/${component}`,
    version: `${chance.whole(1, 4)}.${chance.whole(0, 30)}.${chance.whole(4, 20)}`,
    port: isAsked ? 8080 : undefined,
  }
}

/**
 * One Deployment in so many has crashing pods, one in so many is stuck; and so many of the smallest wait for nodes that
 * do not exist.
 */
const CRASHING = 12
const STUCK = 30
const WAITING = 100

/** Decides which Deployments have failures. */
function fatesOf({ chance }: PopulateContext, pods: readonly number[]): readonly Fate[] {
  const waiting = pods.length > 2 ? Math.ceil(pods.length / WAITING) : 0
  const fine = pods.length - waiting
  // In a small world too there is one of each.
  const crashing = chance.whole(0, Math.min(CRASHING, fine) - 1)
  const first = chance.whole(0, Math.min(STUCK, fine) - 1)
  const stuck = first === crashing ? (first + 1) % Math.min(STUCK, Math.max(2, fine)) : first
  return pods.map((count, i): Fate => {
    if (i >= fine) return count > 0 ? 'unschedulable' : 'fine'
    if (count >= 2 && i % STUCK === stuck) return 'stuck'
    return count > 0 && i % CRASHING === crashing ? 'crashing' : 'fine'
  })
}

/** Returns the scheduler's message about a pod that selects a label no node has. */
function unschedulableText(nodes: readonly HomeNode[]): string {
  const count = (of: (node: HomeNode) => boolean, text: string) => {
    const found = nodes.filter(of).length
    return found > 0 ? [`${found} ${text}`] : []
  }
  const reasons = [
    ...count(
      ({ isControlPlane }) => isControlPlane,
      'node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }',
    ),
    ...count(({ isCordoned }) => isCordoned, 'node(s) were unschedulable'),
    ...count(
      ({ isControlPlane, isCordoned }) => !isControlPlane && !isCordoned,
      "node(s) didn't match Pod's node affinity/selector",
    ),
  ]
  const total = nodes.length
  return `0/${total} nodes are available: ${reasons.sort().join(', ')}. preemption: 0/${total} nodes are available: ${total} Preemption is not helpful for scheduling.`
}

function finish(making: PopulateContext, serving: Serving, deployed: Deployed): void {
  const { app, pods } = deployed
  storeSettings(making, app)
  serving.serve(app, pods)
  if (making.chance.percent(25)) storeBudget(making, deployed)
  storeEvents(making, deployed)
}
