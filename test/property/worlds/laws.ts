import type { Cluster } from '../../../src/cluster/types.js'
import type { KubeObject } from '../../../src/schema/object.js'

type Pod = Awaited<ReturnType<typeof pods>>[number]
const pods = async (cluster: Cluster) => (await cluster.list('Pod', { namespace: 'default' })).items
/** Tells whether a pod is Ready and not being deleted. */
export const isReady = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  (status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')
const isOver = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'
const ownedBy = <T extends Pick<KubeObject, 'metadata'>>(
  items: readonly T[],
  owner: Pick<KubeObject, 'metadata'>,
): readonly T[] =>
  items.filter(({ metadata }) =>
    (metadata.ownerReferences ?? []).some(({ uid, controller }) => controller && uid === owner.metadata.uid),
  )
const count = (found: Record<string, number | undefined>): string =>
  Object.entries(found)
    .map(([name, value]) => `${name} ${value ?? 0}`)
    .join(', ')

/** Describes all violations of what holds for a healthy cluster that has come to rest. */
export async function faultsAtRest(cluster: Cluster): Promise<readonly string[]> {
  const parts = [
    deploymentFaults,
    replicaSetFaults,
    statefulSetFaults,
    daemonSetFaults,
    jobFaults,
    podFaults,
    sliceFaults,
    ownerFaults,
  ]
  return (await Promise.all(parts.map(async (part) => part(cluster)))).flat()
}

async function deploymentFaults(cluster: Cluster): Promise<readonly string[]> {
  const sets = (await cluster.list('ReplicaSet')).items
  return (await cluster.list('Deployment')).items.flatMap((deployment) => {
    const { metadata, spec, status } = deployment
    const asked = spec?.replicas ?? 1
    const own = ownedBy(sets, deployment)
    const live = own.filter((set) => (set.spec?.replicas ?? 1) > 0)
    const image = spec?.template.spec?.containers[0]?.image
    const found = {
      all: status?.replicas,
      updated: status?.updatedReplicas,
      ready: status?.readyReplicas,
      available: status?.availableReplicas,
    }
    return [
      ...(count(found) === count({ all: asked, updated: asked, ready: asked, available: asked })
        ? []
        : [`Deployment ${metadata.name} wants ${asked}: ${count(found)}`]),
      ...(status?.observedGeneration === metadata.generation ? [] : [`Deployment ${metadata.name} was not seen to`]),
      ...(live.every((set) => set.spec?.template?.spec?.containers[0]?.image === image) && live.length <= 1
        ? []
        : [`Deployment ${metadata.name} has ${live.length} ReplicaSets that run`]),
      ...(own.length <= 11 ? [] : [`Deployment ${metadata.name} keeps ${own.length} ReplicaSets`]),
    ]
  })
}

async function replicaSetFaults(cluster: Cluster): Promise<readonly string[]> {
  const all = await pods(cluster)
  return (await cluster.list('ReplicaSet')).items.flatMap((set) => {
    const { metadata, spec, status } = set
    const own = ownedBy(all, set).filter((pod) => !isOver(pod))
    const asked = spec?.replicas ?? 1
    const found = { pods: own.length, all: status?.replicas, ready: status?.readyReplicas }
    const strangers = own.filter((pod) => pod.metadata.labels?.['app'] !== spec?.selector.matchLabels?.['app'])
    return [
      ...(count(found) === count({ pods: asked, all: asked, ready: asked })
        ? []
        : [`ReplicaSet ${metadata.name} wants ${asked}: ${count(found)}`]),
      ...strangers.map((pod) => `ReplicaSet ${metadata.name} owns ${pod.metadata.name}, which it does not select`),
    ]
  })
}

async function statefulSetFaults(cluster: Cluster): Promise<readonly string[]> {
  const all = await pods(cluster)
  return (await cluster.list('StatefulSet')).items.flatMap((set) => {
    const { metadata, spec, status } = set
    const names = ownedBy(all, set)
      .map((pod) => pod.metadata.name)
      .sort()
    const asked = Array.from({ length: spec?.replicas ?? 1 }, (_, i) => `${metadata.name}-${i}`)
    const found = { all: status?.replicas, ready: status?.readyReplicas, updated: status?.updatedReplicas }
    const { length } = asked
    return [
      ...(names.join() === asked.join() ? [] : [`StatefulSet ${metadata.name} wants ${length}, has ${names.join()}`]),
      ...(count(found) === count({ all: length, ready: length, updated: length })
        ? []
        : [`StatefulSet ${metadata.name} wants ${length}: ${count(found)}`]),
      ...(status?.currentRevision === status?.updateRevision
        ? []
        : [`StatefulSet ${metadata.name} is between revisions`]),
    ]
  })
}

async function daemonSetFaults(cluster: Cluster): Promise<readonly string[]> {
  const all = await pods(cluster)
  const nodes = (await cluster.list('Node')).items.map(({ metadata }) => metadata.name).sort()
  return (await cluster.list('DaemonSet')).items.flatMap((set) => {
    const on = ownedBy(all, set)
      .map(({ spec }) => spec?.nodeName)
      .sort()
    const { status } = set
    const found = {
      desired: status?.desiredNumberScheduled,
      ready: status?.numberReady,
      updated: status?.updatedNumberScheduled,
      available: status?.numberAvailable,
    }
    const asked = nodes.length
    return [
      ...(on.join() === nodes.join() ? [] : [`DaemonSet ${set.metadata.name} is on ${on.join()}`]),
      ...(count(found) === count({ desired: asked, ready: asked, updated: asked, available: asked })
        ? []
        : [`DaemonSet ${set.metadata.name} wants ${asked}: ${count(found)}`]),
    ]
  })
}

async function jobFaults(cluster: Cluster): Promise<readonly string[]> {
  const all = await pods(cluster)
  return (await cluster.list('Job')).items.flatMap((job) => {
    const { metadata, spec, status } = job
    const own = ownedBy(all, job)
    const ended = (status?.conditions ?? []).filter(
      ({ type, status }) => status === 'True' && /^(Complete|Failed)$/.test(type),
    )
    const uncounted = own.filter((pod) => pod.metadata.finalizers?.length)
    const complete = ended.some(({ type }) => type === 'Complete')
    return [
      ...(ended.length === 1 ? [] : [`Job ${metadata.name} has ended ${ended.length} times`]),
      ...(status?.active ? [`Job ${metadata.name} has ${status.active} active pods`] : []),
      ...(complete && (status?.succeeded ?? 0) !== (spec?.completions ?? 1)
        ? [`Job ${metadata.name} is complete with ${status?.succeeded ?? 0}`]
        : []),
      ...uncounted.map((pod) => `Pod ${pod.metadata.name} of Job ${metadata.name} was never counted`),
    ]
  })
}

async function podFaults(cluster: Cluster): Promise<readonly string[]> {
  const nodes = new Set((await cluster.list('Node')).items.map(({ metadata }) => metadata.name))
  const all = await pods(cluster)
  const living = all.filter((pod) => !isOver(pod))
  const addresses = living.map(({ status }) => status?.podIP)
  return [
    ...living.filter((pod) => !isReady(pod)).map(({ metadata }) => `Pod ${metadata.name} is not ready`),
    ...all
      .filter(({ spec }) => spec?.nodeName !== undefined && !nodes.has(spec.nodeName))
      .map(({ metadata, spec }) => `Pod ${metadata.name} is on ${spec?.nodeName}, which is gone`),
    ...addresses.filter((ip, i) => addresses.indexOf(ip) !== i).map((ip) => `two pods have the address ${ip}`),
  ]
}

async function sliceFaults(cluster: Cluster): Promise<readonly string[]> {
  const all = await pods(cluster)
  const slices = (await cluster.list('EndpointSlice', { namespace: 'default' })).items
  return (await cluster.list('Service', { namespace: 'default' })).items.flatMap(({ metadata, spec }) => {
    const app = spec?.selector?.['app']
    if (app === undefined) return []
    const ready = all
      .filter((pod) => pod.metadata.labels?.['app'] === app && isReady(pod))
      .map((pod) => pod.status?.podIP)
    const told = slices
      .filter((slice) => slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name)
      .flatMap((slice) => slice.endpoints)
      .filter((endpoint) => endpoint?.conditions?.ready)
      .flatMap((endpoint) => endpoint?.addresses ?? [])
    return told.sort().join() === ready.sort().join()
      ? []
      : [`Service ${metadata.name}: ${told.join()}, not ${ready.join()}`]
  })
}

async function ownerFaults(cluster: Cluster): Promise<readonly string[]> {
  const kinds = ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'ControllerRevision', 'Pod'] as const
  const all = (await Promise.all(kinds.map(async (kind) => (await cluster.list(kind)).items))).flat()
  const there = new Set(all.map(({ metadata }) => metadata.uid))
  return all.flatMap(({ metadata }) => [
    ...(metadata.deletionTimestamp === undefined ? [] : [`${metadata.name} is still being deleted`]),
    ...(metadata.ownerReferences ?? [])
      .filter(({ uid, kind }) => kind !== 'Node' && !there.has(uid))
      .map((owner) => `${metadata.name} belongs to ${owner.kind} ${owner.name}, which is gone`),
  ])
}

/** Describes the PodDisruptionBudgets that have fewer healthy pods than they ask for. */
export async function brokenBudgets(cluster: Cluster): Promise<readonly string[]> {
  const all = await pods(cluster)
  const deployments = (await cluster.list('Deployment')).items
  return (await cluster.list('PodDisruptionBudget')).items.flatMap(({ metadata, spec }) => {
    const app = spec?.selector?.matchLabels?.['app']
    const selected = all.filter((pod) => pod.metadata.labels?.['app'] === app)
    const expected = deployments.find(({ metadata: { name } }) => `deployment-${name}` === app)?.spec?.replicas
    const { minAvailable, maxUnavailable } = spec ?? {}
    if (expected === undefined && minAvailable !== 2) return []
    const desired =
      maxUnavailable === 1
        ? Math.max(0, (expected ?? 0) - 1)
        : minAvailable === 2
          ? 2
          : Math.ceil((expected ?? 0) * 0.5)
    const healthy = selected.filter(isReady).length
    return healthy < desired ? [`budget ${metadata.name} wants ${desired} healthy pods, has ${healthy}`] : []
  })
}
