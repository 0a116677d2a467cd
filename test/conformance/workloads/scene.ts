import { isObject } from '../../../src/base/json/json.js'
import type { Scene } from './scenario.js'

type Json = { readonly [member: string]: unknown }
type Object = Json & { readonly kind: string; readonly metadata: Json & { readonly name: string } }

/** Values that differ from run to run. */
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|(?=[+-]\d\d:\d\d))/g
const ADDRESS = /\b10\.\d+\.\d+\.\d+\b/g
const SUFFIX = /-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g
const MINUTES = /-2\d{7}\b/g
const NODE = /\bnode-\d+\b/g
const HASHES = ['pod-template-hash', 'controller-revision-hash', 'controller.kubernetes.io/hash']
/** Hashes that are numbered separately, as objects with both sorts may be created within one second. */
const OF_REVISIONS = new Set(HASHES.slice(1))
const LEFT_OUT = new Set(['resourceVersion', 'uid', 'creationTimestamp', 'managedFields', 'selfLink'])

/** Names for template hashes, by their order of appearance in a scenario. */
export type Hashes = Map<string, { readonly name: string; readonly ofRevision: boolean }>

/** Returns the scene of some objects: normalized objects, each with how many there are of it. */
export function sceneOf(objects: readonly Object[], hashes: Hashes, nodes: boolean): Scene {
  noteHashes(objects, hashes)
  const scene: Record<string, number> = {}
  for (const object of objects) {
    const { what, count } = object.kind === 'Event' ? remark(object, objects) : { what: shown(object), count: 1 }
    if (what === undefined) continue
    const text = general(JSON.stringify(sorted(what)), hashes, nodes)
    scene[text] = (scene[text] ?? 0) + count
  }
  return Object.fromEntries(Object.entries(scene).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function noteHashes(objects: readonly Object[], hashes: Hashes): void {
  const dated = objects.flatMap(({ metadata }) => {
    const labels = isObject(metadata['labels']) ? metadata['labels'] : {}
    const at = String(metadata['creationTimestamp'])
    return HASHES.flatMap((label) =>
      typeof labels[label] === 'string' ? [{ at, hash: labels[label], ofRevision: OF_REVISIONS.has(label) }] : [],
    )
  })
  dated.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const { hash, ofRevision } of dated) {
    const own = hash.slice(hash.lastIndexOf('-') + 1)
    const alike = [...hashes.values()].filter((known) => known.ofRevision === ofRevision)
    if (!hashes.has(own)) hashes.set(own, { name: `HASH${alike.length + 1}`, ofRevision })
  }
}

function general(text: string, hashes: Hashes, nodes: boolean): string {
  let seen = text
  for (const [hash, { name }] of hashes) seen = seen.replaceAll(new RegExp(`\\b${hash}\\b`, 'g'), name)
  seen = seen.replace(UUID, 'UID').replace(TIME, 'TIME').replace(ADDRESS, 'IP').replace(MINUTES, '-MINUTES')
  seen = seen.replace(SUFFIX, '-*****')
  return nodes ? seen : seen.replace(NODE, 'NODE')
}

const AGENTS = new Set(['kubelet', 'kwok'])

/** Reasons of Events whose count depends on the number of retries, and so on the speed of a server. */
const RETRIED = new Set([
  'CalculateExpectedPodCountFailed',
  'ExternalProvisioning',
  'FailedScheduling',
  'FailedCreate',
  'FailedBinding',
  'FailedComputeMetricsReplicas',
  'FailedGetContainerResourceMetric',
  'FailedGetExternalMetric',
  'FailedGetObjectMetric',
  'FailedGetPodsMetric',
  'FailedGetResourceMetric',
  'FailedGetScale',
  'FailedToUpdateEndpoint',
  'FailedToUpdateEndpointSlices',
  'FailedUpdate',
  'JobAlreadyActive',
  'ProvisioningFailed',
  'VolumeMismatch',
  'WaitForFirstConsumer',
  'TaintManagerEviction',
  'TopologyAwareHintsDisabled',
  'UnmanagedPods',
])
/** Reasons of Events that are sent by a periodic sync if the state lasts. */
const OF_ROUNDS = new Set(['WaitForPodScheduled'])
/** The error of controllers that read from an outdated cache. */
const STALE = 'the object has been modified'

/** Normalizes an Event of a controller or the scheduler; a repeated one counts as often as it says. */
function remark(event: Object, objects: readonly Object[]): { readonly what: unknown; readonly count: number } {
  const about = (isObject(event['involvedObject']) ? event['involvedObject'] : {}) as Json
  const source = isObject(event['source']) ? event['source']['component'] : undefined
  const component = String(source || event['reportingComponent'] || '')
  const { type, reason } = event
  const message = String(event['message']).replace('(combined from similar events): ', '')
  const isPaced = message.includes(STALE) || OF_ROUNDS.has(String(reason)) || isOver(reason, message, objects)
  if (AGENTS.has(component) || isPaced) return { what: undefined, count: 0 }
  const scaled = reason === 'ScalingReplicaSet' ? / from (\d+) to (\d+)$/.exec(message) : null
  return {
    what: {
      Event: reason,
      type,
      message: scaled ? message.slice(0, scaled.index) : message,
      about: `${String(about['kind'])} ${String(about['name'])}`,
      component,
    },
    // The number of scaling steps depends on how many pods are seen to be ready at once.
    count: scaled || RETRIED.has(String(reason)) ? 0 : Number(event['count'] || 1),
  }
}

/** Tells whether an Event has an outdated reason for not scheduling a pod. */
const isOver = (reason: unknown, message: string, objects: readonly Object[]) =>
  reason === 'FailedScheduling' &&
  !objects.some(({ kind, status }) => kind === 'Pod' && JSON.stringify(status).includes(JSON.stringify(message)))

function shown(object: Object): unknown {
  if (object.kind === 'Pod') return shownPod(object)
  if (object.kind === 'Node') return shownNode(object)
  // It contains the certificate of the server.
  if (object.kind === 'ConfigMap' && object.metadata.name === 'kube-root-ca.crt') return undefined
  if (object.kind === 'Secret') return namesOnly(object)
  if (object.kind === 'CertificateSigningRequest') return withoutUser(object)
  // The generation of the next two kinds depends on how many changes each sync saw at once.
  if (object.kind === 'ReplicaSet' && object.metadata['ownerReferences']) return withoutGeneration(object)
  if (object.kind === 'Endpoints') return sortedAddresses(object)
  if (object.kind === 'EndpointSlice') return sortedAddresses(withoutGeneration(object))
  return object
}

/** Keeps the keys of a Secret, without their values. */
function namesOnly(object: Object): Object {
  return isObject(object['data']) ? { ...object, data: Object.keys(object['data']).sort() } : object
}

/** Removes the user of a CertificateSigningRequest, and masks its signed certificate. */
function withoutUser(object: Object): Object {
  const { username: _, uid: __, groups: ___, extra: ____, ...spec } = (object['spec'] ?? {}) as Json // a request has one
  const status = (object['status'] ?? {}) as Json // as above
  return { ...object, spec, status: 'certificate' in status ? { ...status, certificate: 'signed' } : status }
}

function withoutGeneration(object: Object): Object {
  const { generation: _, ...metadata } = object.metadata
  const status = isObject(object['status']) ? { ...object['status'], observedGeneration: undefined } : undefined
  return { ...object, metadata: { ...metadata, name: object.metadata.name }, ...(status ? { status } : {}) }
}

/** Keeps only the state of a pod on a node: the node agents of the real cluster were not kubelets. */
function shownPod(pod: Object): unknown {
  const spec = pod['spec'] as Json
  const status = (pod['status'] ?? {}) as Json
  if (typeof spec['nodeName'] !== 'string') return pod
  const conditions = (status['conditions'] ?? []) as readonly Json[]
  const ended = status['phase'] === 'Succeeded' || status['phase'] === 'Failed'
  const ready = ended ? undefined : (conditions.find(({ type }) => type === 'Ready')?.['status'] ?? 'False')
  const disrupted = conditions.filter(({ type }) => type === 'DisruptionTarget')
  return {
    ...pod,
    status: {
      phase: status['phase'],
      ...(ready === undefined ? {} : { ready }),
      ...(disrupted.length > 0 ? { disrupted } : {}),
    },
  }
}

/** Labels that a kubelet sets on its node, which KWOK does not. */
const KUBELETS = /^(beta\.)?kubernetes\.io\/(os|arch)$/

/** Keeps the labels and spec of a node, and whether it is ready. */
function shownNode({ kind, metadata: { labels, ...rest }, spec, status }: Object): unknown {
  const kept = Object.entries(isObject(labels) ? labels : {}).filter(([name]) => !KUBELETS.test(name))
  const metadata = { ...rest, labels: Object.fromEntries(kept) }
  const { podCIDR: _, podCIDRs: __, ...wanted } = (spec ?? {}) as Json
  const conditions = ((status as Json | undefined)?.['conditions'] ?? []) as readonly Json[]
  return { kind, metadata, spec: wanted, ready: conditions.find(({ type }) => type === 'Ready')?.['status'] }
}

/** Sorts addresses and ports, whose order depends on random addresses. */
function sortedAddresses(object: Object): unknown {
  return JSON.parse(JSON.stringify(object), (key, value: unknown) =>
    ['addresses', 'notReadyAddresses', 'endpoints', 'ports'].includes(key) && Array.isArray(value)
      ? [...(value as unknown[])].sort((a, b) => (comparable(a) < comparable(b) ? -1 : 1))
      : value,
  )
}

const comparable = (value: unknown) =>
  JSON.stringify(value)?.replace(UUID, '').replace(ADDRESS, '').replace(SUFFIX, '') ?? ''

/** Sorts conditions by type, as their order is that of their changes. */
const byType = (conditions: unknown) =>
  Array.isArray(conditions) && conditions.every((one) => isObject(one) && 'type' in one)
    ? [...(conditions as readonly Json[])].sort((a, b) => (String(a['type']) < String(b['type']) ? -1 : 1))
    : conditions

/** Sorts fields by name, and removes those that differ from run to run. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !LEFT_OUT.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(name === 'conditions' ? byType(member) : member)]),
  )
}
