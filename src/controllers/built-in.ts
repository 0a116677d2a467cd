import { apiServices } from './apiregistration/api-services.js'
import { autoregistration } from './apiregistration/autoregistration.js'
import { ephemeralVolumes } from './storage/ephemeral-volumes.js'
import { flowControl } from './flowcontrol/flow-control.js'
import { clusterRoleAggregation } from './rbac/cluster-role-aggregation.js'
import { kubernetesServiceKeeper } from './core/kubernetes-service.js'
import { certificateSigning } from './certificates/certificate-signing.js'
import { claimBinding, claimProvisioning, claimResize } from './storage/claims.js'
import { claimProtection } from './storage/claim-protection.js'
import { deployments } from './apps/deployments/deployments.js'
import { daemonSets } from './apps/daemon-sets/daemon-sets.js'
import { scheduler } from './scheduling/scheduler.js'
import { disruptionBudgets } from './policy/disruption-budgets.js'
import { elections } from './coordination/elections.js'
import { eventExpiry } from './core/event-expiry.js'
import { garbageCollection } from './garbage-collection/garbage-collection.js'
import { cronJobs } from './batch/cron-jobs/cron-jobs.js'
import { horizontalPodAutoscaling } from './autoscaling/horizontal-pod-autoscaling.js'
import { jobs } from './batch/jobs/jobs.js'
import { namespaceEnd } from './core/namespace-end.js'
import { endpointSliceMirroring } from './discovery/endpoint-slice-mirroring.js'
import { endpointSlices, serviceEndpoints } from './discovery/endpoint-slices.js'
import { nodeAgents } from './agents/node-agents.js'
import { metricsServer } from './metrics/metrics-server.js'
import { nodeTtl } from './core/node-ttl.js'
import { nodeLifecycle } from './core/node-lifecycle.js'
import { podGarbageCollection } from './core/pod-garbage-collection.js'
import { deviceTaintEviction } from './resource/device-taint-eviction.js'
import { resourceClaims } from './resource/resource-claims.js'
import { replicaSets, replicationControllers } from './apps/replica-sets/replica-sets.js'
import { quotaResync } from './core/quota-resync.js'
import { resourceQuotas } from './core/resource-quotas.js'
import { rootCertificates, serviceAccounts } from './core/kept-in-namespaces.js'
import { serviceAccountTokens } from './core/service-account-tokens.js'
import { storageVersionMigrator } from './storagemigration/storage-version-migration.js'
import { statefulSets } from './apps/stateful-sets/stateful-sets.js'
import { ipAddresses } from './networking/ip-addresses.js'
import { serviceCidrs } from './networking/service-cidrs.js'
import { taintEviction } from './core/taint-eviction.js'
import { policyStatus } from './admissionregistration/policy-status.js'
import type { Controller } from './runtime/types.js'
import { ttlAfterFinished } from './batch/ttl-after-finished.js'
import { attributesClassProtection, volumeProtection } from './storage/volume-protection.js'
import { goQuote } from '../base/go/printable.js'
import { failProblems } from '../base/check/arguments.js'
import { type Shape, must } from '../base/check/shape.js'
import { listOf } from '../base/check/shapes.js'
import { controllerShape } from './runtime/controller-shape.js'
import { nearest } from '../base/text/nearest.js'

/** The built-in controllers, in the order in which they are told of changes. */
export const defaultControllers: readonly Controller[] = [
  namespaceEnd,
  garbageCollection,
  // Quota usage is updated before other controllers create objects.
  resourceQuotas,
  // It sees an orphaned pod before a controller adopts it.
  disruptionBudgets,
  // A pod is scheduled before its owner is reconciled again.
  ephemeralVolumes,
  resourceClaims,
  claimBinding,
  scheduler,
  // Controllers that count pods come before those that act on the counts.
  replicaSets,
  replicationControllers,
  deployments,
  claimProvisioning,
  claimResize,
  serviceAccounts,
  serviceAccountTokens,
  rootCertificates,
  quotaResync,
  jobs,
  cronJobs,
  ttlAfterFinished,
  horizontalPodAutoscaling,
  certificateSigning,
  statefulSets,
  daemonSets,
  // It lists the pods before it releases a claim, so it comes after the controllers that see that a pod is gone.
  claimProtection,
  volumeProtection,
  attributesClassProtection,
  storageVersionMigrator,
  serviceCidrs,
  ipAddresses,
  nodeAgents,
  metricsServer,
  nodeLifecycle,
  nodeTtl,
  taintEviction,
  deviceTaintEviction,
  podGarbageCollection,
  elections,
  apiServices,
  autoregistration,
  flowControl,
  policyStatus,
  clusterRoleAggregation,
  serviceEndpoints,
  endpointSlices,
  endpointSliceMirroring,
  kubernetesServiceKeeper,
  eventExpiry,
]

/**
 * Those of them that kube-apiserver itself runs; without the others nothing acts as kube-controller-manager,
 * kube-scheduler or kubelets do.
 */
const serverControllers: readonly Controller[] = [
  ipAddresses,
  elections,
  apiServices,
  autoregistration,
  flowControl,
  kubernetesServiceKeeper,
  eventExpiry,
]

/**
 * Which controllers run: all built-in ones, none, those that run within a kube-apiserver, or a list of names and custom
 * controllers; `default` and `kube-apiserver` in a list stand for their controllers.
 */
export type ControllerChoice = Word | readonly (string | Controller)[]

/** What the words for several controllers stand for. */
const WORDS = { none: [], default: defaultControllers, 'kube-apiserver': serverControllers } as const
type Word = keyof typeof WORDS

/**
 * Returns the chosen controllers.
 *
 * @throws TypeError if a name is unknown
 */
export function chooseControllers(choice: ControllerChoice = 'default'): readonly Controller[] {
  failProblems('createCluster', choiceShape.check(choice, ['controllers']))
  const wanted = typeof choice === 'string' ? [choice] : choice
  return wanted.flatMap((each) => (typeof each === 'string' ? named(each) : [each]))
}

/** An item of the list: a name, or a custom controller. */
const chosen: Shape = {
  check(value, path) {
    if (typeof value !== 'string') return controllerShape.check(value, path)
    const problem = controllerProblem(value)
    return problem === undefined ? [] : [{ path, text: problem }]
  },
  schema: {},
}
const choiceShape: Shape = {
  check: (value, path) =>
    typeof value === 'string'
      ? chosen.check(value, path)
      : Array.isArray(value)
        ? listOf(chosen).check(value, path)
        : must(path, '"none", "default", "kube-apiserver", or a list of names and controllers', value),
  schema: {},
}

/** Returns whether a controller is built in. */
export const isBuiltIn = (controller: Controller): boolean => builtIn.has(controller)

const builtIn = new Set(defaultControllers)

/**
 * The objects that a controller works for: their kind, the table that they are in, and the kind whose changes give it
 * nothing to do without them (default: all others).
 */
type Purpose = { readonly kind: string; readonly table: string; readonly only?: string }

// The Service that is there from the start selects no pods.
const SERVICES: Purpose = { kind: 'Service', table: '/services', only: 'Pod' }

const purposes: ReadonlyMap<Controller, Purpose> = new Map([
  [resourceQuotas, { kind: 'ResourceQuota', table: '/resourcequotas' }],
  [disruptionBudgets, { kind: 'PodDisruptionBudget', table: 'policy/poddisruptionbudgets' }],
  [replicaSets, { kind: 'ReplicaSet', table: 'apps/replicasets' }],
  [replicationControllers, { kind: 'ReplicationController', table: '/replicationcontrollers' }],
  [deployments, { kind: 'Deployment', table: 'apps/deployments' }],
  [statefulSets, { kind: 'StatefulSet', table: 'apps/statefulsets' }],
  [daemonSets, { kind: 'DaemonSet', table: 'apps/daemonsets' }],
  [endpointSlices, SERVICES],
  [serviceEndpoints, SERVICES],
])

/** Returns what a controller works for, if changes of other kinds give it nothing to do without such objects. */
export const purposeOf = (controller: Controller): Purpose | undefined => purposes.get(controller)

const isWord = (name: string): name is Word => Object.hasOwn(WORDS, name)

const named = (name: string): readonly Controller[] =>
  isWord(name) ? WORDS[name] : defaultControllers.filter((controller) => controller.name === name)

/** Returns what is wrong with the name of a controller; undefined if it is known. */
export function controllerProblem(name: string): string | undefined {
  const names = [...Object.keys(WORDS), ...defaultControllers.map((controller) => controller.name)]
  if (names.includes(name)) return undefined
  const near = nearest(name, names)
  return `there is no controller ${goQuote(name)}${near ? `; did you mean ${goQuote(near)}?` : `; there are ${names.join(', ')}`}`
}
