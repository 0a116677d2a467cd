import type { Pod } from '../../pods/pod-state.js'
import type { JobSpec } from './job.js'

type Policy = NonNullable<JobSpec['podFailurePolicy']>
type Rule = NonNullable<Policy['rules']>[number]
type ExitCodes = NonNullable<Rule['onExitCodes']>
type PodStatus = NonNullable<Pod['status']>

/** How a pod failure policy treats a failed pod. */
type Verdict = {
  /** Whether the failure counts towards the backoffLimit. */
  readonly counts: boolean
  readonly failsIndex?: boolean
  /** The message with which the Job fails. */
  readonly failsJob?: string
}

/** Returns how a pod failure policy treats a failed pod (matchPodFailurePolicy): the first matching rule decides. */
export function verdictOn(pod: Pod, policy: Policy | undefined): Verdict {
  for (const [at, rule] of (policy?.rules ?? []).entries()) {
    const words = matchOf(pod, rule)
    if (words === undefined) continue
    if (rule.action === 'Ignore') return { counts: false }
    if (rule.action === 'FailIndex') return { counts: true, failsIndex: true }
    if (rule.action === 'FailJob') return { counts: true, failsJob: `${words} matching FailJob rule at index ${at}` }
    if (rule.action === 'Count') return { counts: true }
  }
  return { counts: true }
}

/** Describes how a pod matches a rule; undefined if it does not. */
function matchOf({ metadata, status = {} }: Pod, { onExitCodes, onPodConditions }: Rule): string | undefined {
  const pod = `${metadata.namespace}/${metadata.name}`
  if (onExitCodes) {
    const { containerStatuses: own = [], initContainerStatuses: init = [] } = status
    const ended = [...own, ...init].find((each) => isMeant(each, onExitCodes))
    return ended && `Container ${ended.name} for pod ${pod} failed with exit code ${ended.state?.terminated?.exitCode}`
  }
  const met = status.conditions?.find((condition) =>
    onPodConditions?.some(({ type, status: value }) => condition.type === type && condition.status === value),
  )
  return met && `Pod ${pod} has condition ${met.type}`
}

function isMeant(
  { name, state }: NonNullable<PodStatus['containerStatuses']>[number],
  { containerName, operator, values }: ExitCodes,
): boolean {
  const exitCode = state?.terminated?.exitCode ?? 0
  if (exitCode === 0 || (containerName !== undefined && containerName !== name)) return false
  return operator === 'In' ? values.includes(exitCode) : operator === 'NotIn' && !values.includes(exitCode)
}
