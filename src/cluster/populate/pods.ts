import type { AgentPod } from '../../controllers/agents/kubelet/types.js'
import { observedOf } from '../../controllers/pods/pod-state.js'
import { isObject, jsonEqual, withMembers } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import { qosClassOf } from '../../kinds/core/pod/pod-defaults.js'
import type { PodSpec } from '../../kinds/core/pod/pod-types.js'
import { readAs } from '../../model/registry/read.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import { type Alike, type Draft, type PopulateContext, ownersAlike, ownersOf } from './populate-context.js'
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
  const same = owned.get(fields)
  // It shares the parts of a pod stored before, so that they are kept only once.
  const like = first ?? same ?? owned.values().next().value
  const base = same ?? (like ? likenedTo(storing, like) : template)
  const placed = placeFor(storing, base, slot)
  const status = statusFor(making, placed, slot, like && { status: statusIn(like), isAlike: like === first })
  const owners = same
    ? ownersAlike({ like: same, ...ADDRESSES }, { ...base, status }, { at, status: { at: at + TOLD_AFTER } })
    : ownersOfFirst(making, withMembers(base, placed), status, slot)
  const made = withMembers(base, { ...placed, metadata: withMembers(placed.metadata, owners), status })
  const stored = same ? making.storeAlike(made, same) : making.storeLike(made, like)
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

/** What the managedFields of a pod name of it alone. */
const ADDRESSES: Omit<Alike, 'like'> = {
  path: ['f:status', 'f:podIPs'],
  elementOf: ({ status }) => `k:{"ip":${JSON.stringify((status as AgentPod['status'])?.podIP ?? '')}}`, // of a pod
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

/** What a slot makes of a template, or of another pod of it; the status is still to be told. */
type Placed = Pick<Draft, 'metadata'> & { readonly spec: PodSpec }

function placeFor({ making, taken }: Storing, like: Draft, { node, at, labels, name, spec: own }: Slot): Placed {
  const { metadata, spec } = like
  const { chance } = making
  return {
    metadata: withMembers<ObjectMeta>(metadata, {
      name: name ?? nameFor(chance.name, metadata.generateName ?? '', taken),
      uid: chance.uuid(),
      creationTimestamp: formatTime(at),
      ...(labels ? { labels: { ...metadata.labels, ...labels } } : {}),
    }),
    spec: withMembers(isObject(spec) ? spec : {}, node ? { ...own, nodeName: node.name } : { ...own }),
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
  pod: Placed,
  { node, at, health }: Slot,
  like: Like | undefined,
): ReportedStatus {
  const { spec } = pod
  const isOnHost = spec.hostNetwork ?? false
  const addresses: Addresses | undefined = node && {
    hostIP: node.address,
    podIP: isOnHost ? node.address : nextAddress(node),
  }
  if (node && isOnHost) node.pods++
  const observed = observedOf({ metadata: { generation: 1 } }, making.context)
  // The agent's types of the same pod.
  const told = statusOf({ pod: pod as AgentPod, at, now: making.now, health, addresses, like, observed })
  return told.qosClass ? told : withMembers(told, { qosClass: like?.status.qosClass ?? qosClassOf(spec) })
}
