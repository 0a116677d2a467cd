import type { AgentPod } from '../../controllers/agents/kubelet/types.js'
import { observedOf } from '../../controllers/pods/pod-state.js'
import { isObject, jsonEqual, withMembers } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import { qosClassOf } from '../../kinds/core/pod/pod-defaults.js'
import type { PodSpec } from '../../kinds/core/pod/pod-types.js'
import { readAs } from '../../model/registry/read.js'
import type { ManagedFieldsEntry, ObjectMeta } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import { type Draft, type PopulateContext, ownersOf } from './populate-context.js'
import { type HomeNode, nextAddress } from './nodes.js'
import { type Addresses, type Health, type Like, type ReportedStatus, statusOf } from './pod-status.js'

/** One of the pods of an owner. */
export type Slot = {
  /** Its node; undefined for an unschedulable pod. */
  readonly node: HomeNode | undefined
  /** Its creation time, in milliseconds since 1970. Similar pods of the same time share most of their contents. */
  readonly at: number
  readonly health: Health
  /** Its name; generated if undefined. */
  readonly name?: string
  readonly labels?: Readonly<Record<string, string>>
  /** The fields of its spec that differ from the template. */
  readonly spec?: object
}

/** The state of storing the pods of a template. */
type Storing = {
  readonly making: PopulateContext
  readonly template: Draft
  /** Used names. */
  readonly taken: Set<string>
  /** The first pod of each state, which others are similar to, and the first of each set of owned fields. */
  readonly firsts: Map<string, KubeObject>
  readonly owned: Map<string, KubeObject>
  /** The template with the parts of a stored pod. */
  readonly likened: Map<KubeObject, Draft>
}

/** Stores the pods of a template, given as it would be created, and returns the stored pods. */
export function storePods(making: PopulateContext, draft: Draft, slots: readonly Slot[]): readonly KubeObject[] {
  const template = making.filled(draft)
  const storing: Storing = {
    making,
    template,
    taken: new Set(),
    firsts: new Map(),
    owned: new Map(),
    likened: new Map(),
  }
  return slots.map((slot) => storePod(storing, slot))
}

function storePod(storing: Storing, slot: Slot): KubeObject {
  const { making, template, firsts, owned } = storing
  const { health, at } = slot
  const fields = `${health.type} ${'restarts' in health && health.restarts > 0}`
  const sort = `${at} ${JSON.stringify(health)}`
  const first = firsts.get(sort)
  // It shares the parts of a pod stored before, so that they are kept only once.
  const like = first ?? owned.values().next().value
  const pod = placed(storing, like ? likenedTo(storing, like) : template, slot)
  const status = statusFor(making, pod, slot, like && { status: statusIn(like), isAlike: like === first })
  const same = owned.get(fields)
  const owners = same ? ownersLike(same, slot, addressOf(status)) : ownersOfFirst(making, pod, status, slot)
  const stored = making.storeLike(withMembers(pod, { metadata: withMembers(pod.metadata, owners), status }), like)
  if (!first) firsts.set(sort, stored)
  if (!same) owned.set(fields, stored)
  return stored
}

/** The time from a pod's creation to its last status update, in milliseconds. */
const TOLD_AFTER = 3000

function ownersOfFirst({ context }: PopulateContext, { spec, ...pod }: Draft, status: object, { at, node }: Slot) {
  const def = mustHave(context.registry.of('v1', 'Pod'), 'the kind Pod')
  // The owner's request does not set the node, which the scheduler chose.
  const { nodeName: _, ...asked } = spec as { readonly nodeName?: string } // of a pod
  const teller = { by: node ? 'kubelet' : 'kube-scheduler', at: at + TOLD_AFTER }
  return ownersOf(def, readAs(def, { ...pod, spec: asked, status }).object, {
    by: 'kube-controller-manager',
    at,
    status: teller,
  })
}

/** Returns the managedFields of a pod that differs from another only in time and address. */
function ownersLike({ metadata: { managedFields }, status }: KubeObject, { at }: Slot, address: string) {
  if (!managedFields) return {}
  return {
    managedFields: managedFields.map((entry) => {
      const time = formatTime(entry.subresource === 'status' ? at + TOLD_AFTER : at)
      const owned = withAddress(entry, addressOf(status), address)
      return owned === entry && entry.time === time ? entry : { ...owned, time }
    }),
  }
}

function likenedTo({ template, likened }: Storing, like: KubeObject): Draft {
  let found = likened.get(like)
  if (!found) likened.set(like, (found = withPartsOf(template, like)))
  return found
}

/** Returns a template with the parts of one of its pods. */
function withPartsOf(template: Draft, { metadata, spec }: KubeObject): Draft {
  const [own, others] = [template['spec'], spec].map((each) => (isObject(each) ? each : {}))
  const parts = Object.keys(own ?? {}).map((name) => [name, others?.[name] ?? own?.[name]])
  const { labels, annotations, ownerReferences } = metadata
  return {
    ...template,
    metadata: {
      ...template.metadata,
      ...(labels && template.metadata.labels && jsonEqual(labels, template.metadata.labels) ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      ...(ownerReferences ? { ownerReferences } : {}),
    },
    spec: Object.fromEntries(parts),
  }
}

const statusIn = ({ status }: KubeObject) => (status ?? {}) as ReportedStatus // of a pod

const addressOf = (status: unknown): string => (status as AgentPod['status'])?.podIP ?? '' // of a pod

/** Returns a pod of a template for a slot, without a status. */
function placed({ making, taken }: Storing, { metadata, spec, status: _, ...template }: Draft, slot: Slot): Draft {
  const { chance } = making
  const { node, at, labels } = slot
  const { name: __, ...common } = metadata
  const own = withMembers<ObjectMeta>(common, {
    name: slot.name ?? nameFor(chance.name, metadata.generateName ?? '', taken),
    uid: chance.uuid(),
    creationTimestamp: formatTime(at),
  })
  return {
    ...(template as Pick<Draft, 'apiVersion' | 'kind'>), // nothing else is left
    metadata: labels ? { ...own, labels: { ...metadata.labels, ...labels } } : own,
    spec: withMembers(isObject(spec) ? spec : {}, { ...slot.spec, ...(node ? { nodeName: node.name } : {}) }),
  }
}

function nameFor(make: (base: string) => string, base: string, taken: Set<string>): string {
  for (;;) {
    const name = make(base)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function statusFor(
  making: PopulateContext,
  pod: Draft,
  { node, at, health }: Slot,
  like: Like | undefined,
): ReportedStatus {
  const spec = pod['spec'] as PodSpec // of a pod
  const isOnHost = spec.hostNetwork ?? false
  const addresses: Addresses | undefined = node && {
    hostIP: node.address,
    podIP: isOnHost ? node.address : nextAddress(node),
  }
  if (node && isOnHost) node.pods++
  const observed = observedOf({ metadata: { generation: 1 } }, making.context)
  // The agent's types of the same pod.
  const told = statusOf({ pod: pod as AgentPod, at, now: making.now, health, addresses, like, observed })
  return withMembers(told, { qosClass: like?.status.qosClass ?? qosClassOf(spec) })
}

/** Returns a managedFields entry with another pod address. */
function withAddress(entry: ManagedFieldsEntry, before: string, address: string): ManagedFieldsEntry {
  const { fieldsV1 } = entry
  const status = fieldsV1?.['f:status']
  const addresses = isObject(status) ? status['f:podIPs'] : undefined
  if (!isObject(status) || !isObject(addresses)) return entry
  const keyOf = (ip: string) => `k:{"ip":${JSON.stringify(ip)}}`
  const [old, key] = [keyOf(before), keyOf(address)]
  const parts = Object.keys(addresses).map((element) => [element === old ? key : element, addresses[element]] as const)
  const told = withMembers(status, { 'f:podIPs': Object.fromEntries(parts) })
  return withMembers(entry, { fieldsV1: withMembers(fieldsV1 ?? {}, { 'f:status': told }) })
}
