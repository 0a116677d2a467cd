import type { DaemonSet } from '../../controllers/apps/daemon-sets/daemon-set.js'
import { daemonPod, onNode } from '../../controllers/apps/daemon-sets/daemon-pod.js'
import { templatePatch } from '../../controllers/history/template-patch.js'
import { controllerRef } from '../../controllers/pods/owner.js'
import { templateHash } from '../../controllers/pods/template-hash.js'
import { mustHave } from '../../base/must-have.js'
import type { Draft, PopulateContext } from './populate-context.js'
import type { HomeNode } from './nodes.js'
import { storePods } from './pods.js'
import { resourcesOf } from './templates.js'
import { DAEMONS } from './words.js'

const NAMESPACE = 'kube-system'
const DAY = 86_400_000
const MANAGER = 'kube-controller-manager'
const ASKS = { cpu: 25, memory: 32 }

/** Stores a number of DaemonSets, each with a pod on every node. */
export function makeDaemonSets(making: PopulateContext, nodes: readonly HomeNode[], count: number): void {
  for (const daemon of DAEMONS.slice(0, count)) makeDaemonSet(making, nodes, daemon)
}

type Daemon = (typeof DAEMONS)[number]

function makeDaemonSet(making: PopulateContext, nodes: readonly HomeNode[], daemon: Daemon): void {
  const { store, chance, now } = making
  const { name } = daemon
  const at = now - chance.whole(41 * DAY, 42 * DAY)
  const labels = labelsOf(name)
  store(
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: NAMESPACE, labels } },
    { by: 'helm', at },
  )
  const set = store(
    { ...setOf(daemon), status: countsOf(nodes.length) },
    { by: 'helm', at, status: { by: MANAGER, at: now - DAY } },
  ) as DaemonSet // by its kind
  const hash = templateHash(set.spec?.template, making.context.registry.profile.version)
  const annotations = set.metadata.annotations
  const revision = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      namespace: NAMESPACE,
      ownerReferences: [controllerRef(set)],
      name: `${name}-${hash}`,
      labels: { ...set.spec?.template.metadata?.labels, 'controller-revision-hash': hash },
      ...(annotations ? { annotations } : {}),
    },
    data: templatePatch(set),
    revision: 1,
  }
  store(revision, { by: MANAGER, at })
  storeDaemons(making, set, hash, nodes)
}

const labelsOf = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/managed-by': 'Helm',
  'app.kubernetes.io/component': 'node-agent',
})

function setOf({ name, image, container }: Daemon): Draft {
  const matchLabels = { 'app.kubernetes.io/name': name }
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {
      name,
      namespace: NAMESPACE,
      labels: labelsOf(name),
      generation: 1,
      annotations: { 'deprecated.daemonset.template.generation': '1' },
    },
    spec: {
      selector: { matchLabels },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%', maxSurge: 0 } },
      template: {
        metadata: { labels: { ...matchLabels, 'app.kubernetes.io/component': 'node-agent' } },
        spec: {
          hostNetwork: true,
          serviceAccountName: name,
          priorityClassName: 'system-node-critical',
          tolerations: [{ operator: 'Exists' }],
          containers: [{ name: container, image, resources: resourcesOf(ASKS) }],
        },
      },
    },
  }
}

const countsOf = (nodes: number) => ({
  observedGeneration: 1,
  currentNumberScheduled: nodes,
  desiredNumberScheduled: nodes,
  numberMisscheduled: 0,
  numberReady: nodes,
  updatedNumberScheduled: nodes,
  numberAvailable: nodes,
})

/** Stores the pods of a DaemonSet. Most are as old as their node; a few were replaced later. */
function storeDaemons(making: PopulateContext, set: DaemonSet, hash: string, nodes: readonly HomeNode[]): void {
  const { now } = making
  const { spec, ...draft } = daemonPod(set, '', hash)
  const { affinity: _, ...common } = mustHave(spec, 'the spec of a pod')
  const affinity = set.spec?.template.spec?.affinity
  // The draft contains no Dates.
  const pod = { apiVersion: 'v1', kind: 'Pod', ...draft, spec: { ...common, priority: 2_000_001_000 } } as Draft
  const slots = nodes.map((node, i) => {
    const since = Date.parse(String(node.object.metadata.creationTimestamp))
    // Nodes were added in groups.
    const at = i % 20 === 19 ? now - DAY : Math.max(since, now - 40 * DAY + Math.floor(i / 40) * 3600_000)
    return {
      node,
      at: Math.min(now - 60_000, Math.floor(at / 3600_000) * 3600_000),
      health: { type: 'running', restarts: 0 } as const,
      spec: { affinity: onNode(affinity, node.name) },
    }
  })
  storePods(making, pod, slots)
}
