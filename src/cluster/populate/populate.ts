import { FIXTURES } from '../../model/call/cause.js'
import type { RestContext } from '../../rest/context.js'
import { createChance } from './chance.js'
import { type Draft, type PopulateContext, createMaking } from './populate-context.js'
import type { Sizes } from './options.js'
import type { ContainerScript } from '../../rest/containers/types.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { mustHave } from '../../base/must-have.js'
import { objectsOf } from '../../store/page.js'
import type { Transaction } from '../../store/transaction.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import { makeCronJob } from './cron-jobs.js'
import { makeDaemonSets } from './daemon-sets.js'
import { type Deployed, type Fate, makeDeployment } from './deployments.js'
import { type Home, makeNamespaces } from './namespaces.js'
import { type HomeNode, makeNodes } from './nodes.js'
import { createPlacing } from './placing.js'
import { type Serving, createServing, storeSettings } from './services.js'
import { shareOut } from './shares.js'
import { makeStatefulSet, storeApp, storeStorageClass } from './stateful-sets.js'
import { type App, labelsOf, selectorOf } from './templates.js'
import { COMPONENTS, CHORES } from './words.js'
import { resourceListOf } from '../../base/numbers/quantities.js'
import { formatTime } from '../../base/time/time.js'
import type { ResourceQuota } from '../../kinds/core/resource-quota.js'
import { evaluatorsOf, recount } from '../../kinds/quota/recount.js'
import { withDisruptionAllowed } from '../../model/registry/status-condition.js'
import { contentHash } from '../../base/bytes/hash.js'

/** A world that is stored, and the seed that decided it. */
type StoredWorld = Inhabited & { readonly seed: number }

/**
 * Stores a world of the given sizes in one transaction, like fixtures: each object is validated, and its given state is
 * kept. Without a seed the cluster's random generator gives one.
 *
 * @throws TypeError if the pods do not fit, LibraryNotLoaded; then nothing has changed, random numbers included
 */
export function storeWorld(context: RestContext, sizes: Sizes, given?: number): StoredWorld {
  const { env, store } = context
  return env.attempt(() => {
    const seed = given ?? Math.floor(env.random() * 2 ** 31)
    return store.transact((transaction) => {
      const making = createMaking(context, transaction, { chance: createChance(seed), sizes })
      return { ...makeWorld(making, transaction), seed }
    }, FIXTURES)
  })
}

/** The objects of a world that churn changes. */
type Inhabited = {
  readonly nodes: readonly string[]
  readonly deployments: readonly { readonly namespace: string; readonly name: string }[]
  /** What its containers do. */
  readonly scripts: readonly ContainerScript[]
}

/** Stores a world: nodes, namespaces, workloads, and their Events. */
function makeWorld(making: PopulateContext, transaction: Transaction<KubeObject>): Inhabited {
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
  const message = unschedulableText(nodes, making.context.registry.profile.version)
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
function unschedulableText(nodes: readonly HomeNode[], version: KubernetesVersion): string {
  const count = (of: (node: HomeNode) => boolean, text: string) => {
    const found = nodes.filter(of).length
    return found > 0 ? [`${found} ${text}`] : []
  }
  const reasons = [
    ...count(
      ({ isControlPlane }) => isControlPlane,
      `node(s) had untolerated taint${atLeast(version, '1.34') ? '(s)' : ' {node-role.kubernetes.io/control-plane: }'}`,
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

const MANAGER = 'kube-controller-manager'

/** Stores the PodDisruptionBudget of a Deployment: one pod may be unavailable. */
function storeBudget({ store, now }: PopulateContext, { app, pods, fate }: Deployed): void {
  if (pods.length < 2 || fate !== 'fine') return
  const at = app.home.at + 120_000
  const counts = {
    observedGeneration: 1,
    disruptionsAllowed: 1,
    currentHealthy: pods.length,
    desiredHealthy: pods.length - 1,
    expectedPods: pods.length,
  }
  store(
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: app.name, namespace: app.home.namespace, labels: labelsOf(app), generation: 1 },
      spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(app) } },
      status: withDisruptionAllowed(counts, 1, formatTime(at)),
    },
    { by: 'helm', at, status: { by: MANAGER, at: now - 3_600_000 } },
  )
}

/** Stores the ResourceQuota of a namespace; about half of it is used. */
function storeQuota(
  making: PopulateContext,
  { namespace, at }: Home,
  objects: (resource: string) => Iterable<KubeObject>,
): void {
  const { context, now, store } = making
  const spec = { hard: limitsFor(0) }
  const quota: Draft = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'team', namespace }, spec }
  const limits = quota as ResourceQuota // by its kind
  const used = resourceListOf(
    recount(limits, evaluatorsOf(limits), ({ group, resource }) => (group === '' ? objects(resource) : undefined), {
      now,
      featureGates: context.featureGates,
    }),
  )
  const hard = limitsFor(Number(used['pods']))
  store({ ...quota, spec: { hard }, status: { hard, used } }, { by: 'terraform', at, status: { by: MANAGER, at: now } })
}

/** Returns the limits of a namespace with a number of pods: room for as many again. */
function limitsFor(pods: number) {
  const most = Math.max(100, Math.ceil(pods / 50) * 100)
  return {
    'count/configmaps': '500',
    pods: String(most),
    'requests.cpu': String(most),
    'requests.memory': `${most * 2}Gi`,
    services: '200',
  }
}

/** An Event about an object that was repeated until now. */
type Said = {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly component: string
  readonly fieldPath?: string
  readonly count: number
  /** How long ago it first and last occurred, in milliseconds. */
  readonly first: number
  readonly last: number
}

const MINUTE = 60_000
const LONGEST = 55 * MINUTE

/** Stores the Events of the last hour about the pods of a Deployment: failures, and a few past problems. */
function storeEvents(making: PopulateContext, { pods, fate }: Deployed): void {
  for (const pod of pods) for (const said of remarksOn(making, pod, fate)) storeEvent(making, pod, said)
}

type Spec = {
  readonly nodeName?: string
  readonly containers?: readonly { readonly name: string; readonly image: string }[]
}
type Status = {
  readonly phase?: string
  readonly conditions?: readonly { readonly type: string; readonly message?: string }[]
  readonly containerStatuses?: readonly { readonly ready: boolean; readonly restartCount: number }[]
}

function remarksOn({ chance }: PopulateContext, pod: KubeObject, fate: Fate): readonly Said[] {
  const { containers: [container] = [] } = pod['spec'] as Spec // of a pod
  const { conditions = [], containerStatuses: [told] = [] } = pod['status'] as Status // of a pod
  if (!container) return []
  const fieldPath = `spec.containers{${container.name}}`
  const last = chance.whole(0, 5 * MINUTE)
  const kubelet = { component: 'kubelet', fieldPath, last, first: LONGEST }
  if (fate === 'unschedulable') {
    const message = conditions.find(({ type }) => type === 'PodScheduled')?.message ?? ''
    return [
      {
        type: 'Warning',
        reason: 'FailedScheduling',
        message,
        component: 'default-scheduler',
        count: chance.whole(8, 11),
        first: LONGEST,
        last,
      },
    ]
  }
  if (told && !told.ready && fate === 'stuck')
    return [
      {
        ...kubelet,
        type: 'Normal',
        reason: 'BackOff',
        message: `Back-off pulling image "${container.image}"`,
        count: chance.whole(100, 240),
      },
      {
        ...kubelet,
        type: 'Warning',
        reason: 'Failed',
        message: 'Error: ImagePullBackOff',
        count: chance.whole(100, 240),
      },
    ]
  if (told && !told.ready) {
    const name = `${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})`
    const message = `Back-off restarting failed container ${container.name} in pod ${name}`
    return [{ ...kubelet, type: 'Warning', reason: 'BackOff', message, count: chance.whole(100, 240) }]
  }
  if (!chance.percent(1)) return []
  const message = 'Readiness probe failed: HTTP probe failed with statuscode: 503'
  return [{ ...kubelet, type: 'Warning', reason: 'Unhealthy', message, count: chance.whole(1, 12) }]
}

function storeEvent({ storeLike, chance, now }: PopulateContext, about: KubeObject, said: Said): void {
  const { apiVersion, kind, metadata } = about
  const { namespace = '', uid } = metadata
  const name = storedName(about)
  const { type, reason, message, component, fieldPath, count, first, last } = said
  const { nodeName } = about['spec'] as Spec // of a pod
  const host = component === 'kubelet' ? nodeName : undefined
  const [firstTimestamp, lastTimestamp] = [first, last].map((ago) => formatTime(now - ago))
  storeLike({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${name}.${contentHash(`${uid} ${reason} ${message}`).slice(0, 16).toLowerCase()}`,
      namespace,
      uid: chance.uuid(),
      ...(firstTimestamp ? { creationTimestamp: firstTimestamp } : {}),
    },
    involvedObject: { apiVersion, kind, name, namespace, uid, ...(fieldPath ? { fieldPath } : {}) },
    reason,
    message,
    source: { component, ...(host ? { host } : {}) },
    firstTimestamp,
    lastTimestamp,
    count,
    type,
    reportingComponent: component,
    ...(host ? { reportingInstance: host } : {}),
  })
}

/** The images of the failures of a world, until another version is rolled out. */
type BrokenImages = {
  /** Those whose containers crash. */
  readonly crashing: readonly string[]
  /** Those that do not exist. */
  readonly missing: readonly string[]
}

const USAGE = { cpu: '15%..70%', memory: '40%..90%' }

/** What a shell answers in every container. */
const SHELL = {
  ls: 'app\nbin\netc\nhome\nlib\nproc\ntmp\nusr\nvar\n',
  'ls *': 'app\nbin\netc\nhome\nlib\nproc\ntmp\nusr\nvar\n',
  whoami: 'app\n',
  id: 'uid=1000(app) gid=1000(app) groups=1000(app)\n',
  pwd: '/app\n',
  'uname -a': 'Linux 6.8.0-31-generic x86_64 GNU/Linux\n',
  'cat /etc/os-release':
    'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
  'ps*': 'PID   USER     TIME  COMMAND\n    1 app       0:07 /app/server\n   27 app       0:00 ps\n',
}

const listening = 'level=info msg="listening" addr=:8080'
const request = (path: string, every: string) => ({
  text: `level=info msg="request" method=GET path=${path} status=200`,
  every,
})

const images = (names: readonly { readonly name: string }[]) =>
  names.map(({ name }) => `registry.example.com/*/${name}:*`)

const WORKLOADS: readonly ContainerScript[] = [
  {
    image: images(COMPONENTS.filter(({ isAsked }) => isAsked)),
    logs: [listening, request('/healthz', '20s'), request('/api/v1/items', '7s..30s')],
  },
  {
    image: images(COMPONENTS.filter(({ isAsked }) => !isAsked)),
    logs: [
      'level=info msg="started"',
      { text: 'level=info msg="handled a batch" items=20', after: '5s', every: '15s..60s' },
    ],
  },
  {
    image: 'registry.example.com/base/postgres:*',
    logs: [
      'LOG:  database system is ready to accept connections',
      { text: 'LOG:  checkpoint complete: wrote 42 buffers (0.3%)', after: '5m', every: '5m' },
    ],
    exec: {
      ...SHELL,
      'psql *': ' ?column? \n----------\n        1\n(1 row)\n\n',
      'pg_isready*': '/tmp:5432 - accepting connections\n',
    },
  },
  {
    image: 'registry.example.com/base/redis:*',
    logs: [
      '* Ready to accept connections tcp',
      { text: '* Background saving terminated with success', after: '1m', every: '5m' },
    ],
    exec: { ...SHELL, 'redis-cli ping': 'PONG\n', 'redis-cli*': 'OK\n' },
  },
  {
    image: 'registry.example.com/base/kafka:*',
    logs: ['INFO Kafka Server started', { text: 'INFO Rolled new log segment', after: '1m', every: '10m' }],
  },
  {
    image: [
      'registry.example.com/base/fluent-bit:*',
      'registry.example.com/base/node-exporter:*',
      'registry.k8s.io/kube-proxy:*',
    ],
    logs: ['level=info msg="started"', { text: 'level=info msg="synced"', after: '30s', every: '1m' }],
  },
  { image: images(CHORES), logs: ['level=info msg="started"', { text: 'level=info msg="done"', after: '500ms' }] },
  { image: ['registry.example.com/*', 'registry.k8s.io/kube-proxy:*'], exec: SHELL, usage: USAGE },
]

const CRASHING_SCRIPT: ContainerScript = {
  crash: { every: '4s' },
  logs: [
    'level=info msg="starting"',
    { text: 'level=error msg="cannot load configuration" error="missing key DATABASE_URL"', after: '3s' },
    { text: 'panic: missing key DATABASE_URL', after: '3500ms' },
  ],
}
const MISSING: ContainerScript = { pull: 'ErrImagePull' }

/**
 * Returns what the containers of a world do: they log, answer commands, and use a part of what they request. Broken
 * images fail in every new container.
 */
export const scriptsOfWorld = ({ crashing, missing }: BrokenImages): readonly ContainerScript[] => [
  ...(missing.length > 0 ? [{ ...MISSING, image: missing }] : []),
  ...(crashing.length > 0 ? [{ ...CRASHING_SCRIPT, image: crashing }] : []),
  ...WORKLOADS,
]
