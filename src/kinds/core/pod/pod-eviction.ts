import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { storedName } from '../../../schema/object.js'
import { invalid } from '../../../base/errors/issue.js'
import { failure, forbiddenStatus, invalidStatus } from '../../../base/errors/status.js'
import { IF_UNREADABLE } from '../../../model/call/option-rules.js'
import type { ActContext, ActResult } from '../../../model/registry/act-context.js'
import type { DeclaredAct } from '../../../model/registry/kind-def.js'
import { withDisruptionAllowed } from '../../../model/registry/status-condition.js'
import { type LabelSelector, selects } from '../../../model/registry/label-selector.js'
import type { PodDisruptionBudget } from '../../policy/pod-disruption-budget.js'
import { defineStructKind } from '../../struct/struct-kind.js'
import { type Pod, withCondition } from './pod-types.js'

const eviction = defineStructKind('policy.v1.Eviction', () => ({
  group: 'policy',
  scope: 'Namespaced',
  names: { kind: 'Eviction', plural: 'evictions' },
  table: { columns: [] },
}))

/** Evicts a pod if its PodDisruptionBudget allows, and records the disruption in the budget's status. */
export const evictionAct: DeclaredAct = {
  def: eviction,
  accepts: ['policy/v1beta1'],
  check({ metadata: { name = '' }, deleteOptions: options }) {
    // Ensured by the schema.
    if (!(options as { readonly [IF_UNREADABLE]?: boolean } | undefined)?.[IF_UNREADABLE]) return
    const why = 'can not be set for pod eviction, try after removing the option'
    throw invalidStatus({ group: 'policy', resource: 'Eviction' }, name, [
      invalid(`deleteOptions.${IF_UNREADABLE}`, true, why),
    ])
  },
  perform(object, _, context) {
    const pod = object as Pod // a subresource of pods
    const last = (stored: Pod) => ({ ...stored, status: withCondition(stored.status, TARGET, context.now) })
    return (isPassing(pod) ? undefined : spend(pod, context)) ?? { type: 'end', last }
  },
}

const TARGET = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
}

/** Tells whether a pod is evicted regardless of budgets: it is terminating, has finished, or has not started. */
const isPassing = ({ metadata, status: { phase = '' } = {} }: Pod) =>
  Boolean(metadata.deletionTimestamp) || ['Succeeded', 'Failed', 'Pending'].includes(phase)

const isReady = ({ status }: Pod) =>
  Boolean(status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True'))

type Status = NonNullable<PodDisruptionBudget['status']>

const MOST_DISRUPTED = 2000

/**
 * Takes one disruption from the budget of a pod; returns the result of the request if there is more than one budget.
 *
 * @throws StatusError 429 or 403 if the budget does not allow the disruption
 */
function spend(pod: Pod, { objects, writeStatus, now }: ActContext): ActResult | undefined {
  const all = objects('policy/poddisruptionbudgets') as readonly PodDisruptionBudget[] // that table's type
  const [budget, another] = all.filter(
    ({ spec }) => selects(spec?.selector as LabelSelector | undefined, pod.metadata.labels), // ensured by the schema
  )
  if (!budget) return undefined
  // The server returns this as the result of the request, without a reason.
  if (another) return { type: 'said', status: { status: 'Failure', message: TWO_BUDGETS, code: 500 } }
  const { metadata, spec, status = {} } = budget
  const {
    observedGeneration = 0,
    disruptionsAllowed = 0,
    currentHealthy = 0,
    desiredHealthy = 0,
    disruptedPods = {},
  } = status
  const { name = '', generation = 0 } = metadata
  const undisrupted = currentHealthy >= desiredHealthy && desiredHealthy > 0
  if (!isReady(pod) && (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow' || undisrupted)) return undefined
  if (observedGeneration < generation)
    throw refused(`The disruption budget ${name} is still being processed by the server.`, 10)
  if (disruptionsAllowed < 0) throw unfit(name, 'pdb disruptions allowed is negative')
  if (Object.keys(disruptedPods).length > MOST_DISRUPTED)
    throw unfit(
      name,
      'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
      'too many pending evictions not confirmed by PDB controller',
    )
  if (disruptionsAllowed === 0) throw refused(`The disruption budget ${name} ${reasonOf(status)}`)
  const left = {
    ...status,
    disruptionsAllowed: disruptionsAllowed - 1,
    disruptedPods: { ...disruptedPods, [storedName(pod)]: now },
  }
  writeStatus({ ...budget, status: left.disruptionsAllowed > 0 ? left : withDisruptionAllowed(left, generation, now) })
  return undefined
}

const TWO_BUDGETS = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'

const BUDGETS = { group: 'policy', resource: 'poddisruptionbudget' }

/** The refusal of a budget whose status is odd; since v1.37 with a cause. */
const unfit = (name: string, why: string, short = why) => {
  const message = `The disruption budget ${name} does not allow evicting pods currently: ${short}`
  return forbiddenStatus(
    BUDGETS,
    name,
    why,
    runsAtLeast('1.37') ? [{ reason: 'DisruptionBudget', message }] : undefined,
  )
}

/** Tells why a budget allows no disruption; since v1.35 its condition may know more than its counts. */
function reasonOf({ currentHealthy = 0, desiredHealthy = 0, conditions = [] }: Status): string {
  const counted = `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
  if (!runsAtLeast('1.35')) return counted
  const { status, reason, message } = conditions.find(({ type }) => type === 'DisruptionAllowed') ?? {}
  const told = status === 'False' && message ? message : undefined
  const not = 'does not allow evicting pods currently'
  if (told !== undefined && reason === 'SyncFailed') return `${not} because it failed sync: ${told}`
  if (currentHealthy <= desiredHealthy) return counted
  return told === undefined ? not : `${not} (${reason}): ${told}`
}

const refused = (message: string, retryAfterSeconds?: number) =>
  failure(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{ reason: 'DisruptionBudget', message }],
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  })
