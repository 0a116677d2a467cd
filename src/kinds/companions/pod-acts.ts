import { notSupported, required } from '../../base/issue.js'
import { conflict, failure, invalidStatus, plainError } from '../../base/status.js'
import type { EndpointAct } from '../../kind/define.js'
import type { Profile } from '../../kind/profile.js'
import type { KubeObject } from '../../schema/object.js'
import { companion } from './companion.js'
import type { Pod } from './pod-types.js'
import { type LabelSelector, selects } from './selector.js'

type Binding = KubeObject & { readonly target?: { readonly kind?: string; readonly name?: string } }

const binding = companion<Binding>('core.v1.Binding', () => ({ kind: 'Binding', plural: 'bindings', group: '', scope: 'Namespaced', columns: [] }))
const eviction = companion('policy.v1.Eviction', () => ({ kind: 'Eviction', plural: 'evictions', group: 'policy', scope: 'Namespaced', columns: [] }))

/** Puts a pod on a node. */
export const bindingAct = (profile: Profile): EndpointAct => ({
  def: binding(profile),
  perform: (object, body, { now }) => bind(object as Pod, body as Binding, now),
}) // pods and bindings, as the endpoint is theirs

const pods = { group: '', resource: 'pods' }
const bindings = { group: '', resource: 'Binding' }

function bind(pod: Pod, { target: { kind, name } = {} }: Binding, now: string): KubeObject {
  const at = pod.metadata.name!
  if (kind && kind !== 'Node') throw invalidStatus(bindings, at, [notSupported('target.kind', kind, ['Node', '<empty>'])])
  if (!name) throw invalidStatus(bindings, at, [required('target.name')])
  if (pod.metadata.deletionTimestamp) throw conflict(pods, at, `pod ${at} is being deleted, cannot be assigned to a host`)
  if (pod.spec?.nodeName) throw conflict(pods, at, `pod ${at} is already assigned to node "${pod.spec.nodeName}"`)
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled')
  return {
    ...pod,
    spec: { ...pod.spec, nodeName: name },
    status: { ...pod.status, conditions: [...others, { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now }] },
  }
}

type Budget = KubeObject & {
  readonly spec?: { readonly selector?: LabelSelector }
  readonly status?: {
    readonly observedGeneration?: number
    readonly disruptionsAllowed?: number
    readonly currentHealthy?: number
    readonly desiredHealthy?: number
  }
}

/** Ends a pod, where the budgets for it allow that. */
export const evictionAct = (profile: Profile): EndpointAct => ({
  def: eviction(profile),
  perform(object, _, { objects }) {
    const pod = object as Pod // the endpoint is that of pods
    if (!pod.metadata.deletionTimestamp && pod.status?.phase === 'Running') checkBudgets(pod, objects('policy/poddisruptionbudgets') as readonly Budget[])
    return undefined
  },
})

function checkBudgets(pod: Pod, all: readonly Budget[]): void {
  const [budget, another] = all.filter(({ spec }) => selects(spec?.selector, pod.metadata.labels))
  if (!budget) return
  if (another) throw plainError('This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.')
  const { metadata, status: { observedGeneration = 0, disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0 } = {} } = budget
  const name = metadata.name!
  if (observedGeneration < (metadata.generation ?? 0)) throw evictionRefused(`The disruption budget ${name} is still being processed by the server.`, 10)
  if (disruptionsAllowed <= 0) throw evictionRefused(`The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`)
}

const evictionRefused = (message: string, retryAfterSeconds?: number) =>
  failure(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{ reason: 'DisruptionBudget', message }],
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  })
